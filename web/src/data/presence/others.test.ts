import assert from "node:assert/strict"
import { test } from "node:test"
import type { Presence } from "@deskhand/sdk/client"
import { afterNews, type Whereabouts } from "./others.ts"

const since = "2026-01-01T00:00:00Z"

function at(conversationId: number, userId: number, activity: Presence["activity"]): Presence {
  return { conversationId, userId, activity, since }
}

test("news add, change and take away one by one, or say all anew", () => {
  const none: Whereabouts = new Map()
  const first = afterNews(none, { complete: true, presence: [at(1, 7, "viewing"), at(1, 8, "viewing")] })
  assert.deepEqual(first.get(1), [at(1, 7, "viewing"), at(1, 8, "viewing")])
  const second = afterNews(first, { complete: false, presence: [at(1, 7, "replying"), at(2, 9, "noting")] })
  assert.deepEqual(second.get(1), [at(1, 8, "viewing"), at(1, 7, "replying")])
  assert.deepEqual(second.get(2), [at(2, 9, "noting")])
  const gone = { conversationId: 2, userId: 9, activity: "gone" as const }
  assert.equal(afterNews(second, { complete: false, presence: [gone] }).has(2), false)
  assert.deepEqual([...afterNews(second, { complete: true, presence: [] })], [])
})
