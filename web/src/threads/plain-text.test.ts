import assert from "node:assert/strict"
import { test } from "node:test"
import { htmlOfText, plainTextOf } from "./plain-text.ts"

test("paragraphs and breaks are text, and become the same again", () => {
  const html = "<p>Hello &amp; &lt;welcome&gt;<br>Ann</p><p>Bye &quot;now&quot;</p>"
  assert.equal(plainTextOf(html), 'Hello & <welcome>\nAnn\n\nBye "now"')
  assert.equal(htmlOfText(plainTextOf(html) ?? ""), html)
  assert.equal(plainTextOf("Only words"), "Only words")
})

test("what has more to it is not taken for text", () => {
  for (const html of [
    "<p>Hello <b>Ann</b></p>",
    "<div>x</div>",
    '<p class="a">x</p>',
    "<p>&copy;</p>",
    "a<br><img src=x>",
  ])
    assert.equal(plainTextOf(html), undefined)
})
