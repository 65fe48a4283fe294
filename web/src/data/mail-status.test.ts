import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { InboxMailStatus } from "@deskhand/sdk/client"
import { troublesOf } from "./mail-status.ts"

const inboxes = ["Support", "Sales", "Press", "Jobs", "Orders"].map((name, index) => ({ id: index + 1, name }))
const status = (mailboxId: number, reason?: InboxMailStatus["reason"], more: Partial<InboxMailStatus> = {}) => ({
  mailboxId,
  sendsThrough: "nothing" as const,
  canSend: reason === undefined,
  ...(reason && { reason }),
  ...more,
})
const wordsOf = (...statuses: InboxMailStatus[]) => troublesOf(statuses, inboxes).map(({ words }) => words)

describe("the troubles of inboxes", () => {
  test("are none where mail goes out", () => {
    assert.deepEqual(wordsOf(status(1), status(2)), [])
  })

  test("name those that have the same one together, as many as fit into a line", () => {
    assert.deepEqual(wordsOf(status(1, "not-set-up"), status(2)), ["no outgoing mail is set up for Support"])
    assert.deepEqual(wordsOf(status(1, "turned-off"), status(2, "turned-off"), status(3, "refused")), [
      "outgoing mail is turned off for Support and Sales",
      "the mail server does not accept the sign-in for Press",
    ])
    assert.deepEqual(wordsOf(...[1, 2, 3, 4, 5].map((id) => status(id, "turned-off"))), [
      "outgoing mail is turned off for Support, Sales, Press and 2 more",
    ])
  })

  test("name nothing where nobody has set up mail at all", () => {
    assert.deepEqual(wordsOf(status(1, "not-set-up"), status(2, "not-set-up")), ["no outgoing mail is set up yet"])
  })

  test("say whether the operator has to help, and what the last attempt said", () => {
    const failing = { sendsThrough: "relay", problem: "The relay did not answer in time" } as const
    const [trouble] = troublesOf([status(1, "failing", failing)], inboxes)
    assert.deepEqual([trouble?.isOperators, trouble?.problem], [true, "The relay did not answer in time"])
  })
})
