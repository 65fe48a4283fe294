import assert from "node:assert/strict"
import { test } from "node:test"
import { parseQuery } from "./grammar.ts"
import { withValue } from "./renaming.ts"

test("another value takes the place of one, wherever the field has it, and all else stays as it was written", () => {
  const changed = (query: string, to = "vip") => withValue(query, { field: "tag", from: "Big Fish", to })
  const cases: [query: string, expected: string][] = [
    ['tag:"big fish"', "tag:vip"],
    ['( NOT  tag:("Big Fish" OR other)AND subject:"big fish" )', '( NOT  tag:(vip OR other)AND subject:"big fish" )'],
    ["TAG:big\\ fish tag:fish", "TAG:vip tag:fish"],
    ['"big fish" big fish', '"big fish" big fish'],
    ["tag:*", "tag:*"],
    ['tag:"big fish', 'tag:"big fish'],
  ]
  for (const [query, expected] of cases) assert.equal(changed(query), expected)
  for (const name of ["two words", 'a "quote" \\', "AND", "x:y*", "(", "é-1_a"]) {
    const query = changed('(tag:"big fish")', name)
    assert.deepEqual(parseQuery(query), { ...parseQuery("(tag:x)"), value: { ...valueIn(query), text: name } })
  }
})

function valueIn(query: string) {
  const found = parseQuery(query)
  assert.equal(found.kind, "term")
  return found.value
}
