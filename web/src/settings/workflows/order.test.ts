import assert from "node:assert/strict"
import { test } from "node:test"
import type { ListedWorkflow } from "@deskhand/sdk/client"
import { moved, movedFields } from "./order.ts"

function one(id: number, order: number, status: ListedWorkflow["status"] = "active") {
  return {
    id,
    mailboxId: 7,
    type: "manual" as const,
    status,
    order,
    name: `Workflow ${id}`,
    conditions: { query: "tag:vip" },
    actions: [{ type: "status" as const, status: "closed" as const }],
  } satisfies Parameters<typeof movedFields>[0][number]
}

test("what is moved changes places with its neighbour, and only they are written again, as they were", () => {
  const second = one(2, 1)
  const next = moved([one(1, 0), second, one(3, 2, "inactive"), one(4, 3)], second, 1)
  assert.deepEqual(
    next.map(({ id }) => id),
    [1, 3, 2, 4],
  )
  const written = {
    mailboxId: 7,
    name: "Workflow 3",
    type: "manual",
    status: "inactive",
    order: 1,
    conditions: { query: "tag:vip" },
    actions: [{ type: "status", status: "closed" }],
  }
  assert.deepEqual(movedFields(next), [
    { id: 3, written },
    { id: 2, written: { ...written, name: "Workflow 2", status: "active", order: 2 } },
  ])
})

test("places that others have left are closed up", () => {
  const last = one(3, 9)
  const next = moved([one(1, 4), one(2, 4), last], last, -1)
  assert.deepEqual(
    movedFields(next).map(({ id, written }) => [id, written.order]),
    [
      [1, 0],
      [3, 1],
      [2, 2],
    ],
  )
})
