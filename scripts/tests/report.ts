/** What people see of a run: a line as it goes on, then what failed and how to repeat it, then the sums. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { FileResult } from "./lanes.ts"
import { layerOf, layers, root } from "./layers.ts"

export type FileTimes = Pick<FileResult, "file" | "cpuSeconds" | "wallSeconds">

const slowest = 10
/** Of the last run, file by file. */
export const timesFile = resolve(root, "node_modules/.cache/deskhand/test-times.json")

export class Report {
  readonly results: FileResult[] = []
  private readonly begunAt = performance.now()
  private readonly amount: number

  constructor(amount: number) {
    this.amount = amount
  }

  add(result: FileResult): void {
    this.results.push(result)
    const { file, passed, failures, wallSeconds } = result
    const mark = failures.length > 0 ? "✖" : "✔"
    const tests = failures.length > 0 ? `${failures.length} failed` : `${passed} passed`
    const line = `${mark} ${this.results.length}/${this.amount} ${file} (${tests}, ${wallSeconds.toFixed(1)} s)`
    if (!process.stdout.isTTY) console.log(line)
    else process.stdout.write(`\r\x1b[K${line.slice(0, process.stdout.columns - 1)}${failures.length > 0 ? "\n" : ""}`)
  }

  /** Gives the exit code. */
  end({ isWhole, wasInterrupted }: { isWhole: boolean; wasInterrupted: boolean }): number {
    if (process.stdout.isTTY) console.log()
    for (const result of this.results) for (const line of linesOfFailures(result)) console.log(line)
    this.showTimes()
    this.keepTimes()
    const sum = (of: (result: FileResult) => number) => this.results.reduce((total, result) => total + of(result), 0)
    const passed = sum((result) => result.passed)
    const failed = sum(({ failures }) => failures.length)
    const skipped = sum((result) => result.skipped)
    if (wasInterrupted) console.log("The tests were interrupted.")
    else if (passed + failed === 0) console.log("No test ran.")
    // A test that does not run says nothing. Whoever chooses tests by their names leaves others out.
    if (isWhole && skipped > 0) console.log(`${skipped} skipped: every test must run.`)
    console.log(`\n${passed} passed, ${failed} failed`)
    return failed > 0 || passed === 0 || wasInterrupted || (isWhole && skipped > 0) ? 1 : 0
  }

  private keepTimes(): void {
    const times: FileTimes[] = this.results.map(({ file, cpuSeconds, wallSeconds }) => ({
      file,
      cpuSeconds,
      wallSeconds,
    }))
    mkdirSync(dirname(timesFile), { recursive: true })
    writeFileSync(timesFile, JSON.stringify(times))
  }

  private showTimes(): void {
    const seconds = (value: number) => `${value.toFixed(1).padStart(8)} s`
    console.log("\nLayer        files   tests   processor       wall")
    for (const { name } of layers) {
      const results = this.results.filter(({ file }) => layerOf(file).name === name)
      if (results.length === 0) continue
      const sum = (of: (result: FileResult) => number) => results.reduce((total, result) => total + of(result), 0)
      const tests = sum(({ passed, failures }) => passed + failures.length)
      const counts = `${name.padEnd(10)} ${String(results.length).padStart(7)} ${String(tests).padStart(7)}`
      console.log(`${counts}  ${seconds(sum((one) => one.cpuSeconds))} ${seconds(sum((one) => one.wallSeconds))}`)
    }
    const total = (performance.now() - this.begunAt) / 1_000
    console.log(`In ${Math.floor(total / 60)} min ${Math.round(total % 60)} s. The slowest files:`)
    for (const { file, wallSeconds, cpuSeconds } of this.results
      .toSorted((one, other) => other.wallSeconds - one.wallSeconds)
      .slice(0, slowest))
      console.log(`${seconds(cpuSeconds)} ${seconds(wallSeconds)}  ${file}`)
  }
}

/** What failed, and how to repeat it, with what has to stand before the command. */
export function linesOfFailures({ file, failures, printed }: FileResult, before = ""): string[] {
  const lines = failures.flatMap(({ names, problem }) => [
    `\n✖ ${[file, ...names].join(" › ")}`,
    problem.replace(/^/gm, "  "),
    `  Repeat: ${before}npm test -- ${file}${names.length > 0 ? ` ${quoted(names.at(-1) ?? "")}` : ""}`,
  ])
  return printed === undefined ? lines : [...lines, `\n  ${file} printed:`, printed.trimEnd().replace(/^/gm, "  ")]
}

/** For a shell, and as a pattern that is no option. */
function quoted(name: string): string {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/^-/, "[-]")
  return `'${pattern.replaceAll("'", "'\\''")}'`
}
