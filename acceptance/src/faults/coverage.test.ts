import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, test } from "node:test"
import { documentPath, faultDocument, root } from "./document.ts"
import { rows } from "./rows/rows.ts"

const upTo = (letter: string, last: number) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)

describe("the list of faults", () => {
  test("has every race, every change of a list, every bad receiver, every way to be called inside, and the crashes that there are yet", () => {
    const expected = [
      ...upTo("R", 20),
      ...upTo("G", 12),
      ...upTo("W", 22),
      ...upTo("S", 14),
      ...upTo("M", 22),
      ...upTo("P", 20),
      ...upTo("L", 14),
      ...upTo("E", 14),
      // The seventeenth is of pages that are printed on the server, which there are none of.
      ...upTo("U", 16),
      ...["K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10", "K11", "K12", "K18"],
    ]
    assert.deepEqual(
      expected.filter((name) => !(name in rows)),
      [],
    )
  })

  test("says of each which test holds it", () => {
    for (const [name, { tests }] of Object.entries(rows)) assert.ok(tests.length > 0, name)
  })

  test("names tests that are there", async () => {
    for (const [name, { tests }] of Object.entries(rows))
      for (const [file, title] of tests) {
        const source = await readFile(join(root, file), "utf8")
        const titles = [...source.matchAll(/\btest\(\s*(["`])(.*?)\1/gs)].map((match) => match[2] ?? "")
        assert.ok(
          titles.some((candidate) => candidate.includes(title)),
          `${name}: ${file} has no test "${title}"`,
        )
      }
  })

  test("is docs/fault-coverage.md", async () => {
    assert.equal(await readFile(documentPath, "utf8"), faultDocument(), "npm run docs writes it")
  })
})
