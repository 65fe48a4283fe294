import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { creationOf, emptyDraft, hasCustomer, isBlank, type NewDraft, withRequest } from "./draft.ts"

const draftWith = (part: Partial<NewDraft>): NewDraft => ({ ...emptyDraft(), ...part })

describe("what the desk is asked to create", () => {
  test("an email is a draft to all its recipients, the first of whom is the customer", () => {
    const draft = draftWith({
      to: ["ann@a.example", "bob@b.example"],
      cc: ["cy@c.example"],
      bcc: ["di@d.example"],
      subject: " Tea ",
      html: "<p>Hello</p>",
      tags: ["vip"],
      assignee: { id: 7, type: "user" },
      status: "closed",
    })
    assert.deepEqual(creationOf(draft, 3, []), {
      subject: "Tea",
      type: "email",
      mailboxId: 3,
      status: "active",
      customer: { email: "ann@a.example" },
      threads: [
        {
          type: "reply",
          draft: true,
          text: "<p>Hello</p>",
          to: ["ann@a.example", "bob@b.example"],
          cc: ["cy@c.example"],
          bcc: ["di@d.example"],
        },
      ],
      tags: ["vip"],
      assignTo: 7,
    })
  })

  test("a call or a note is with one customer, who may have no address, and goes to nobody", () => {
    const customer = { id: 5, name: "Ann" }
    const call = creationOf(draftWith({ kind: "call", customer, html: "<p>x</p>", status: "closed" }), 3, [])
    assert.deepEqual([call.type, call.status, call.customer], ["phone", "closed", { id: 5 }])
    assert.deepEqual(call.threads, [{ type: "phone", text: "<p>x</p>" }])
    const note = creationOf(draftWith({ kind: "note", to: ["ann@a.example"], cc: ["cy@c.example"] }), 3, [])
    assert.deepEqual([note.type, note.customer], ["email", { email: "ann@a.example" }])
    assert.deepEqual(note.threads, [{ type: "note", text: "<p></p>" }])
  })
})

test("an email needs an address, a call somebody who called", () => {
  const customer = { id: 5, name: "Ann" }
  assert.equal(hasCustomer(draftWith({ customer })), false)
  assert.equal(hasCustomer(draftWith({ kind: "call", customer })), true)
  assert.equal(hasCustomer(draftWith({ to: ["ann@a.example"] })), true)
})

test("a draft is blank until something is written, whoever it is for", () => {
  assert.equal(isBlank(draftWith({ to: ["ann@a.example"] }), 0), true)
  assert.equal(isBlank(draftWith({ subject: "Tea" }), 0), false)
  assert.equal(isBlank(draftWith({}), 1), false)
})

test("writing to somebody puts them first and keeps what was written", () => {
  const draft = draftWith({ to: ["bob@b.example", "ann@a.example"], html: "<p>Hello</p>" })
  const { to, html } = withRequest(draft, { to: "ann@a.example" })
  assert.deepEqual([to, html], [["ann@a.example", "bob@b.example"], "<p>Hello</p>"])
  assert.equal(withRequest(emptyDraft(), { customer: { id: 5, name: "Ann" } }).kind, "call")
})
