import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { SizedResult } from "../load/rounds.ts"
import type { Report } from "../suites/run.ts"
import { barsTable } from "./bars.ts"
import { chartOf } from "./chart.ts"
import { markdownReport, placeReport, textReport } from "./report.ts"

const floor: SizedResult = {
  operation: "floor: one row",
  kind: "other",
  by: "floor",
  conversations: 10_000,
  connections: 16,
  perSecond: 4_000,
  latencyMs: { p50: 0.2, p95: 0.4, p99: 1.5 },
  nodeCpuMs: 0.05,
  postgresCpuMs: 0.04,
}
const get: SizedResult = { ...floor, operation: "get conversation", kind: "get", by: "desk" }
const cold: SizedResult = { ...get, operation: "cold: get conversation", kind: "cold" }
const list: SizedResult = { ...floor, kind: "list", by: "desk" }

const report: Report = {
  date: "2026-03-04",
  seconds: 2,
  machine: ["2 cores (Some)", "Node 24"],
  desks: [
    { conversations: 10_000, seedSeconds: 20, startMs: 987.6, idleMegabytes: 99.6, peakMegabytes: 150.2 },
    { conversations: 1_000_000, startMs: 1_500, idleMegabytes: 101, peakMegabytes: 301 },
  ],
  fanOut: { listeners: 500, addedMegabytes: 17.5, lastMs: { p50: 12, p95: 30, p99: 40 } },
  results: [
    floor,
    { ...get, perSecond: 3_000, ofFloor: 0.75 },
    { ...floor, conversations: 1_000_000 },
    { ...get, conversations: 1_000_000, perSecond: 2_000, ofFloor: 0.5, nodeCpuMs: 0.14 },
    { ...list, operation: "list 25, default", conversations: 1_000_000, perSecond: 800, ofFloor: 0.7 },
    { ...list, operation: "list 25, by createdAt", conversations: 1_000_000, perSecond: 900, ofFloor: 0.45 },
    { ...list, operation: "list 25, far page", kind: "page", conversations: 1_000_000, perSecond: 500, ofFloor: 0.2 },
    { ...list, operation: "list 25, default", perSecond: 800, ofFloor: 0.7 },
    { ...list, operation: "list 25, by createdAt", perSecond: 900, ofFloor: 0.6 },
    { ...list, operation: "list 25, far page", kind: "page", perSecond: 600, ofFloor: 0.2 },
    { ...cold, perSecond: 900 },
    { ...cold, conversations: 1_000_000, perSecond: 700, ofFloor: 0.17 },
  ],
  comparisons: [
    {
      with: "2 nodes",
      rows: [{ operation: "get conversation", connections: 16, alone: 1_000, beside: 1_500 }],
      freshness: { reads: 450, stale: ["a renamed tag, round 3"] },
    },
  ],
}

describe("barsTable", () => {
  const rows = new Map(barsTable(report).rows.map(([name, ...cells]) => [name, cells]))

  test("holds each kind by its slowest, on the largest desk", () => {
    assert.deepEqual(rows.get("get conversation"), ["≥ 0.6 of the floor", "0.50", "not met"])
    assert.deepEqual(rows.get("list 25 conversations, the slowest: list 25, by createdAt"), [
      "≥ 0.5 of the floor",
      "0.45",
      "not met",
    ])
    assert.deepEqual(rows.get("far page against the first"), ["≤ 2", "1.80", "met"])
  })

  test("names what grew most", () => {
    const growth = rows.get("cost against 10,000, the most grown: get conversation")
    assert.deepEqual(growth, ["≤ 1.3", "1.50", "not met"])
  })

  test("holds memory and stale answers", () => {
    assert.deepEqual(rows.get("memory of the server under load"), ["< 300 MB", "301", "not met"])
    assert.deepEqual(rows.get("memory that 500 listeners of events add"), ["< 50 MB", "17.5", "met"])
    assert.deepEqual(rows.get("2 nodes: stale answers of 450"), ["0", "1", "not met"])
  })

  test("meets no goal that was not measured", () => {
    assert.deepEqual(rows.get("threads"), ["≥ 0.5 of the floor", "–", "not met"])
  })
})

describe("markdownReport", () => {
  const text = markdownReport(report)

  test("has the largest desk whole, and of the others what grew in time and in CPU", () => {
    assert.match(
      text,
      /\| The floor: 1,000,000 conversations, 16 connections \| requests\/s .*\n.*\n\| floor: one row \| 4,000 /,
    )
    assert.match(text, /\| get conversation \| 2,000 \|.* 0\.50 \| 0\.14 \| 0\.040 \|/)
    assert.match(text, /\| get conversation \| 3,000 \| 2,000 \| 1\.50 \| 2\.00 \|/)
    assert.doesNotMatch(text, /: 10,000 conversations, 16/)
  })

  test("has cold figures before all others", () => {
    const headers = text.match(/(?<=^\| )(?:Cold|Goal|Growth|Hot|The)\b/gm)
    assert.deepEqual(headers, ["Cold", "Goal", "The", "Growth", "Hot", "The"])
    assert.match(text, /\| Cold: 1,000,000 conversations.*\n.*\n\| cold: get conversation \| 700 .*\n\n/)
    assert.match(text, /\| Growth.*\n.*\n\| cold: get conversation \| 900 \| 700 /)
  })

  test("tells the machine, the start, the memory, the seeding and the second node", () => {
    assert.match(
      text,
      /^Measured on 2026-03-04: 10,000, 1,000,000 conversations, 2 s for each operation\. 2 cores \(Some\), Node 24\./,
    )
    assert.match(text, /\| later start until the first answer, ms \| 988 \| 1,500 \|/)
    assert.match(text, /\| seeding, conversations\/s \| 500 \| – \|/)
    assert.match(text, /\| get conversation \| 16 \| 1,000 \| 1,500 \| 1\.50 \|/)
  })
})

test("textReport has every size", () => {
  assert.match(textReport(report), /The floor: 10,000 conversations, 16 connections .*\nfloor: one row +4,000/)
})

describe("chartOf", () => {
  const chart = chartOf(report)

  test("has a bar for each operation of the largest desk, and its growth", () => {
    assert.equal(chart.match(/<rect x=/g)?.length, 5)
    assert.ok(chart.includes(">1.50×</text>"))
  })

  test("tells those that reach their goal from those that do not and those that have none", () => {
    assert.deepEqual(chart.match(/(?<=rx="2" fill=")#\w+/g), ["#7b8794", "#c05621", "#2f855a", "#c05621", "#7b8794"])
  })
})

describe("placeReport", () => {
  test("replaces what is between the markers and nothing else", () => {
    const document = "# Title\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nafter\n"
    const placed = placeReport(document, "new $1")
    assert.equal(placed, "# Title\n<!-- bench:begin -->\nnew $1\n<!-- bench:end -->\nafter\n")
    assert.equal(placeReport(placed, "new $1"), placed)
  })

  test("refuses a document without markers", () => {
    assert.throws(() => placeReport("# Title\n<!-- bench:end -->\n<!-- bench:begin -->", "new"), /has no/)
  })
})
