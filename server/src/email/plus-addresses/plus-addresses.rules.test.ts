import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { answersBy, plusAddress, stateOfTest } from "./rules.ts"

describe("plusAddress", () => {
  test("puts the name behind a plus, unless there is one already", () => {
    assert.equal(plusAddress("support@example.com", "r1-abc"), "support+r1-abc@example.com")
    assert.equal(plusAddress("me+desk@example.com", "r1-abc"), undefined)
  })

  test("has at most 64 bytes before the @", () => {
    assert.equal(plusAddress(`${"a".repeat(57)}@x.example`, "r1-abc"), `${"a".repeat(57)}+r1-abc@x.example`)
    assert.equal(plusAddress(`${"a".repeat(58)}@x.example`, "r1-abc"), undefined)
    assert.equal(plusAddress(`${"ä".repeat(29)}@x.example`, "r1-abc"), undefined)
  })
})

test("a test waits ten minutes, fails by a problem, and counts whenever it arrives", () => {
  const sent_at = new Date("2026-01-01T00:00:00Z")
  const after = (seconds: number) => new Date(sent_at.getTime() + seconds * 1_000)
  const none = { sent_at, arrived_at: null, problem: null }
  assert.equal(stateOfTest(none, after(599)), "sent")
  assert.equal(stateOfTest(none, after(600)), "missing")
  assert.equal(stateOfTest({ ...none, problem: "550 No" }, after(1)), "failed")
  assert.equal(stateOfTest({ ...none, arrived_at: after(900), problem: "550 No" }, after(901)), "arrived")
})

test("answers come by the domain of the desk where there is one, else by what was tested", () => {
  const arrived = { arrived_at: new Date() }
  assert.equal(answersBy({ replyDomain: "reply.example" }, arrived), "own-domain")
  assert.equal(answersBy({ replyDomain: undefined }, arrived), "plus-address")
  assert.equal(answersBy({ replyDomain: undefined }, { arrived_at: null }), "references")
  assert.equal(answersBy({ replyDomain: undefined }, undefined), "references")
})
