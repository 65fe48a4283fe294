import assert from "node:assert/strict"
import { describe, mock, test } from "node:test"
import type { FeedEvent } from "@deskhand/sdk/client"
import { createBatch } from "./batch.ts"
import { staleAfter } from "./stale.ts"

function event(kind: FeedEvent["event"], more: Partial<FeedEvent> = {}): FeedEvent {
  return { id: 1, event: kind, createdAt: "2026-01-01T00:00:00Z", subjectId: 9, data: {}, _links: {}, ...more }
}

describe("after an event", () => {
  test("of a conversation, its own and the lists and counts it may stand in are read again", () => {
    assert.deepEqual(staleAfter(event("convo.assigned", { conversationId: 4 })), [
      ["list"],
      ["folders"],
      ["counts"],
      ["unread"],
      ["conversation", 4],
      ["threads", 4],
      ["mail", 4],
      ["others"],
      ["routing"],
    ])
  })

  test("that a first step of the desk may be, which steps are done", () => {
    for (const kind of [
      "convo.agent.reply.created",
      "mail.connection.created",
      "user.created",
      "account.updated",
    ] as const)
      assert.ok(
        staleAfter(event(kind)).some(([noun]) => noun === "first-steps"),
        kind,
      )
    assert.ok(!staleAfter(event("convo.assigned")).some(([noun]) => noun === "first-steps"))
  })

  test("of a sender that was checked, what is known of its mail is", () => {
    assert.deepEqual(staleAfter(event("convo.thread.sender", { conversationId: 4 })), [["mail", 4]])
  })

  test("of followers, only those of the conversation are; a merge brings others along", () => {
    assert.deepEqual(staleAfter(event("convo.followers.changed", { conversationId: 4 })), [["followers", 4]])
    assert.deepEqual(staleAfter(event("convo.merged", { conversationId: 4 })).at(-1), ["followers", 4])
  })

  test("of a conversation in an inbox, only the folders of that inbox, and of the one that it left", () => {
    const foldersAfter = (more: Partial<FeedEvent>) =>
      staleAfter(event("convo.moved", { conversationId: 4, ...more })).filter(([noun]) => noun === "folders")
    assert.deepEqual(foldersAfter({ mailboxId: 1 }), [["folders", 1]])
    assert.deepEqual(foldersAfter({ mailboxId: 1, fromMailboxId: 2 }), [
      ["folders", 1],
      ["folders", 2],
    ])
    assert.deepEqual(foldersAfter({ fromMailboxId: 2 }), [["folders"], ["folders", 2]])
  })

  test("of a customer, an organization or what is known of them, their pages and the lists they stand in are", () => {
    assert.deepEqual(staleAfter(event("customer.updated")), [
      ["customer", 9],
      ["customers"],
      ["organization"],
      ["list"],
      ["others"],
    ])
    assert.deepEqual(staleAfter(event("organization.updated")), [
      ["organization", 9],
      ["organizations"],
      ["customer"],
      ["customers"],
    ])
    assert.deepEqual(staleAfter(event("organization-property.created")), [
      ["organization-properties"],
      ["organization"],
    ])
    assert.deepEqual(staleAfter(event("customer-property.deleted")), [["customer-properties"], ["customer"]])
  })

  test("of a bulk action, its progress is", () => {
    assert.deepEqual(staleAfter(event("bulk-action.updated", { subjectId: 3 })), [["bulk-action", 3]])
  })

  test("of how one likes to work, that is", () => {
    assert.deepEqual(staleAfter(event("notifications.updated")), [["notifications"]])
    assert.deepEqual(staleAfter(event("preferences.updated")), [["preferences"]])
  })

  test("of a view, the views and what they show", () => {
    assert.deepEqual(staleAfter(event("view.updated")), [["views"], ["counts"], ["list"]])
  })

  test("of settings, what shows them", () => {
    assert.deepEqual(staleAfter(event("saved-reply.updated", { mailboxId: 2 })), [["saved-replies", 2]])
    assert.deepEqual(staleAfter(event("custom-field.created", { mailboxId: 2 })), [["fields", 2], ["conversation"]])
    assert.deepEqual(staleAfter(event("webhook.disabled")), [["webhooks"]])
    assert.deepEqual(staleAfter(event("workflow.updated")), [["workflows"]])
    assert.deepEqual(staleAfter(event("user.status.changed")), [["status", 9], ["routing"]])
  })
})

test("what comes at once is passed on once, and a flood in even steps", async () => {
  mock.timers.enable({ apis: ["setTimeout"] })
  try {
    const passed: unknown[] = []
    const batch = createBatch(100, (keys) => {
      passed.push(keys)
      return Promise.resolve()
    })
    batch.add([["list"], ["threads", 1]])
    batch.add([["list"]])
    mock.timers.tick(1)
    assert.deepEqual(passed, [[["list"], ["threads", 1]]])
    await nextTurn()
    batch.add([["list"]])
    batch.add([["folders"]])
    mock.timers.tick(98)
    assert.equal(passed.length, 1)
    mock.timers.tick(2)
    assert.deepEqual(passed[1], [["list"], ["folders"]])
    batch.add([["tags"]])
    batch.stop()
    mock.timers.tick(1_000)
    assert.equal(passed.length, 2)
  } finally {
    mock.timers.reset()
  }
})

test("what takes long to read is not asked for again meanwhile, but not waited for without end", async () => {
  mock.timers.enable({ apis: ["setTimeout"] })
  try {
    const passed: unknown[] = []
    let read = () => {}
    const batch = createBatch(100, (keys) => {
      passed.push(keys)
      return new Promise<void>((resolve) => {
        read = resolve
      })
    })
    batch.add([["list"]])
    mock.timers.tick(1)
    for (let step = 0; step < 10; step++) {
      batch.add([["list"], ["folders"]])
      mock.timers.tick(100)
    }
    assert.deepEqual(passed, [[["list"]]])
    read()
    await nextTurn()
    mock.timers.tick(100)
    assert.deepEqual(passed[1], [["list"], ["folders"]])
    batch.add([["tags"]])
    for (let step = 0; step < 29; step++) mock.timers.tick(100)
    assert.equal(passed.length, 2)
    for (let step = 0; step < 2; step++) mock.timers.tick(100)
    assert.deepEqual(passed[2], [["tags"]])
  } finally {
    mock.timers.reset()
  }
})

/** Until promises that are settled have been heard. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
