import type { Result } from "./measure.ts"
import { figure, markdownTable, type Table, textTable } from "./table.ts"

export interface Report {
  date: string
  conversations: number
  seconds: number
  machine: string[]
  seedSeconds: number
  /** Of a desk that was started before, until it has answered. */
  coldStartMs: number
  idleMegabytes: number
  loadedMegabytes: number
  results: Result[]
}

export function textReport(report: Report): string {
  return [introduction(report), textTable(summaryTable(report)), ...tables(report).map(textTable), ""].join("\n\n")
}

export function markdownReport(report: Report): string {
  const measured = tables(report).map(markdownTable)
  return [introduction(report), markdownTable(summaryTable(report)), ...measured].join("\n\n")
}

function introduction({ date, machine, conversations, seconds }: Report): string {
  return `Measured on ${date}: ${conversations.toLocaleString("en")} conversations, ${seconds} s for each operation. ${machine.join(", ")}.`
}

function summaryTable(report: Report): Table {
  return {
    header: ["The server", "Figure"],
    rows: [
      ["later start until the first answer", `${Math.round(report.coldStartMs)} ms`],
      ["memory of the Node process, idle", `${Math.round(report.idleMegabytes)} MB`],
      ["memory of the Node process, after the load", `${Math.round(report.loadedMegabytes)} MB`],
      ["seeding", `${report.seedSeconds.toFixed(1)} s`],
    ],
  }
}

/** One for each number of connections. */
function tables({ results }: Report): Table[] {
  return [...Map.groupBy(results, ({ connections }) => connections)].map(([connections, group]) => ({
    header: [
      `${connections} ${connections === 1 ? "connection" : "connections"}`,
      "requests/s",
      "p50 ms",
      "p95 ms",
      "p99 ms",
      "of the floor",
      "Node CPU ms",
      "PostgreSQL CPU ms",
    ],
    rows: group.map((result) => [
      result.operation,
      figure(result.perSecond),
      figure(result.latencyMs.p50),
      figure(result.latencyMs.p95),
      figure(result.latencyMs.p99),
      ratioToFloor(result, group),
      figure(result.nodeCpuMs),
      figure(result.postgresCpuMs),
    ]),
  }))
}

function ratioToFloor({ floor, perSecond }: Result, group: Result[]): string {
  const under = group.find(({ operation }) => operation === floor)
  return under === undefined ? "" : (perSecond / under.perSecond).toFixed(2)
}

/** What its markers in the document are called. */
export type ReportName = "bench" | "lists" | "changes" | "webhooks"

/** Puts a report between its markers in a document and leaves the rest of it alone. */
export function placeReport(document: string, report: string, name: ReportName = "bench"): string {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`The document has no ${begin} and ${end}`)
  return `${document.slice(0, from + begin.length)}\n${report}\n${document.slice(to)}`
}
