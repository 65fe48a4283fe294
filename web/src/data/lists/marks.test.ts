import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Conversation } from "@deskhand/sdk/client"
import { isUnavailable, lastingMark, markOfChange, movedAmong, newAmong } from "./marks.ts"

function conversation(more: object = {}): Conversation {
  return {
    id: 1,
    status: "active",
    state: "published",
    mailboxId: 1,
    threads: 1,
    tags: [],
    ...more,
  } as unknown as Conversation
}

describe("the mark of a row", () => {
  test("names what has changed, the most important thing first", () => {
    const before = conversation({ customerWaitingSince: { time: "2026-01-01T00:00:00Z" } })
    const after = (more: object) => markOfChange(before, { ...before, ...more })
    assert.equal(after({}), undefined)
    assert.equal(after({ status: "closed", assignee: { id: 5 } }), "closed")
    assert.equal(after({ status: "spam" }), "spam")
    assert.equal(after({ status: "pending" }), "pending")
    assert.equal(after({ status: "pending", assignee: { id: 5 } }), "assigned")
    assert.equal(after({ snooze: { snoozedUntil: "2031-01-01T00:00:00Z" } }), "snoozed")
    assert.equal(after({ mailboxId: 2 }), "inbox")
    assert.equal(after({ customerWaitingSince: undefined }), "answered")
    assert.equal(after({ customerWaitingSince: { time: "2026-01-02T00:00:00Z" } }), "message")
    assert.equal(after({ tags: [{ id: 1 }] }), "moved")
    assert.equal(markOfChange(conversation({ assignee: { id: 5 } }), conversation()), "unassigned")
    assert.equal(markOfChange(conversation({ status: "closed" }), conversation()), "active")
  })

  test("says where there is nothing to open", () => {
    assert.equal(lastingMark(1, conversation()), undefined)
    assert.equal(lastingMark(1, conversation({ state: "deleted" })), "deleted")
    assert.equal(lastingMark(7, conversation()), "merged")
    assert.deepEqual(
      ["deleted", "merged", "unavailable", "closed", undefined].map((mark) => isUnavailable(mark as "closed")),
      [true, true, true, false, false],
    )
  })
})

describe("rows that moved", () => {
  const movedOf = (...places: number[]) => [...movedAmong(places.map((place, index) => ({ id: index + 1, place })))]

  test("are as few as possible", () => {
    assert.deepEqual(movedOf(0, 1, 2, 3), [])
    assert.deepEqual(movedOf(1, 2, 3, 0), [4])
    assert.deepEqual(movedOf(9, 1, 2, 3), [1])
    assert.deepEqual(movedOf(0, 3, 2, 5), [2])
    assert.deepEqual(movedOf(), [])
  })

  test("are none where rows have gone or come between them", () => {
    assert.deepEqual(movedOf(4, 9, 10, 30), [])
  })
})

describe("new rows", () => {
  const kept = new Set([1, 2, 3])

  test("of an order that is whole are all that it lacks", () => {
    assert.deepEqual(newAmong(kept, { listed: [9, 1, 2, 3, 8], isWhole: true }), [9, 8])
    assert.deepEqual(newAmong(kept, { listed: [], isWhole: true }), [])
  })

  test("of one that goes on are those among its rows", () => {
    assert.deepEqual(newAmong(kept, { listed: [9, 1, 3, 8, 7], isWhole: false }), [9])
    assert.deepEqual(newAmong(kept, { listed: [8, 7], isWhole: false }), [])
  })
})
