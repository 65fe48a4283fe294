import assert from "node:assert/strict"
import { test } from "node:test"
import type { ListedWorkflow } from "@deskhand/sdk/client"
import { newValues, valuesOf, writtenOf } from "./values.ts"

test("what is read and saved without a change stays the same", () => {
  const conditions: ListedWorkflow["conditions"] = {
    on: ["convo.created", "convo.tags"],
    after: { minutes: 90, since: "agentReply" },
    query: "tag:vip",
  }
  const actions: ListedWorkflow["actions"] = [
    { type: "assign", assignTo: null },
    { type: "forward", to: ["a@example.com", "b@example.com"], text: "<p>See below</p>" },
  ]
  const given = { mailboxId: 3, name: "All of it", type: "automatic", status: "active", conditions, actions } as const
  assert.deepEqual(writtenOf(valuesOf(given)), given)
})

test("a manual one waits for nothing, and addresses are written in one line", () => {
  const action = { type: "forward", to: ["a@example.com; b@example.com,  c@example.com "], text: "Why" } as const
  const values = { ...newValues(3), name: "By hand", type: "manual", waits: true, query: "  " } as const
  assert.deepEqual(writtenOf({ ...values, actions: [{ key: "x", action: { ...action, to: [...action.to] } }] }), {
    mailboxId: 3,
    name: "By hand",
    type: "manual",
    status: "active",
    conditions: {},
    actions: [{ type: "forward", to: ["a@example.com", "b@example.com", "c@example.com"], text: "Why" }],
  })
})
