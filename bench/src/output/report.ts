import type { Comparison } from "../desks/nodes.ts"
import type { SizedResult } from "../load/rounds.ts"
import type { MeasuredDesk, Report } from "../suites/run.ts"
import { barsTable } from "./bars.ts"
import { inOrder, inSections, type Section } from "./sections.ts"
import { figure, markdownTable, type Table, textTable } from "./table.ts"

export function textReport(report: Report): string {
  const sizes = report.desks.map(({ conversations }) => conversations)
  return [introduction(report), ...tablesOf(report, sizes).map(textTable), ""].join("\n\n")
}

/** Of every size only the growth, and all of the largest. */
export function markdownReport(report: Report): string {
  const largest = report.desks.at(-1)?.conversations ?? 0
  const chart = "![Requests/s of each operation as a share of the floor's](benchmarks.svg)"
  return [introduction(report), chart, ...tablesOf(report, [largest]).map(markdownTable)].join("\n\n")
}

function introduction({ date, machine, desks, seconds }: Report): string {
  const sizes = desks.map(({ conversations }) => conversations.toLocaleString("en")).join(", ")
  return `Measured on ${date}: ${sizes} conversations, ${seconds} s for each operation. ${machine.join(", ")}.`
}

/** Cold figures of these sizes, then how the whole stands, then all others. */
function tablesOf(report: Report, sizes: number[]): Table[] {
  const measured = sizes.flatMap((conversations) => measuredTables(report, conversations))
  const { cold = [], others = [] } = Object.groupBy(measured, ({ section }) => (section === "Cold" ? "cold" : "others"))
  return [...cold, ...summaries(report), ...others]
}

function summaries(report: Report): Table[] {
  return [
    barsTable(report),
    serverTable(report),
    ...(report.desks.length > 1 ? growthTables(report) : []),
    ...report.comparisons.map(comparisonTable),
  ]
}

function serverTable({ desks, fanOut }: Report): Table {
  const sizes = (pick: (desk: MeasuredDesk) => string) => desks.map(pick)
  const blank = desks.slice(1).map(() => "")
  return {
    header: ["The server", ...sizes(({ conversations }) => conversations.toLocaleString("en"))],
    rows: [
      ["later start until the first answer, ms", ...sizes(({ startMs }) => figure(startMs))],
      ["memory of the Node process, idle, MB", ...sizes(({ idleMegabytes }) => figure(idleMegabytes))],
      ["the most that it had under load, MB", ...sizes(({ peakMegabytes }) => figure(peakMegabytes))],
      [
        "seeding, conversations/s",
        ...sizes((desk) => (desk.seedSeconds === undefined ? "–" : figure(desk.conversations / desk.seedSeconds))),
      ],
      [`added by ${fanOut.listeners} listeners of events, MB`, ...blank, figure(fanOut.addedMegabytes)],
      ["from a write to the last of them: p50, ms", ...blank, figure(fanOut.lastMs.p50)],
      ["from a write to the last of them: p95, ms", ...blank, figure(fanOut.lastMs.p95)],
    ],
  }
}

/** One for each number of connections: what a request takes of the largest desk, against the smallest. */
function growthTables({ desks, results }: Report): Table[] {
  return [...Map.groupBy(results, ({ connections }) => connections)].map(([connections, group]) => ({
    header: [
      `Growth, ${connectionsOf(connections)}`,
      ...desks.map(({ conversations }) => `${conversations.toLocaleString("en")}: requests/s`),
      "time, largest to smallest",
      "CPU, largest to smallest",
    ],
    rows: [...Map.groupBy(inOrder(group), ({ operation }) => operation)].map(([operation, sizes]) => {
      const bySize = desks.map(({ conversations }) => sizes.find((each) => each.conversations === conversations)!)
      const [first, last] = [bySize[0]!, bySize.at(-1)!]
      return [
        operation,
        ...bySize.map(({ perSecond }) => figure(perSecond)),
        (first.perSecond / last.perSecond).toFixed(2),
        (cpuOf(last) / cpuOf(first)).toFixed(2),
      ]
    }),
  }))
}

function cpuOf({ nodeCpuMs, postgresCpuMs }: SizedResult): number {
  return nodeCpuMs + postgresCpuMs
}

function comparisonTable({ with: name, rows, freshness }: Comparison): Table {
  return {
    header: [`With ${name}`, "connections", "one node: requests/s", `${name}: requests/s`, "ratio"],
    rows: [
      ...rows.map(({ operation, connections, alone, beside }) => [
        operation,
        String(connections),
        figure(alone),
        figure(beside),
        (beside / alone).toFixed(2),
      ]),
      [`stale answers of ${freshness.reads.toLocaleString("en")}`, "", "", String(freshness.stale.length), ""],
    ],
  }
}

/** One for each number of connections and section. */
function measuredTables({ results }: Report, conversations: number): (Table & { section: Section })[] {
  const ofSize = results.filter((result) => result.conversations === conversations)
  return [...Map.groupBy(ofSize, ({ connections }) => connections)].flatMap(([connections, group]) =>
    inSections(group).map(([section, those]) => ({
      section,
      header: [
        `${section}: ${conversations.toLocaleString("en")} conversations, ${connectionsOf(connections)}`,
        "requests/s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "of the floor",
        "Node CPU ms",
        "PostgreSQL CPU ms",
      ],
      rows: those.map((result) => [
        result.operation,
        figure(result.perSecond),
        figure(result.latencyMs.p50),
        figure(result.latencyMs.p95),
        figure(result.latencyMs.p99),
        result.ofFloor?.toFixed(2) ?? "",
        figure(result.nodeCpuMs),
        figure(result.postgresCpuMs),
      ]),
    })),
  )
}

function connectionsOf(count: number): string {
  return `${count} ${count === 1 ? "connection" : "connections"}`
}

/** What its markers in the document are called. */
export type ReportName = "bench" | "lists" | "reports" | "changes" | "webhooks" | "mail" | "browser"

/** Puts a report between its markers in a document and leaves the rest of it alone. */
export function placeReport(document: string, report: string, name: ReportName = "bench"): string {
  const begin = `<!-- ${name}:begin -->`
  const end = `<!-- ${name}:end -->`
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`The document has no ${begin} and ${end}`)
  return `${document.slice(0, from + begin.length)}\n${report}\n${document.slice(to)}`
}
