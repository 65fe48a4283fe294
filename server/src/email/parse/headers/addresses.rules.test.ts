import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { addressParser } from "postal-mime"
import { mail } from "../../../../test/mail/corpus/sample.ts"
import { runs } from "../../../../test/property.ts"
import { decodeField } from "../charsets/words.ts"
import { parseMessage } from "../parse.ts"
import { canonicalAddress, readAddresses, readMailboxes } from "./addresses.ts"
import { readFields } from "./fields.ts"
import { seeAddresses } from "./seen-addresses.ts"
import { readSender } from "./sender.ts"

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
const address = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/^_`{|}~-]{1,20}(\.[A-Za-z0-9_-]{1,10}){0,2}$/), label, label)
  .map(([local, one, two]) => `${local}@${one}.${two}x`)
const name = fc.stringMatching(/^[A-Za-zÄéß漢я,.@<>():; ]{0,30}$/).map((text) => text.replace(/\s+/g, " ").trim())

/** Pieces of which addresses are made, so that most of what comes is nearly one. */
const pieces = fc
  .array(
    fc.constantFrom(
      "a",
      "b@c.example",
      "@",
      "<",
      ">",
      '"',
      "(",
      ")",
      ",",
      ";",
      ":",
      " ",
      "\\",
      "=?utf-8?q?x=40y?=",
      "é",
      "\r\n ",
      "ann",
      ".example",
      "[",
      "]",
      "d@e.example",
    ),
    { maxLength: 12 },
  )
  .map((list) => list.join(""))

const senderIn = (value: string) => readSender([{ name: "from", value }])

describe("addresses", () => {
  test("come back as they were written, with any name", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, address), { minLength: 1, maxLength: 5 }), (list) => {
        const field = list.map(([name, address]) => `"${name}" <${address}>`).join(", ")
        assert.deepEqual(
          readAddresses(field).map((one) => one.address),
          list.map(([, address]) => address),
        )
        assert.deepEqual(
          readAddresses(field).map((one) => one.name),
          list.map(([name]) => name),
        )
      }),
      { numRuns: runs(200) },
    )
  })

  test("are nobody else's than another reader finds, unless they are flagged as a guess (P12)", () => {
    fc.assert(
      fc.property(pieces, (field) => {
        const { address, isUnclear } = senderIn(field)
        if (!address || isUnclear) return
        const [other] = addressParser(field.replace(/\r\n/g, ""))
        assert.equal(other?.address && canonicalAddress(other.address), address.address)
      }),
      { numRuns: runs(500) },
    )
  })

  test("are seen in whatever stands around one of them, and are the same when they are read again", () => {
    fc.assert(
      fc.property(pieces, (field) => {
        for (const { address } of [...readAddresses(field), ...seeAddresses(field)]) {
          assert.equal(canonicalAddress(address), address)
          assert.deepEqual(senderIn(`<${address}>`).address?.address, address)
        }
      }),
      { numRuns: runs(200) },
    )
    const around = fc.array(fc.constantFrom("<", ">", '"', "(", ")", ",", ";", ":", " ", "[", "]", "Ann", "é", "\r\n "))
    fc.assert(
      fc.property(around, around, (before, after) => {
        const { address } = senderIn(`${before.join("")} ann@customer.example ${after.join("")}`)
        assert.equal(address?.address, "ann@customer.example")
      }),
      { numRuns: runs(300) },
    )
  })

  test("of groups are taken as recipients, and as senders only as a guess", () => {
    const field = "Team: Ann <ann@a.example>, bob@b.example; , carl@c.example"
    assert.deepEqual(
      readAddresses(field).map(({ address }) => address),
      ["ann@a.example", "bob@b.example", "carl@c.example"],
    )
    assert.deepEqual(readMailboxes(field), [undefined, undefined, undefined])
    const team = { name: "Team: Ann", address: "ann@a.example" }
    assert.deepEqual(senderIn(field), { address: team, isOneOfSeveral: true, isUnclear: true })
    assert.deepEqual(readAddresses("undisclosed-recipients:;"), [])
  })

  test("in quotation marks are names, and senders only where there is no other", () => {
    const quoted = { name: "", address: "ann@a.example" }
    assert.deepEqual(senderIn('"ann@a.example"'), { address: quoted, isOneOfSeveral: false, isUnclear: true })
    const named = { name: "ann@a.example", address: "bob@b.example" }
    const clear = { isOneOfSeveral: false, isUnclear: false }
    assert.deepEqual(senderIn('"ann@a.example" <bob@b.example>'), { address: named, ...clear })
  })

  test("have domains in ASCII and lower case, and names as they are", () => {
    assert.equal(canonicalAddress("Ann@EXAMPLE.com"), "Ann@example.com")
    assert.equal(canonicalAddress("ann@BÜCHER.example"), "ann@xn--bcher-kva.example")
    assert.equal(canonicalAddress("ann@ex\u200bample.com"), undefined)
    assert.equal(canonicalAddress("ann@127.0.0.1"), undefined)
    assert.equal(canonicalAddress("ann@example.com."), undefined)
    assert.equal(canonicalAddress(`${"a".repeat(65)}@example.com`), undefined)
  })
})

describe("header fields", () => {
  test("are decoded whatever stands in them", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc
        .array(fc.constantFrom("=?", "utf-8", "?", "B", "Q", "=C3", "?=", " ", "*en", "Zm9v", "\u0000", "\ud800"))
        .map((list) => list.join("")),
    )
    fc.assert(
      fc.property(text, (value) => {
        const decoded = decodeField(value)
        assert.ok(decoded.isWellFormed() && !/\p{Cc}/u.test(decoded))
      }),
      { numRuns: runs(200) },
    )
  })

  test("have names in lower case, are unfolded, and are left out where they are none", () => {
    assert.deepEqual(readFields(Buffer.from("A : b\r\n c\r\nno field\r\n d\r\n: e\r\nF:\r\n\u00a0From: x\r\nG: h")), [
      { name: "a", value: "b c" },
      { name: "f", value: "" },
      { name: "g", value: "h" },
    ])
  })

  test("that decide about loops are kept, however many others there are", () => {
    const raw = mail({ "X-A": `b${"\r\nX-A: c".repeat(1_000)}`, "Auto-Submitted": "auto-replied" }, "x")
    const { headers } = parseMessage(raw)
    assert.equal(headers.length, 500)
    assert.deepEqual(headers[0], ["from", "Ann Lee <ann@customer.example>"])
    assert.deepEqual(headers.at(-1), ["auto-submitted", "auto-replied"])
    assert.deepEqual(
      headers.find(([name]) => name === "x-a"),
      ["x-a", "b"],
    )
  })
})
