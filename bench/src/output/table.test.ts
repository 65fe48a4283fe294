import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { figure, markdownTable, textTable } from "./table.ts"

const table = {
  header: ["name", "a/s"],
  rows: [
    ["get", "1,234"],
    ["users/me", "5"],
  ],
}

describe("tables", () => {
  test("for a terminal have names to the left and figures to the right", () => {
    assert.equal(textTable(table), ["name        a/s", "get       1,234", "users/me      5"].join("\n"))
  })

  test("for Markdown", () => {
    const lines = ["| name | a/s |", "| --- | --: |", "| get | 1,234 |", "| users/me | 5 |"]
    assert.equal(markdownTable(table), lines.join("\n"))
  })
})

describe("figure", () => {
  const cases: [value: number, text: string][] = [
    [12_345.6, "12,346"],
    [100, "100"],
    [99.94, "99.9"],
    [10, "10.0"],
    [1.234, "1.23"],
    [0.1, "0.10"],
    [0.0456, "0.046"],
    [0, "0.000"],
    [Number.NaN, "–"],
    [Number.POSITIVE_INFINITY, "–"],
  ]
  for (const [value, text] of cases) test(`${value} is ${text}`, () => assert.equal(figure(value), text))
})
