import assert from "node:assert/strict"
import { test } from "node:test"
import { fit, ranked, readTyped } from "./match.ts"

test("names fit by their beginning, by their words, by a part, by initials", () => {
  const fits = ["close", "go next", "to the", "crème", "cgn", "cls"].map((typed) =>
    fit("Close and go to the next crème", typed),
  )
  assert.deepEqual(fits, [4, 3, 3, 3, 1, 0])
  assert.equal(fit("Mark as spam", "pam"), 2)
  assert.equal(fit("Anything", ""), 4)
})

test("what was used lately comes first among equals, and what fits better before it", () => {
  const entries = ["Assign", "Archive", "Close and assign"].map((label) => ({ id: label, label }))
  const labels = (typed: string, used: string[]) => ranked(entries, typed, used).map(({ label }) => label)
  assert.deepEqual(labels("", []), ["Assign", "Archive", "Close and assign"])
  assert.deepEqual(labels("a", ["Archive"]), ["Archive", "Assign", "Close and assign"])
  assert.deepEqual(labels("ass", ["Close and assign"]), ["Assign", "Close and assign"])
  assert.deepEqual(
    ranked([{ id: "1", label: "Light or dark", words: "theme scheme" }], "theme", []).map(({ id }) => id),
    ["1"],
  )
})

test("the first sign says what is looked for", () => {
  assert.deepEqual([">close", "#12", "@ ada", ":vip", "late"].map(readTyped), [
    { kind: "action", rest: "close" },
    { kind: "conversation", rest: "12" },
    { kind: "person", rest: "ada" },
    { kind: "tag", rest: "vip" },
    { kind: undefined, rest: "late" },
  ])
})
