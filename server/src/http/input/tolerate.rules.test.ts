import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { OneOf } from "@deskhand/contract/common"
import fc from "fast-check"
import Type from "typebox"
import { tolerate, tolerateQuery } from "./tolerate.ts"

const Body = Type.Object({
  id: Type.Integer(),
  name: Type.Optional(Type.String()),
  assignTo: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  flag: Type.Optional(Type.Boolean()),
  lines: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }))),
  kind: Type.Optional(OneOf(["active", "inProgress"])),
  value: Type.Optional(Type.Union([Type.String(), Type.Number()])),
})

describe("tolerance in bodies", () => {
  test("reads numbers and booleans from text, at any depth", () => {
    assert.deepEqual(tolerate(Body, { id: "12", flag: "true", lines: [{ id: "3" }] }), {
      id: 12,
      flag: true,
      lines: [{ id: 3 }],
    })
  })

  test("takes null for absent, except where null has a meaning", () => {
    assert.deepEqual(tolerate(Body, { id: 1, name: null, assignTo: null }), { id: 1, assignTo: null })
  })

  test("takes null where anything may stand", () => {
    const Change = Type.Object({ op: Type.String(), value: Type.Optional(Type.Unknown()) })
    assert.deepEqual(tolerate(Change, { op: "a", value: null }), { op: "a", value: null })
    assert.deepEqual(tolerate(Change, { op: "a" }), { op: "a" })
  })

  test("reads text inside a union", () => {
    assert.deepEqual(tolerate(Body, { id: 1, assignTo: "7" }), { id: 1, assignTo: 7 })
  })

  test("leaves alone what a union takes as it is", () => {
    assert.deepEqual(tolerate(Body, { id: 1, value: "-3.50" }), { id: 1, value: "-3.50" })
  })

  test("takes enumerated words in any case", () => {
    assert.deepEqual(tolerate(Body, { id: 1, kind: "INPROGRESS" }), { id: 1, kind: "inProgress" })
    assert.deepEqual(tolerate(Body, { id: 1, kind: "done" }), { id: 1, kind: "done" })
  })

  test("drops unknown fields, also dangerous ones", () => {
    const body = JSON.parse('{"id": 1, "role": "owner", "__proto__": {"x": 1}, "constructor": {"prototype": {"x": 1}}}')
    assert.deepEqual(tolerate(Body, body), { id: 1 })
    assert.equal(({} as { x?: number }).x, undefined)
  })

  test("leaves what it cannot read for the check to name", () => {
    assert.deepEqual(tolerate(Body, { id: "1e3", flag: "maybe", lines: "x" }), { id: "1e3", flag: "maybe", lines: "x" })
    assert.equal(tolerate(Body, "text"), "text")
  })

  test("never throws and changes a readable value only once", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const once = tolerate(Body, value)
        assert.deepEqual(tolerate(Body, once), once)
      }),
    )
  })
})

const Query = Type.Object({
  page: Type.Optional(Type.Integer()),
  assigned_to: Type.Optional(Type.Integer()),
  mailbox: Type.Optional(Type.Array(Type.Integer())),
})

describe("tolerance in query strings", () => {
  test("counts the last of several, ignores blanks and unknown ones", () => {
    assert.deepEqual(tolerateQuery(Query, { page: ["1", "2"], assigned_to: " ", other: "x" }), { page: 2 })
    assert.deepEqual(tolerateQuery(Query, { page: ["3", ""] }), { page: 3 })
  })

  test("parts a list by commas and by repetition", () => {
    assert.deepEqual(tolerateQuery(Query, { mailbox: ["1,2", " 3 "] }), { mailbox: [1, 2, 3] })
  })
})
