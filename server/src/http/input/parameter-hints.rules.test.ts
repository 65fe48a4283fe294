import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import Type from "typebox"
import { parameterHints } from "./parameter-hints.ts"

const Conversations = Type.Object({
  page: Type.Optional(Type.Integer()),
  assigned_to: Type.Optional(Type.Integer()),
  mailbox: Type.Optional(Type.Array(Type.Integer())),
  tag: Type.Optional(Type.Array(Type.String())),
  range: Type.Optional(Type.String()),
  rangeId: Type.Optional(Type.Integer()),
})
const Tags = Type.Object({ page: Type.Optional(Type.Integer()) })
const hintsAt = parameterHints([Conversations, Tags])

describe("hints at parameters", () => {
  test("name what a near miss was meant to be", () => {
    const meant = (given: string) => hintsAt(Conversations, { [given]: "1" })
    for (const given of ["assignTo", "assignedTo", "assignee", "assigneeId", "assigned", "ASSIGNED-TO"])
      assert.deepEqual(meant(given), [`${given} was ignored; did you mean assigned_to?`])
    for (const given of ["mailboxId", "mailboxIds", "mailboxes", "Mailbox", "inbox", "inboxId", "mailbox_id"])
      assert.deepEqual(meant(given), [`${given} was ignored; did you mean mailbox?`])
    assert.deepEqual(meant("tags[]"), ["tags%5B%5D was ignored; did you mean tag?"])
    assert.deepEqual(meant("range_id"), ["range_id was ignored; did you mean rangeId?"])
    assert.deepEqual(meant("ranges"), ["ranges was ignored; did you mean range?"])
  })

  test("name what is known elsewhere, and nothing else", () => {
    const query = { tags: "a", mailbox: "1", page: "1", colour: "red", id: "1", _: "2" }
    const ignored = ["tags", "mailbox"].map((name) => `${name} was ignored; there is no such parameter here.`)
    assert.deepEqual(hintsAt(Tags, query), ignored)
    assert.deepEqual(hintsAt(undefined, { tags: "a", "": "" }), ignored.slice(0, 1))
    assert.deepEqual(
      hintsAt(Conversations, { mailbox: "1", [`tag${"s".repeat(38)}`]: "", [`tag${".".repeat(90)}`]: "" }),
      [],
    )
  })

  test("are no more than ten", () => {
    const names = Array.from({ length: 30 }, (_, index) => `tag${".".repeat(index + 1)}`)
    assert.equal(hintsAt(Tags, Object.fromEntries(names.map((name) => [name, ""]))).length, 10)
  })

  test("are printable and short, whatever is sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        for (const hint of hintsAt(Tags, { [`tag${name}`.toWellFormed()]: "" }))
          assert.match(hint, /^[\x20-\x7e]{1,600}$/)
      }),
    )
  })
})
