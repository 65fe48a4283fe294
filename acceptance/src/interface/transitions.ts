import assert from "node:assert/strict"
import type { Conversation } from "@deskhand/contract/conversations/conversation"
import { until } from "../until.ts"
import { get, ids, onDeskAhead, origin, read } from "./desk.ts"
import { ahead, conversation, thread, threadsOf } from "./scenario.ts"
import { section } from "./section.ts"
import { actionsOf, added, customerThread, made } from "./writing.ts"

const reply = (name: string, changes = {}) => added(ids.conversations[name], changes)

section("transitions", (item) => {
  item("customer thread", async () => {
    for (const [name, assignee] of [
      ["pending", ids.users.ada],
      ["closedByAda", ids.users.ada],
      ["active", undefined],
    ] as const) {
      const { conversation, thread } = await reply(name)
      assert.equal(conversation.status, "active", name)
      assert.equal(conversation.assignee?.id, assignee)
      assert.equal(thread.type, "customer")
      assert.equal(conversation.preview, "One more thing.")
    }
    const { conversation, threads } = await reply("closedBySystem")
    // Routing gives it to somebody while anybody has room, which depends on the tests that ran before.
    const { assigned, unassigned } = ids.folders.support
    assert.equal(conversation.folderId, conversation.assignee === undefined ? unassigned : assigned)
    assert.ok(actionsOf(threads).includes("status-changed"))
    // What is spam stays so.
    assert.equal((await reply("spam")).conversation.status, "spam")
  })

  item("imported customer thread", async () => {
    const before = await conversation("closedByNobody")
    const { conversation: after, threads } = await reply("closedByNobody", { imported: true })
    assert.deepEqual([after.status, after.closedAt, after.folderId], [before.status, before.closedAt, before.folderId])
    assert.equal(after.threads, before.threads + 1)
    assert.deepEqual(actionsOf(threads), ["status-changed"])
  })

  item("merge", async () => {
    const { merged, mergedInto, mergedLongAgo } = ids.conversations
    for (const version of [2, 3]) {
      const { status, headers } = await get(`/v${version}/conversations/${merged}`)
      assert.equal(status, 301)
      assert.equal(headers.get("Location"), `${origin}/v${version}/conversations/${mergedInto}`)
    }
    assert.equal((await get(`/v2/conversations/${mergedLongAgo}`)).status, 404)
  })

  item("snoozed", async () => {
    const { conversation: woken } = await reply("snoozed")
    assert.deepEqual(["snooze" in woken, "nextEvent" in woken, woken.status], [false, false, "active"])
    assert.equal(woken.folderId, ids.folders.support.assigned)
    const { conversation: asleep } = await reply("snoozedThroughReplies")
    assert.equal(asleep.snooze.snoozedUntil, ahead({ days: 31 }))
    assert.equal(asleep.folderId, ids.folders.support.snoozed)
  })

  item("next event", async () => {
    // Two are scheduled; the sooner gives way to a reply, and the later comes next.
    assert.equal((await conversation("scheduled")).nextEvent.cancelOnCustomerReply, true)
    const { conversation: after } = await reply("scheduled")
    assert.deepEqual(after.nextEvent, {
      time: ahead({ days: 30, hours: 2 }),
      eventType: "scheduled",
      userId: ids.users.ada,
      cancelOnCustomerReply: false,
    })
  })

  item("scheduled", async () => {
    // A plain draft is its author's alone.
    const sooner = await thread("scheduled", "sooner", 2, { as: "grace" })
    assert.deepEqual(["scheduled" in sooner, sooner.state], [false, "draft"])
    assert.ok((await thread("scheduled", "later")).scheduled)
    assert.ok(actionsOf(await threadsOf("scheduled")).includes("unscheduled"))
    await reply("scheduledThroughReplies")
    assert.ok((await thread("scheduledThroughReplies", "draft")).scheduled)
  })

  item("scheduledFor reached", () =>
    onDeskAhead({ days: 30, hours: 1 }, async ({ client, ids }) => {
      const { sooner, later } = ids.threads.scheduled
      const look = () => client.conversations.get(ids.conversations.scheduled, { embed: "threads" })
      const find = ({ _embedded }: Conversation, id: number) => _embedded?.threads?.find((thread) => thread.id === id)
      await until(async () => find(await look(), sooner)?.state === "published")
      const conversation = await look()
      const sent = find(conversation, sooner)
      assert.ok(Date.parse(sent?.createdAt ?? "") >= Date.parse(ids.now), `sent at ${sent?.createdAt}`)
      assert.deepEqual([sent?.scheduled, sent?.createdBy.id], [undefined, ids.users.grace])
      assert.deepEqual([conversation.status, conversation.threads], ["active", 2])
      assert.equal(conversation.preview, "Good morning, it is ready.")
      assert.equal("customerWaitingSince" in conversation, false)
      // The other one waits for its own time.
      assert.equal(find(conversation, later)?.state, "draft")
      assert.equal(conversation.nextEvent?.time, find(conversation, later)?.scheduled?.scheduledFor)
    }),
  )

  item("created as imported", async () => {
    const createdAt = "2018-01-02T03:04:05Z"
    const { conversation, threads } = await made({
      imported: true,
      mailboxId: ids.inboxes.support,
      autoReply: true,
      status: "closed",
      createdAt,
      closedAt: "2018-01-03T00:00:00Z",
      threads: [customerThread({ createdAt })],
    })
    assert.deepEqual(
      [conversation.status, conversation.createdAt, conversation.closedAt],
      ["closed", createdAt, "2018-01-03T00:00:00Z"],
    )
    assert.deepEqual(actionsOf(threads), [])
    assert.equal(threads[0].createdAt, createdAt)
  })

  item("malicious attachment", async () => {
    const [attachment] = (await thread("withAttachments", "warning"))._embedded.attachments
    assert.equal(attachment.state, "virus")
    for (const relation of ["data", "download"]) assert.equal((await get(attachment._links[relation].href)).status, 403)
    assert.equal((await read(attachment._links.self.href)).state, "virus")
  })
})
