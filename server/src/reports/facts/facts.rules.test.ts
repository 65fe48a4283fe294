import assert from "node:assert/strict"
import { test } from "node:test"
import { factsOf, type RawThread } from "./facts.ts"

test("marks the first activity of each week, and each user's first reply in it", () => {
  const thread = (id: number, kind: RawThread["kind"], at: string, userId: number | null): RawThread => ({
    id,
    kind,
    at: new Date(`2026-01-${at}:00Z`),
    userId,
    savedReplyId: null,
  })
  const facts = factsOf(
    {
      id: 1,
      inboxId: 1,
      type: "email",
      customerId: 1,
      createdAt: new Date("2026-01-07T09:00:00Z"),
      createdByUserId: null,
      closedAt: null,
      closedById: null,
      threads: [
        thread(1, "asks", "07T09:00", null),
        thread(2, "answers", "08T09:00", 5),
        thread(3, "answers", "11T23:59", 6),
        thread(4, "answers", "11T23:59", 5),
        thread(5, "answers", "12T00:00", 5),
        thread(6, "asks", "12T00:00", null),
      ],
      ratings: [],
      tagIds: [9],
      optionIds: [],
      workflowIds: [],
    },
    undefined,
  )
  const marked = (mark: "firstActivity" | "firstReply") =>
    facts.filter((fact) => fact[mark]).map(({ kind, part }) => `${kind} ${part}`)
  assert.deepEqual(marked("firstActivity").sort(), ["created 0", "received 6"])
  assert.deepEqual(marked("firstReply"), ["reply 2", "reply 3", "reply 5"])
})
