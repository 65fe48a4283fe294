import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Options, readOptions, UsageError, usage } from "./options.ts"
import { chartOf } from "./output/chart.ts"
import { markdownReport, placeReport, type ReportName, textReport } from "./output/report.ts"
import { markdownTable, type Tables, textTable } from "./output/table.ts"
import { measureBrowser } from "./suites/browser.ts"
import { measureChanges } from "./suites/changes.ts"
import { findSlowOperations, measureShares, sharesTable, writeLimits } from "./suites/guard.ts"
import { measureLists } from "./suites/lists.ts"
import { measureMail } from "./suites/mail.ts"
import { readMutations } from "./suites/mutations.ts"
import { measureReports } from "./suites/reports.ts"
import { runBench } from "./suites/run.ts"
import { measureWebhooks } from "./suites/webhooks.ts"

const document = join(import.meta.dirname, "../../docs/benchmarks.md")
const chart = join(import.meta.dirname, "../../docs/benchmarks.svg")

async function main(options: Options): Promise<void> {
  await using left = new AsyncDisposableStack()
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}`)))
  })
  const show = async (name: ReportName, measured: Promise<Tables>) => {
    const { introduction, tables } = await Promise.race([measured, interrupted])
    process.stdout.write(`\n${[introduction, ...tables.map(textTable)].join("\n\n")}\n`)
    if (options.write) await place([introduction, ...tables.map(markdownTable)].join("\n\n"), name)
  }
  if (options.lists !== undefined) return await show("lists", measureLists(options.lists, left, say))
  if (options.reports !== undefined)
    return await show("reports", measureReports(options.reports, { only: options.only, left, say }))
  if (options.changes !== undefined) return await show("changes", measureChanges(options.changes, left, say))
  if (options.webhooks !== undefined) return await show("webhooks", measureWebhooks(options.webhooks, left, say))
  if (options.browser !== undefined) return await show("browser", measureBrowser(options.browser, left, say))
  if (options.mail !== undefined) return await show("mail", measureMail(options.mail, left, say))
  if (options.mutations !== undefined) {
    if (!(await Promise.race([readMutations(options.mutations, left), interrupted]))) process.exitCode = 1
    return
  }
  if (options.guard) {
    const slow = await Promise.race([findSlowOperations(left, say), interrupted])
    for (const line of slow) process.stdout.write(`Too slow: ${line}\n`)
    if (slow.length > 0) process.exitCode = 1
    return
  }
  if (options.limits) {
    const shares = await Promise.race([measureShares(left, say), interrupted])
    await writeLimits(shares)
    process.stdout.write(`\n${textTable(sharesTable(shares))}\n`)
    return
  }
  const report = await Promise.race([runBench(options, left, say), interrupted])
  process.stdout.write(`\n${textReport(report)}`)
  // A slow answer is a figure, a wrong one is a failure.
  if (report.comparisons.some(({ freshness }) => freshness.stale.length > 0)) process.exitCode = 1
  if (!options.write) return
  await place(markdownReport(report), "bench")
  await writeFile(chart, chartOf(report))
}

async function place(report: string, name: ReportName): Promise<void> {
  await writeFile(document, placeReport(await readFile(document, "utf8"), report, name))
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
