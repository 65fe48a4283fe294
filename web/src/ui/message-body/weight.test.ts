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

test("markup is read as browsers read it, so that nothing can be hidden from the count", () => {
  const deep = "<div>".repeat(250)
  const closed = "</div>".repeat(250)
  for (const html of [
    `${deep}<!--${closed}-->`,
    `${deep}<i title="${closed}">`,
    `${deep}<i title='${closed}'>`,
    `${deep}<style>${closed}</style>`,
    `${deep}${"</span>".repeat(250)}`,
    `<i " >${deep}<i " >`,
    `<!-->${deep}-->`,
    `<!>${deep}`,
    `</>${deep}`,
    `<title>x</title>${deep}`,
  ])
    assert.equal(isExcessive(html), true, html.slice(0, 30))
  for (const html of [`<!--${deep}-->`, `<i title="${deep}">x</i>`, `<style>${deep}</style>`, `<i title='${deep}`])
    assert.equal(isExcessive(html), false, html.slice(0, 30))
})

test("open formatting that every block would copy, and elements of many attributes, are shown as text", () => {
  const formats = Array.from({ length: 100 }, (_, size) => `<font size=${size}>`).join("")
  assert.equal(isExcessive(`<p>${formats}</p>${"<p>x</p>".repeat(2_000)}`), true)
  assert.equal(isExcessive(`<font><b>${"<p>x</p>".repeat(2_000)}</b></font>`), false)
  assert.equal(isExcessive(`<p ${Array.from({ length: 30_000 }, (_, index) => `a${index}`).join(" ")}>x</p>`), true)
})

test("the words of a message are its text, without comments, styles and cut off tags", () => {
  assert.equal(wordsOf("a<!-- b --><style>c</style><p title='>'>d</p> 1 < 2 <3 <i e"), "ad 1 < 2 <3 ")
  assert.equal(wordsOf("<p>one</p><p>two</p>", " "), "one two")
  assert.equal(wordsOf("<".repeat(10)), "<".repeat(10))
})
