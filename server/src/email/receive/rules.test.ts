import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import type { ParsedMessage } from "../parse/message.ts"
import { unreadable } from "./prepare.ts"
import { answeredBy, contentHash, customerOf, isOurs, namesIn, othersIn, storable, subjectOf } from "./rules.ts"

const messageOf = (more: Partial<ParsedMessage>): ParsedMessage => ({ ...unreadable.message, ...more })
const inboxes = new Set(["support@scenario.example"])

describe("the rules of receiving", () => {
  test("whoever calls themselves what they like is called so, within limits (E9)", () => {
    const named = (name: string) => customerOf({ name, address: "mary@elsewhere.example" })
    const email = "mary@elsewhere.example"
    assert.deepEqual(named("Mary Ann Jones"), { email, firstName: "Mary", lastName: "Ann Jones" })
    assert.deepEqual(named("ceo@company.example"), { email })
    assert.deepEqual(named(""), { email })
    assert.deepEqual(named("\u202egnp.exe\u202c M\u0000ary"), { email, firstName: "gnp.exe", lastName: "M ary" })
    const { firstName, lastName } = named(`${"😀".repeat(50)} ${"x".repeat(90)}`)
    assert.deepEqual([[...(firstName ?? "")].length, lastName?.length], [40, 40])
    assert.equal(customerOf(undefined).email, "unknown@sender.invalid")
  })

  test("our own addresses in any case and with anything behind a plus are ours, and no others", () => {
    for (const address of ["Support@Scenario.example", "support+a+b@scenario.example"])
      assert.ok(isOurs(address, inboxes), address)
    for (const address of ["support@scenario.example.evil.example", "xsupport@scenario.example", "+@scenario.example"])
      assert.ok(!isOurs(address, inboxes), address)
    const to = ["a@b.example", "support+x@scenario.example", "A@b.example", "no address"]
    const addresses = to.map((address) => ({ name: "", address }))
    assert.deepEqual(othersIn(addresses, inboxes), ["A@b.example"])
  })

  test("what is answered: the nearest first, each once, the last fifty (P13)", () => {
    const references = Array.from({ length: 100_000 }, (_, place) => `r${place}`)
    const answered = answeredBy(messageOf({ inReplyTo: ["one", "r99999"], references }))
    assert.equal(answered.length, 51)
    assert.deepEqual(answered.slice(0, 3), [
      { id: "one", why: "message-id" },
      { id: "r99999", why: "message-id" },
      { id: "r99998", why: "references" },
    ])
    assert.equal(answered.at(-1)?.id, "r99950")
  })

  test("names stand alone or behind a plus, and are otherwise none", () => {
    const name = `r2k-${"a".repeat(26)}`
    const read = namesIn([`support+${name}@x.example`, `${name}@x.example`, `a+b+${name.toUpperCase()}@x.example`])
    assert.deepEqual(
      read.map(({ mailId }) => mailId),
      [92, 92, 92],
    )
    assert.deepEqual(namesIn([`x${name}@x.example`, "support@x.example", ""]), [])
  })

  test("the same message is the same whichever way it came; anything that people see makes it another", () => {
    const message = messageOf({ messageId: "one", headers: [["received", "from there"]] })
    const hash = contentHash(message, ["f"]).toString("hex")
    assert.equal(contentHash(messageOf({ messageId: "one" }), ["f"]).toString("hex"), hash)
    for (const other of [{ subject: "x" }, { body: "x" }, { date: "x" }, { from: { name: "", address: "x" } }])
      assert.notEqual(contentHash(messageOf(other), ["f"]).toString("hex"), hash)
    assert.notEqual(contentHash(message, []).toString("hex"), hash)
  })

  test("a subject is one line of what can be seen, and never nothing", () => {
    assert.equal(subjectOf(messageOf({ subject: " a\r\n\tb\u202e " })), "a b")
    assert.equal(subjectOf(messageOf({ subject: "\u200b" })), "(no subject)")
    assert.equal([...subjectOf(messageOf({ subject: "😀".repeat(2_000) }))].length, 998)
  })

  test("whatever it is, what is stored of it is text that a database takes", () => {
    const unit = fc.constantFrom("a", "\0", "\ud800", "\udc00", "😀", "\\")
    fc.assert(
      fc.property(fc.array(fc.string({ unit })), (given) => {
        const text = JSON.stringify(storable({ inner: { given } }))
        assert.ok(!text.includes("\\u0000") && text.isWellFormed() && !/\\ud[89a-f]/.test(text))
      }),
      { numRuns: 50 },
    )
  })
})
