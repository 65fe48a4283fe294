import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Conversation } from "@deskhand/sdk/client"
import { applyChange, conflictIn, conflictsWith, missingFrom, valuesBefore } from "./change.ts"
import type { Change } from "./command.ts"

const ada = { id: 1, type: "user" as const, first: "Ada" }
const bob = { id: 2, type: "user" as const, first: "Bob" }
const tag = (name: string) => ({ id: 0, color: "", tag: name, styles: {} }) as unknown as Conversation["tags"][number]
const snooze = { snoozedUntil: "2031-01-15T10:30:00Z", unsnoozeOnCustomerReply: true }

const conversation = {
  id: 5,
  status: "active",
  state: "published",
  subject: "Late order",
  mailboxId: 3,
  threads: 2,
  assignee: ada,
  tags: [tag("vip")],
} as unknown as Conversation

const changes: Record<string, Change> = {
  status: { status: "closed" },
  assignee: { assignee: bob },
  "no assignee": { assignee: null },
  tags: { tags: [tag("late")] },
  subject: { subject: "Early order" },
  snooze: { snooze },
  wake: { snooze: null, status: "active" },
}

describe("a change", () => {
  for (const [name, change] of Object.entries(changes))
    test(`of ${name} is missing until it is made, and its opposite restores what was there`, () => {
      const before = name === "wake" ? applyChange(conversation, { snooze }) : conversation
      const after = applyChange(before, change)
      assert.ok(missingFrom(before, change).length > 0)
      assert.deepEqual(missingFrom(after, change), [])
      const restored = applyChange(after, valuesBefore(before, change))
      assert.deepEqual(missingFrom(restored, valuesBefore(before, change)), [])
      assert.deepEqual(
        [restored.assignee, restored.tags, restored.status],
        [before.assignee, before.tags, before.status],
      )
    })

  test("adds and removes single tags without touching others, whatever the case", () => {
    const added = applyChange(conversation, { addTag: tag("late") })
    assert.deepEqual(
      applyChange(added, { removeTag: "VIP" }).tags.map((one) => one.tag),
      ["late"],
    )
  })

  test("conflicts only with what somebody else did to the same thing", () => {
    const change = { status: "closed" } as const
    const before = valuesBefore(conversation, change)
    assert.deepEqual(conflictsWith({ ...conversation, subject: "Other" }, change, before), [])
    assert.deepEqual(conflictsWith({ ...conversation, status: "closed" }, change, before), [])
    assert.deepEqual(conflictsWith({ ...conversation, status: "pending" }, change, before), ["status"])
  })

  test("of the status conflicts with a message that came later; one of the assignee does not", () => {
    const later = { ...conversation, threads: 3 }
    const commandOf = (change: Change) => ({ change, before: { ...valuesBefore(conversation, change), messages: 2 } })
    assert.equal(conflictIn(later, commandOf({ status: "closed" })), "message")
    assert.equal(conflictIn(later, commandOf({ snooze })), "message")
    assert.equal(conflictIn(later, commandOf({ assignee: bob })), undefined)
    assert.equal(conflictIn({ ...later, assignee: bob }, commandOf({ assignee: null })), "changed")
  })
})
