import { availableParallelism } from "node:os"
import { corpus } from "../../server/src/email/parse/corpus/corpus.ts"
import { checkSound } from "../../server/src/email/parse/corpus/sound.ts"
import { mutate, randomOf } from "../../server/src/email/parse/mutate.ts"
import { openReader } from "../../server/src/email/parse/reader.ts"
import { latencyOf } from "./percentiles.ts"

export interface MutationsReport {
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
export async function readMutations(count: number, say: (line: string) => void): Promise<MutationsReport> {
  const samples = corpus.map(({ raw }) => raw).filter((raw) => raw.length < largest)
  const threads = Math.min(2, availableParallelism())
  const reader = openReader({ threads })
  const times: number[] = []
  const report: MutationsReport = {
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
      if (seed > 0 && seed % 10_000 === 0) say(`${seed} …`)
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
  return { ...report, ...latencyOf(times) }
}

export function mutationsText({ count, failed, incomplete, p50, p99, slowest }: MutationsReport): string {
  const rest = Object.entries(incomplete).map(([why, times]) => `${times} ${why}`)
  return [
    `${count} mutations, ${failed.length} read wrongly or not at all`,
    `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, slowest ${slowest.milliseconds.toFixed(0)} ms (seed ${slowest.seed})`,
    `not read to the end: ${rest.join(", ") || "none"}`,
    ...failed.slice(0, 20),
  ].join("\n")
}
