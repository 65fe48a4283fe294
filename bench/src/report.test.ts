import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Result } from "./measure.ts"
import { markdownReport, placeReport, type Report, textReport } from "./report.ts"

const measured: Result = {
  operation: "floor",
  floor: undefined,
  connections: 1,
  perSecond: 4_000,
  latencyMs: { p50: 0.2, p95: 0.4, p99: 1.5 },
  nodeCpuMs: 0.05,
  postgresCpuMs: 0.04,
}

const report: Report = {
  date: "2026-03-04",
  conversations: 10_000,
  seconds: 2,
  machine: ["2 cores (Some)", "Node 24"],
  seedSeconds: 12.34,
  coldStartMs: 987.6,
  idleMegabytes: 99.6,
  loadedMegabytes: 150.2,
  results: [
    measured,
    { ...measured, operation: "get", floor: "floor", perSecond: 3_000 },
    { ...measured, connections: 16, perSecond: 8_000 },
    { ...measured, operation: "get", floor: "floor", connections: 16, perSecond: 2_000 },
  ],
}

describe("markdownReport", () => {
  const text = markdownReport(report)

  test("compares each operation with the floor at the same number of connections", () => {
    assert.match(text, /\| 1 connection \| requests\/s .*\n.*\n\| floor \| 4,000 .*\n\| get \| 3,000 .* 0\.75 \|/)
    assert.match(text, /\| 16 connections \| requests\/s .*\n.*\n\| floor \| 8,000 .*\n\| get \| 2,000 .* 0\.25 \|/)
  })

  test("tells the machine, the start and the memory", () => {
    assert.match(
      text,
      /^Measured on 2026-03-04: 10,000 conversations, 2 s for each operation\. 2 cores \(Some\), Node 24\./,
    )
    for (const figure of ["988 ms", "100 MB", "150 MB", "12.3 s"]) assert.ok(text.includes(figure), figure)
  })
})

test("textReport has the same figures", () => {
  assert.match(textReport(report), /get +2,000 +0\.20 +0\.40 +1\.50 +0\.25 +0\.050 +0\.040/)
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
