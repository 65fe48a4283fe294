import assert from "node:assert/strict"
import { test } from "node:test"
import { noticeText } from "./notice-text.ts"

const notice = { conversationId: 5, number: 12, subject: "Broken {number}", customer: "Tea Pott", preview: "It leaks." }

test("a notification says why it comes, from whom and of what", () => {
  assert.deepEqual(noticeText({ ...notice, reason: "replied" }), {
    title: "Tea Pott replied: Broken {number}",
    body: "#12 It leaks.",
  })
  assert.deepEqual(noticeText({ ...notice, reason: "replied", customer: "", subject: "", preview: "" }), {
    title: "A customer replied: (no subject)",
    body: "#12",
  })
})
