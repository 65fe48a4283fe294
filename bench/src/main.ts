import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { measureChanges } from "./changes.ts"
import { chartOf } from "./chart.ts"
import { measureShares, sharesTable, writeLimits } from "./guard.ts"
import { measureLists } from "./lists.ts"
import { measureMail } from "./mail.ts"
import { readMutations } from "./mutations.ts"
import { type Options, readOptions, UsageError, usage } from "./options.ts"
import { markdownReport, placeReport, type ReportName, textReport } from "./report.ts"
import { measureReports } from "./reports.ts"
import { runBench } from "./run.ts"
import { markdownTable, textTable } from "./table.ts"
import { measureWebhooks } from "./webhooks.ts"

const document = join(import.meta.dirname, "../../docs/benchmarks.md")
const chart = join(import.meta.dirname, "../../docs/benchmarks.svg")

async function main(options: Options): Promise<void> {
  await using left = new AsyncDisposableStack()
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => reject(new Error(`Stopped by ${signal}`)))
  })
  if (options.lists !== undefined) {
    const { introduction, tables } = await Promise.race([measureLists(options.lists, left, say), interrupted])
    process.stdout.write(`\n${[introduction, ...tables.map(textTable)].join("\n\n")}\n`)
    if (options.write) await place([introduction, ...tables.map(markdownTable)].join("\n\n"), "lists")
    return
  }
  if (options.reports !== undefined) {
    const { introduction, tables } = await Promise.race([
      measureReports(options.reports, { only: options.only, left, say }),
      interrupted,
    ])
    process.stdout.write(`\n${[introduction, ...tables.map(textTable)].join("\n\n")}\n`)
    if (options.write) await place([introduction, ...tables.map(markdownTable)].join("\n\n"), "reports")
    return
  }
  if (options.changes !== undefined) {
    const { introduction, table } = await Promise.race([measureChanges(options.changes, left, say), interrupted])
    process.stdout.write(`\n${introduction}\n\n${textTable(table)}\n`)
    if (options.write) await place([introduction, markdownTable(table)].join("\n\n"), "changes")
    return
  }
  if (options.mutations !== undefined) {
    if (!(await Promise.race([readMutations(options.mutations, left), interrupted]))) process.exitCode = 1
    return
  }
  if (options.limits) {
    const shares = await Promise.race([measureShares(left, say), interrupted])
    await writeLimits(shares)
    process.stdout.write(`\n${textTable(sharesTable(shares))}\n`)
    return
  }
  if (options.webhooks !== undefined) {
    const { introduction, tables } = await Promise.race([measureWebhooks(options.webhooks, left, say), interrupted])
    process.stdout.write(`\n${[introduction, ...tables.map(textTable)].join("\n\n")}\n`)
    if (options.write) await place([introduction, ...tables.map(markdownTable)].join("\n\n"), "webhooks")
    return
  }
  if (options.mail !== undefined) {
    const { introduction, table } = await Promise.race([measureMail(options.mail, left, say), interrupted])
    process.stdout.write(`\n${introduction}\n\n${textTable(table)}\n`)
    if (options.write) await place([introduction, markdownTable(table)].join("\n\n"), "mail")
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
