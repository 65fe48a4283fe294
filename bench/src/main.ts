import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Options, readOptions, UsageError, usage } from "./options.ts"
import { markdownReport, placeReport, textReport } from "./report.ts"
import { runBench } from "./run.ts"

const document = join(import.meta.dirname, "../../docs/benchmarks.md")

async function main(options: Options): Promise<void> {
  await using left = new AsyncDisposableStack()
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}`)))
  })
  const report = await Promise.race([runBench(options, left, say), interrupted])
  process.stdout.write(`\n${textReport(report)}`)
  if (options.write) await writeFile(document, placeReport(await readFile(document, "utf8"), markdownReport(report)))
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options) await main(options)
  else process.stdout.write(`${usage}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${error instanceof UsageError ? `\n${usage}\n` : ""}`)
  process.exitCode = 1
}
