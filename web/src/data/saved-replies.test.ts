import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { SavedReply } from "@deskhand/sdk/client"
import { bodyOf, fillIn, fuzzy } from "./saved-replies.ts"

const given = {
  conversation: { primaryCustomer: { id: 1, first: "<Ann>", email: "ann@a.example" }, number: 7, subject: "Tea" },
  me: { firstName: "Ada", lastName: "Lovelace", email: "ada@desk.example" },
} as unknown as Parameters<typeof fillIn>[1]

describe("the places of a saved reply", () => {
  test("are filled, as text", () => {
    const { html, unfilled } = fillIn(
      "<p>Dear {%customer.firstName%}, #{% conversation.number %} {%user.fullName%}</p>",
      given,
    )
    assert.deepEqual([html, unfilled], ["<p>Dear &lt;Ann&gt;, #7 Ada Lovelace</p>", []])
  })

  test("have something else where there is nothing, and stay where there is not even that", () => {
    const { html, unfilled } = fillIn("{%customer.lastName,fallback=friend%} {%customer.lastName%} {%no.such%}", given)
    assert.equal(html, "friend {%customer.lastName%} {%no.such%}")
    assert.deepEqual(unfilled, ["{%customer.lastName%}", "{%no.such%}"])
  })
})

test("a reply says in a chat what it has for chats, and its text elsewhere", () => {
  const reply = { id: 1, name: "Thanks", text: "<p>Thank you.</p>", chatText: "Thx <3", _links: {} } as SavedReply
  const { chatText: _, ...textOnly } = reply
  const bodyIn = (type: "chat" | "email", { from = reply } = {}) => bodyOf(from, { ...given.conversation, type })
  assert.equal(bodyIn("email"), "<p>Thank you.</p>")
  assert.equal(bodyIn("chat"), "<p>Thx &lt;3</p>")
  assert.equal(bodyIn("chat", { from: textOnly }), "<p>Thank you.</p>")
})

test("what is typed finds names that have its letters in turn, the closest first", () => {
  assert.equal(fuzzy("Where is my box?", "zz"), undefined)
  assert.equal(fuzzy("Where is my box?", "whe"), 0)
  assert.ok((fuzzy("Where is my box?", "wbox") ?? 0) > (fuzzy("Where is my box?", "whe") ?? 0))
})
