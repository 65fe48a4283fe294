import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import {
  type FilterName,
  fieldFilterName,
  filterNames,
  readFilter,
  withoutLastFilter,
  withPrefix,
  writeFilter,
} from "./filters.ts"
import { partsOf } from "./terms.ts"

describe("filters of a query", () => {
  test("are read from its terms, by old and new names", () => {
    const query = 'Status:Closed violin mailbox:"Support desk" tag:vip tag:"late order" is:unassigned attachments:TRUE'
    assert.deepEqual(readFilter(query, "status"), ["closed"])
    assert.deepEqual(readFilter(query, "inbox"), ["Support desk"])
    assert.deepEqual(readFilter(query, "tag"), ["vip", "late order"])
    assert.deepEqual(readFilter(query, "assignee"), ["unassigned"])
    assert.deepEqual(readFilter(query, "attachment"), ["attachment"])
    assert.deepEqual(readFilter('on:"Last week" before:2026-03-01', "date"), ["on last-week", "before 2026-03-01"])
    assert.deepEqual(readFilter('"order number": 5 x', fieldFilterName("Order number")), ["5"])
    assert.deepEqual(readFilter("is:mine", "assignee"), ["me"])
  })

  test("are nothing that does not hold for everything that is found", () => {
    for (const query of [
      "is:open OR violin",
      "NOT is:open",
      "NOT NOT is:open",
      "(is:open)",
      "is:(open closed)",
      '"is:open"',
      "is:",
      "is:*",
      "x\\is:open",
    ])
      assert.deepEqual(readFilter(query, "status"), [], query)
  })

  test("are written in place of those that were there, at the end, or around alternatives", () => {
    assert.equal(writeFilter("violin", "status", ["open"]), "violin is:open")
    assert.equal(writeFilter("status:closed  violin", "status", ["open"]), "is:open  violin")
    assert.equal(writeFilter("", "inbox", ["Support desk"]), 'in:"Support desk"')
    assert.equal(writeFilter("piano OR violin", "status", ["open"]), "(piano OR violin) is:open")
    assert.equal(writeFilter("tag:a x tag:b", "tag", ["b", "c d"]), 'tag:b tag:"c d" x')
    assert.equal(writeFilter("violin NOT", "status", ["open"]), "is:open violin NOT")
    assert.equal(writeFilter('violin "two', "status", ["open"]), 'is:open violin "two')
    assert.equal(writeFilter("x", fieldFilterName("Order number"), ["a 1"]), 'x "Order number":"a 1"')
    assert.equal(
      writeFilter("x", "date", ["after 2026-01-01", "before last-week"]),
      "x after:2026-01-01 before:last-week",
    )
  })

  test("are removed with the operators that joined them", () => {
    assert.equal(writeFilter("violin AND is:open", "status", []), "violin")
    assert.equal(writeFilter("is:open AND is:closed AND violin", "status", []), "violin")
    assert.equal(writeFilter("a is:open b", "status", []), "a b")
    assert.equal(writeFilter("is:open", "status", []), "")
    assert.equal(writeFilter("a  b", "status", []), "a  b")
  })

  const word = fc.constantFrom(
    "violin",
    '"two words"',
    "(a OR b)",
    "subject:x",
    'to:"a b"',
    "NOT c",
    "NOT is:spam",
    "a\\:b",
  )
  const value: Record<FilterName, string[]> = {
    status: ["open", "closed"],
    inbox: ["Support", "Support desk"],
    assignee: ["me", "unassigned", "assigned", "Ada Lovelace"],
    tag: ["vip", "late order", "AND", 'so "called"'],
    from: ["ann@x.example", "Ann Lee"],
    date: ["on today", "after 2026-01-01", "before last-week"],
    attachment: ["attachment"],
    unread: ["unread"],
    waiting: ["any", ">2h"],
    type: ["email", "chat"],
    rating: ["great"],
    "field Order number": ["5", "a (b)", "c:d"],
  }
  const names = [...filterNames, fieldFilterName("Order number")]
  const filter = fc
    .constantFrom(...names)
    .chain((name) => fc.record({ name: fc.constant(name), values: fc.subarray(value[name] ?? []) }))
  const term = filter.map(({ name, values }) => writeFilter("", name, values))
  const query = fc
    .tuple(fc.array(fc.oneof(word, term)), fc.constantFrom(" ", "  ", " AND "), fc.boolean())
    .map(([terms, joint, hasOr]) => [...terms.filter(Boolean), ...(hasOr ? ["x OR y"] : [])].join(joint))

  test("are read as they were written, and leave everything else as it was", () => {
    fc.assert(
      fc.property(query, filter, (before, { name, values }) => {
        const after = writeFilter(before, name, values)
        assert.deepEqual(readFilter(after, name), values)
        const others = names.filter((other) => other !== name)
        for (const other of others) assert.deepEqual(readFilter(after, other), readFilter(before, other))
        assert.equal(handWritten(writeFilter(after, name, [])), handWritten(writeFilter(before, name, [])))
        if (readFilter(before, name).length === 0 && values.length === 0) assert.equal(after, before)
      }),
    )
  })
})

/** What nobody chose from a menu, without the brackets that keep alternatives together. */
function handWritten(query: string): string {
  const bare = query.replace(/^\((.* OR .*)\)$/, "$1")
  return partsOf(bare)
    .map(({ from, to }) => bare.slice(from, to))
    .join(" ")
}

test("the last term with a field can be removed, unless nothing else is there", () => {
  assert.deepEqual(withoutLastFilter("violin in:Suport now"), { term: "in:Suport", rest: "violin now" })
  assert.deepEqual(withoutLastFilter("violin AND NOT tag:x"), { term: "NOT tag:x", rest: "violin" })
  assert.equal(withoutLastFilter("in:Suport"), undefined)
  assert.equal(withoutLastFilter("violin"), undefined)
  assert.equal(withoutLastFilter("a in:b OR c"), undefined)
})

test("a plain word at the end becomes the start of one", () => {
  assert.equal(withPrefix("tag:x viol "), "tag:x viol*")
  assert.equal(withPrefix("Müll"), "Müll*")
  for (const query of ["tag:x", '"viol"', "(viol)", "v", "viol NOT", "a*", "x@y", ""])
    assert.equal(withPrefix(query), undefined)
})
