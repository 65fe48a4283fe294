import { availableParallelism } from "node:os"
import { openReader } from "../../src/email/parse/reader.ts"
import { corpus } from "./corpus/corpus.ts"
import { checkSound } from "./corpus/sound.ts"
import { mutate, randomOf } from "./mutate.ts"

interface Report {
  count: number
  /** Seeds of those that were read wrongly or not at all, with what was wrong. */
  failed: string[]
  /** What became of the others than those that were read whole. */
  incomplete: Record<string, number>
  p50: number
  p99: number
  slowest: { milliseconds: number; seed: number }
}

/** The few that are large on purpose are in the tests; a million of them would measure nothing but copying. */
const largest = 50_000

/** Reads mutations of the corpus in threads, as the desk reads mail, and holds each to what must hold of every message. */
async function readMutations(count: number): Promise<Report> {
  const samples = corpus.map(({ raw }) => raw).filter((raw) => raw.length < largest)
  const threads = Math.min(2, availableParallelism())
  const reader = openReader({ threads })
  const times: number[] = []
  const report: Report = {
    count,
    failed: [],
    incomplete: {},
    p50: 0,
    p99: 0,
    slowest: { milliseconds: 0, seed: 0 },
  }
  let next = 0
  const readOne = async (seed: number) => {
    const random = randomOf(seed)
    const pick = () => samples[Math.floor(random() * samples.length)] as Buffer
    const raw = mutate(pick(), pick(), random)
    const started = performance.now()
    try {
      const message = await reader.read(raw)
      const milliseconds = performance.now() - started
      times.push(milliseconds)
      if (milliseconds > report.slowest.milliseconds) report.slowest = { milliseconds, seed }
      if (message.incomplete) report.incomplete[message.incomplete] = (report.incomplete[message.incomplete] ?? 0) + 1
      checkSound(message)
    } catch (error) {
      report.failed.push(`${seed}: ${(error as Error).message.split("\n")[0]}`)
    }
  }
  const readOn = async () => {
    while (next < count) {
      const seed = next++
      if (seed > 0 && seed % 10_000 === 0) process.stderr.write(`${seed} …\n`)
      await readOne(seed)
    }
  }
  try {
    // The threads start with the first ones, which is not what is measured.
    await Promise.all(samples.slice(0, threads).map((raw) => reader.read(raw)))
    await Promise.all(Array.from({ length: threads }, readOn))
  } finally {
    await reader.close()
  }
  const sorted = times.toSorted((one, other) => one - other)
  const share = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN
  return { ...report, p50: share(0.5), p99: share(0.99) }
}

function textOf({ count, failed, incomplete, p50, p99, slowest }: Report): string {
  const rest = Object.entries(incomplete).map(([why, times]) => `${times} ${why}`)
  return [
    `${count} mutations, ${failed.length} read wrongly or not at all`,
    `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, slowest ${slowest.milliseconds.toFixed(0)} ms (seed ${slowest.seed})`,
    `not read to the end: ${rest.join(", ") || "none"}`,
    ...failed.slice(0, 20),
  ].join("\n")
}

/** A program of its own, which `npm run bench -- --mutations N` runs. */
const report = await readMutations(Number(process.argv[2]))
process.stdout.write(`${textOf(report)}\n`)
if (report.failed.length > 0) process.exitCode = 1
