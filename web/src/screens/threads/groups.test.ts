import assert from "node:assert/strict"
import { test } from "node:test"
import type { Thread } from "@deskhand/sdk/client"
import { groupThreads, toneOf } from "./groups.ts"

function thread(id: number, type: Thread["type"], more: Partial<Thread> = {}): Thread {
  return {
    id,
    type,
    status: "active",
    state: "published",
    source: { type: "web", via: "user" },
    createdBy: { id: 1, type: "user" },
    createdAt: "2026-01-01T00:00:00Z",
    _links: {},
    ...more,
  }
}

test("changes next to each other stand together, messages alone", () => {
  const groups = groupThreads([
    thread(6, "lineitem"),
    thread(5, "lineitem"),
    thread(4, "message"),
    thread(3, "note"),
    thread(2, "lineitem"),
    thread(1, "customer"),
  ])
  assert.deepEqual(
    groups.map((group) => (group.kind === "message" ? group.thread.id : group.threads.map(({ id }) => id))),
    [[6, 5], 4, 3, [2], 1],
  )
})

test("a message is coloured by what it waits for, then by what it is, then by who wrote it", () => {
  const customer = { id: 3, type: "customer" } as const
  assert.equal(toneOf(thread(1, "message")), "agent")
  assert.equal(toneOf(thread(1, "customer", { createdBy: customer })), "customer")
  assert.equal(toneOf(thread(1, "note")), "note")
  assert.equal(toneOf(thread(1, "phone")), "call")
  assert.equal(toneOf(thread(1, "note", { state: "draft" })), "draft")
  assert.equal(toneOf(thread(1, "message", { state: "review" })), "review")
  assert.equal(toneOf(thread(1, "message", { state: "bounced" })), "bounced")
  const scheduled = {
    scheduledBy: 1,
    sendAsId: 1,
    createdAt: "2026-01-01T00:00:00Z",
    scheduledFor: "2026-01-02T00:00:00Z",
    unscheduleOnCustomerReply: true,
  }
  assert.equal(toneOf(thread(1, "message", { state: "draft", scheduled })), "scheduled")
})
