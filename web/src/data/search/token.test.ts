import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { type Token, tokenAt, written } from "./token.ts"

/** The caret stands at the bar. */
function at(marked: string): (Omit<Token, "from" | "to"> & { replaced: string }) | undefined {
  const text = marked.replace("|", "")
  const token = tokenAt(text, marked.indexOf("|"))
  return token && { field: token.field, typed: token.typed, replaced: text.slice(token.from, token.to) }
}

describe("what is being written", () => {
  test("is a word or a name of a field, wherever the caret stands in it", () => {
    assert.deepEqual(at("|"), { field: undefined, typed: "", replaced: "" })
    assert.deepEqual(at("su|"), { field: undefined, typed: "su", replaced: "su" })
    assert.deepEqual(at("late ord|er now"), { field: undefined, typed: "ord", replaced: "order" })
    assert.deepEqual(at("late |"), { field: undefined, typed: "", replaced: "" })
    assert.deepEqual(at("(NOT ta|)"), { field: undefined, typed: "ta", replaced: "ta" })
    assert.deepEqual(at('subject:"a b" st|'), { field: undefined, typed: "st", replaced: "st" })
    assert.deepEqual(at("createdAt:[2024 TO *] st|"), { field: undefined, typed: "st", replaced: "st" })
    assert.deepEqual(at("status|:open"), { field: undefined, typed: "status", replaced: "status:" })
    assert.deepEqual(at("sta|tus:open"), { field: undefined, typed: "sta", replaced: "status:" })
  })

  test("is a value after the colon, in quotes or not, and in a group of values", () => {
    assert.deepEqual(at("status:|"), { field: "status", typed: "", replaced: "" })
    assert.deepEqual(at("tag:vi| x"), { field: "tag", typed: "vi", replaced: "vi" })
    assert.deepEqual(at("tag: vi|"), { field: "tag", typed: "vi", replaced: "vi" })
    assert.deepEqual(at('assigned:"Grace H|'), { field: "assigned", typed: "Grace H", replaced: '"Grace H' })
    assert.deepEqual(at('assigned:"Gra|ce" x'), { field: "assigned", typed: "Gra", replaced: '"Grace"' })
    assert.deepEqual(at("tag:(vip OR ur|)"), { field: "tag", typed: "ur", replaced: "ur" })
    assert.deepEqual(at("tag:(|"), { field: "tag", typed: "", replaced: "" })
    assert.deepEqual(at("tag:(vip) ur|"), { field: undefined, typed: "ur", replaced: "ur" })
    assert.deepEqual(at("tag:a\\(b|"), { field: "tag", typed: "a(b", replaced: "a\\(b" })
    assert.deepEqual(at('"Order number":5|'), { field: "Order number", typed: "5", replaced: "5" })
    assert.deepEqual(at('x "Order number":|'), { field: "Order number", typed: "", replaced: "" })
    assert.equal(at('"Order num|ber":5'), undefined)
  })

  test("is nothing to be completed in a phrase or a range", () => {
    assert.equal(at('"late ord|er"'), undefined)
    assert.equal(at('"late ord|'), undefined)
    assert.equal(at("createdAt:[20|24 TO *]"), undefined)
  })

  test("is found or not in any text at any place, and lies around the caret", () => {
    const parts = fc.constantFrom("a", " ", ":", '"', "(", ")", "[", "]", "\\", "tag", "*")
    fc.assert(
      fc.property(fc.array(parts), fc.nat(), (chosen, place) => {
        const text = chosen.join("")
        const caret = place % (text.length + 1)
        const token = tokenAt(text, caret)
        if (token) assert.ok(token.from <= token.to && token.to >= caret && token.to <= text.length)
      }),
    )
  })
})

test("values are quoted where they would not be one word", () => {
  assert.deepEqual(["vip", "late order", 'so "called"', "a\\b", "AND", "", "ann@x.example"].map(written), [
    "vip",
    '"late order"',
    '"so \\"called\\""',
    '"a\\\\b"',
    '"AND"',
    '""',
    "ann@x.example",
  ])
})
