import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { parseMessage } from "../parse/parse.ts"
import { resolveSender, type SenderOptions } from "./sender.ts"

const inboxes = new Set(["support@scenario.example", "billing@scenario.example"])

type Fields = Record<string, string>

/** Gives the address and the field that it stands in. */
function senderOf(fields: Fields, useReplyTo: SenderOptions["useReplyTo"] = "automatic", from?: string) {
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const message = parseMessage(Buffer.from(`${head.join("")}\r\nHello`))
  const sender = resolveSender(message, from === undefined ? {} : { from }, { inboxes, useReplyTo })
  return sender && [sender.name, sender.address, sender.field]
}

const form = { From: "Website <support@scenario.example>", "Reply-To": "Dora <dora@elsewhere.example>" }
const group = {
  From: "'Dora' via Support <support@scenario.example>",
  "List-ID": "<support.scenario.example>",
}
const dora = ["Dora", "dora@elsewhere.example"]

describe("who wrote a message", () => {
  test("is the From address of ordinary mail, whatever Reply-To says", () => {
    const plain = { From: "Dora <dora@elsewhere.example>", "Reply-To": "office@elsewhere.example" }
    assert.deepEqual(senderOf(plain), [...dora, "from"])
    assert.deepEqual(senderOf({ ...plain, "X-Original-From": "other@elsewhere.example" }), [...dora, "from"])
  })

  test("of a website form that writes as an inbox is in Reply-To, with every setting", () => {
    for (const useReplyTo of ["automatic", "always", "never"] as const)
      assert.deepEqual(senderOf(form, useReplyTo), [...dora, "reply-to"], useReplyTo)
    assert.deepEqual(senderOf({ ...form, From: "support+web@scenario.example" }), [...dora, "reply-to"])
  })

  test("of mail from one inbox to another is that inbox", () => {
    const internal = { From: "billing@scenario.example", "Reply-To": "support@scenario.example" }
    assert.deepEqual(senderOf(internal), ["", "billing@scenario.example", "from"])
  })

  test("of a group that writes in its own name is whom it names as the original sender, or in Reply-To", () => {
    const original = { ...group, "X-Original-From": "Dora <dora@elsewhere.example>" }
    assert.deepEqual(senderOf(original), [...dora, "original"])
    assert.deepEqual(senderOf({ ...group, "X-Original-Sender": "dora@elsewhere.example" }), [...dora, "original"])
    assert.deepEqual(senderOf({ ...group, "Reply-To": "dora@elsewhere.example" }), [...dora, "reply-to"])
  })

  test("of a list elsewhere that rewrites the sender likewise, and never the list itself", () => {
    const list = {
      From: "Dora via Talk <talk@lists.example>",
      "List-Post": "<mailto:talk@lists.example>",
      "Reply-To": "Dora <dora@elsewhere.example>",
    }
    assert.deepEqual(senderOf(list), [...dora, "reply-to"])
    assert.deepEqual(senderOf(list, "never"), ["Dora via Talk", "talk@lists.example", "from"])
    // It rewrote nothing, and only wants answers for itself.
    const plain = { ...list, From: "Dora <dora@elsewhere.example>", "Reply-To": "talk@lists.example" }
    assert.deepEqual(senderOf(plain), [...dora, "from"])
    assert.deepEqual(senderOf(plain, "always"), [...dora, "from"])
  })

  test("of an address that takes no replies is in Reply-To, unless the inbox wants otherwise", () => {
    for (const local of ["noreply", "no-reply", "donotreply", "do-not-reply", "shop-noreply", "no_reply+17"]) {
      const shop = { From: `Shop <${local}@shop.example>`, "Reply-To": "dora@elsewhere.example" }
      assert.deepEqual(senderOf(shop)?.slice(1), ["dora@elsewhere.example", "reply-to"], local)
      assert.deepEqual(senderOf(shop, "never")?.slice(1), [`${local}@shop.example`, "from"])
    }
    const person = { From: "noreplyson@shop.example", "Reply-To": "dora@elsewhere.example" }
    assert.deepEqual(senderOf(person)?.slice(1), ["noreplyson@shop.example", "from"])
  })

  test("is always in Reply-To where the inbox wants that", () => {
    const plain = { From: "Dora <dora@elsewhere.example>", "Reply-To": "office@elsewhere.example" }
    assert.deepEqual(senderOf(plain, "always"), ["", "office@elsewhere.example", "reply-to"])
  })

  test("without a From is in the envelope, else in Reply-To, else nobody", () => {
    assert.deepEqual(senderOf({}, "never", "bounce@elsewhere.example"), ["", "bounce@elsewhere.example", "envelope"])
    assert.deepEqual(senderOf({ "Reply-To": "Dora <dora@elsewhere.example>" }, "never", ""), [...dora, "reply-to"])
    assert.equal(senderOf({}, "always", ""), undefined)
  })
})
