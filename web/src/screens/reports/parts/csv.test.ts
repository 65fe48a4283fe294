import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { csvOf } from "./csv.ts"

/** As RFC 4180 says, by hand. */
function read(text: string): string[][] {
  assert.equal(text[0], "\uFEFF")
  const rows: string[][] = [[]]
  let cell = ""
  let quoted = false
  const chars = [...text.slice(1)]
  for (let index = 0; index < chars.length; index++) {
    const char = chars[index]
    if (quoted && char === '"' && chars[index + 1] === '"') cell += chars[++index]
    else if (char === '"') quoted = !quoted
    else if (!quoted && (char === "," || (char === "\r" && chars[index + 1] === "\n"))) {
      rows.at(-1)?.push(cell)
      cell = ""
      if (char === ",") continue
      rows.push([])
      index++
    } else cell += char
  }
  assert.deepEqual(rows.pop(), [])
  return rows
}

describe("CSV", () => {
  test("has a mark, quotes what needs it and defuses what would be run", () => {
    const text = csvOf(
      ["Name", "Count"],
      [
        ['Ada "the" First', 3],
        ["=1+1", -2],
        ["a,b", 0.5],
      ],
    )
    assert.equal(text, '\uFEFFName,Count\r\n"Ada ""the"" First",3\r\n"\'=1+1",-2\r\n"a,b",0.5\r\n')
  })

  test("gives every table back, with no cell that a program takes for a formula", () => {
    const word = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', "'", ","), fc.string())
        .map((pair) => pair.join("")),
    )
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(word, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      )
    fc.assert(
      fc.property(table, ([header = [], ...rows]) => {
        const found = read(csvOf(header, rows))
        for (const cells of found) for (const cell of cells) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
        const plain = found.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, "")))
        const given = [header, ...rows].map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, "")))
        assert.deepEqual(plain, given)
      }),
      { numRuns: 200 },
    )
  })
})
