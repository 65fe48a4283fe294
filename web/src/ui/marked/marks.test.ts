import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { cutAtTerms } from "./marks.ts"

function marked(text: string, ...terms: string[]): string {
  return cutAtTerms(text, terms)
    .map(({ text, isMatch }) => (isMatch ? `<${text}>` : text))
    .join("")
}

test("words are marked where they begin with a term, in any case and with or without accents", () => {
  assert.equal(marked("Violin with strings", "vio", "STRINGS"), "<Vio>lin with <strings>")
  assert.equal(marked("Crème brûlée, creme", "creme"), "<Crème> brûlée, <creme>")
  assert.equal(marked("Cre\u0300me", "crem"), "<Cre\u0300m>e")
  assert.equal(marked("Pizza", "izza"), "Pizza")
  assert.equal(marked("ann@x.example", "x.ex"), "ann@<x.ex>ample")
  assert.equal(marked("😀 yes", "yes"), "😀 <yes>")
  assert.equal(marked("Anything", "", " ", ":"), "Anything")
})

test("the parts are the text, whatever it is", () => {
  const letters = fc.constantFrom("a", "B", " ", "é", "e\u0301", "ß", "İ", "😀", ".")
  const drawn = fc.array(letters).map((parts) => parts.join(""))
  fc.assert(
    fc.property(drawn, fc.array(drawn), (text, terms) => {
      assert.equal(
        cutAtTerms(text, terms)
          .map((part) => part.text)
          .join(""),
        text,
      )
    }),
  )
})
