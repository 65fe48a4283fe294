import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { markupOf } from "./markup.ts"
import { textOf } from "./text.ts"

describe("a body nested without end", () => {
  const deep = `${"<blockquote>".repeat(20_000)}the words${"</blockquote>".repeat(20_000)}`

  test("is quoted as text at a bounded depth", () => {
    assert.equal(textOf(deep), `${"> ".repeat(10)}the words`)
    assert.equal(markupOf(deep).text, `${"&#62; ".repeat(10)}the words`)
  })
})
