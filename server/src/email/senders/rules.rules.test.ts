import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { SenderVerdict } from "@deskhand/contract/mail/mail-sender"
import { domainOf, namesOfSender, verdictOn } from "./rules.ts"

describe("names of a sender", () => {
  test("are the address and every domain above it, without the top-level domain", () => {
    assert.deepEqual(namesOfSender("Ada@Mail.Shop.Example"), [
      "ada@mail.shop.example",
      "mail.shop.example",
      "shop.example",
    ])
    assert.deepEqual(namesOfSender("root@localhost"), ["root@localhost"])
    assert.deepEqual(namesOfSender('"a@b.example"@shop.example'), ['"a@b.example"@shop.example', "shop.example"])
    assert.deepEqual(namesOfSender("ada@shop.example."), ["ada@shop.example.", "shop.example"])
  })

  test("a domain that can be blocked has a dot", () => {
    assert.deepEqual(["ada@Shop.Example", "ada@shop.example.", "root@localhost", "nobody"].map(domainOf), [
      "shop.example",
      "shop.example",
      undefined,
      undefined,
    ])
  })
})

describe("the verdict on a sender", () => {
  const known = new Map<string, SenderVerdict>([
    ["shop.example", "blocked"],
    ["ada@shop.example", "trusted"],
    ["eve@other.example", "blocked"],
  ])

  for (const [address, verdict] of [
    ["ADA@shop.example", "trusted"],
    ["bob@shop.example", "blocked"],
    ["bob@mail.shop.example", "blocked"],
    ["eve@other.example", "blocked"],
    ["bob@other.example", undefined],
    ["bob@notshop.example", undefined],
    ["shop.example@other.example", undefined],
    ["bob@example", undefined],
  ] as const)
    test(`${address}: ${verdict ?? "none"}`, () => assert.equal(verdictOn(address, known), verdict))
})
