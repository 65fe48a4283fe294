import assert from "node:assert/strict"
import { test } from "node:test"
import { isExcessive, wordsOf } from "./weight.ts"

test("a message as people write it is shown as it is", () => {
  assert.equal(isExcessive("<p>Hello <b>you</b></p>".repeat(2_000)), false)
  assert.equal(isExcessive(`${"<table><tr><td>".repeat(20)}x${"</td></tr></table>".repeat(20)}`), false)
  assert.equal(isExcessive("<p>a<br><img><hr>".repeat(150)), false)
})

test("one that is too long, too deep or too full is shown as text", () => {
  assert.equal(isExcessive("x".repeat(1_000_001)), true)
  assert.equal(isExcessive(`${"<div>".repeat(1_000)}x`), true)
  assert.equal(isExcessive("<i></i>".repeat(50_000)), true)
  assert.equal(wordsOf("<div><div>deep</div></div>"), "deep")
})
