import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { typed } from "../../test/desk/creating.ts"
import { type Asked, assertAllRight, type Joining, joiningDesk, problemOf } from "../../test/desk/joining.ts"
import { sql } from "../db/db.ts"
import { insertCustomField } from "../seed/insert/inboxes.ts"

let joining: Joining
let grace: string
let limited: string

before(async () => {
  joining = await joiningDesk()
  grace = await joining.desk.tokenFor(joining.ids.users.grace)
  limited = await joining.desk.tokenFor(joining.ids.users.limited)
})
after(() => joining.desk.close())

const merge = (into: Asked, ...sources: Asked[]) =>
  joining.send(into.id, "merge", { conversationIds: sources.map(({ id }) => id) })

async function merged(into: Asked, ...sources: Asked[]) {
  const answer = await merge(into, ...sources)
  assert.deepEqual([answer.status, answer.body], [204, undefined], JSON.stringify(answer.body))
  return joining.read(into.id)
}

const textsOf = (threads: { action: { text: string } }[]) => threads.map(({ action }) => action.text)
const lineItems = (threads: { type: string; action: { type: string; text: string; associatedEntities: object } }[]) =>
  threads.filter(({ type }) => type === "lineitem")

describe("POST /v2/conversations/{id}/merge", () => {
  test("moves the threads here in the order of time, and leaves a line item for each source", async () => {
    const { desk, ids, asked, send } = joining
    const [early, target, late] = [await asked("Early"), await asked("Target"), await asked("Late")]
    joining.passMinute()
    await send(early.id, "notes", { text: "Written last" })
    joining.passMinute()
    const { conversation, threads } = await merged(target, late, early)
    assert.deepEqual(
      threads.filter(({ type }) => type !== "lineitem").map(({ body }) => body),
      [
        "Early asks",
        "Early is answered",
        "Target asks",
        "Target is answered",
        "Late asks",
        "Late is answered",
        "Written last",
      ],
    )
    const items = lineItems(threads)
    assert.deepEqual(textsOf(items), [
      `Ada Lovelace merged #${late.number} “Late” into this conversation`,
      `Ada Lovelace merged #${early.number} “Early” into this conversation`,
    ])
    assert.deepEqual(
      items.map(({ action }) => [action.type, action.associatedEntities]),
      [late, early].map(({ id }) => ["merged", { originalConversation: id }]),
    )
    assert.deepEqual([conversation.subject, conversation.number, conversation.threads], ["Target", target.number, 6])
    assert.equal(conversation.preview, "Written last")
    await assertAllRight(desk.db)
    const events = await desk.db.many(sql`select kind, subject_id, user_id, inbox_id, data from events
      where conversation_id = any(${[target.id, late.id, early.id]}::bigint[]) and kind in ('convo.merged', 'convo.updated')
      order by id`)
    const common = { user_id: ids.users.ada, inbox_id: ids.inboxes.support }
    assert.deepEqual(events, [
      { kind: "convo.merged", subject_id: target.id, ...common, data: { mergedIds: [late.id, early.id] } },
      { kind: "convo.updated", subject_id: late.id, ...common, data: { changed: ["merged"] } },
      { kind: "convo.updated", subject_id: early.id, ...common, data: { changed: ["merged"] } },
    ])
  })

  test("old ids lead here in one hop, also those of earlier merges, and are gone everywhere else", async () => {
    const { desk, ada, asked, send } = joining
    const [first, second, third] = [await asked("First"), await asked("Second"), await asked("Third")]
    await merged(second, first)
    await merged(third, second)
    for (const { id } of [first, second])
      for (const version of ["v2", "v3"]) {
        const { status, headers } = await desk.get(`/${version}/conversations/${id}`, ada)
        assert.equal(status, 301)
        assert.equal(headers.get("location"), `${desk.origin}/${version}/conversations/${third.id}`)
      }
    const customer = { id: joining.ids.customers.female }
    const writes = {
      customer: { text: "Hello?", customer },
      reply: { text: "Hello" },
      notes: { text: "Hm" },
      merge: { conversationIds: [third.id] },
      split: { threadId: first.threadIds[1] },
      forward: { text: "Look", to: ["colleague@elsewhere.example"] },
    }
    for (const [operation, body] of Object.entries(writes))
      assert.equal((await send(first.id, operation, body)).status, 404, operation)
    assert.equal((await desk.get(`/v2/conversations/${first.id}/threads`, ada)).status, 404)
    assert.deepEqual(problemOf(await merge(third, first)), [409, "conversation_merged"])
  })

  test("is found by the words of its new threads, by who takes part, and no more under the old ids", async () => {
    const { desk, ada, asked } = joining
    const [target, source] = [
      await asked("Kept"),
      await asked("Gone", { threads: [typed("customer", { text: "Zimtsterne" })] }),
    ]
    await merged(target, source)
    const found = async (query: string) =>
      (await desk.get(`/v2/conversations?status=all&query=${encodeURIComponent(query)}`, ada)).body._embedded
        .conversations
    assert.deepEqual(
      (await found("body:zimtsterne")).map(({ id }: { id: number }) => id),
      [target.id],
    )
    assert.deepEqual(await found("subject:gone"), [])
  })

  test("attachments, ratings, drafts and scheduled replies come along", async () => {
    const { desk, ids, ada, asked, read } = joining
    const file = { fileName: "letter.txt", mimeType: "text/plain", data: Buffer.from("Dear Sirs").toString("base64") }
    const target = await asked("Plain")
    const source = await asked("Rich", {
      threads: [
        typed("customer", { attachments: [file] }),
        typed("reply"),
        typed("reply", { text: "Drafted by Grace", draft: true, user: ids.users.grace }),
      ],
    })
    const [, replyId] = source.threadIds
    const { id: draftId } = await desk.db.one<{ id: number }>(
      sql`select id from threads where conversation_id = ${source.id} and state = 'draft'`,
    )
    const soon = new Date(desk.clock.now.getTime() + 3_600_000)
    await desk.db.run(sql`update threads set scheduled_by_id = ${ids.users.ada}, send_as_id = ${ids.users.grace},
      scheduled_at = ${desk.clock.now}, scheduled_for = ${soon}, unschedule_on_customer_reply = true where id = ${draftId}`)
    await desk.db.run(sql`insert into ratings (thread_id, conversation_id, customer_id, user_id, rating)
      select ${replyId}, id, customer_id, ${ids.users.ada}, 'great' from conversations where id = ${source.id}`)
    const { conversation, threads } = await merged(target, source)
    assert.equal(conversation.nextEvent.time, `${soon.toISOString().slice(0, 19)}Z`)
    assert.equal(threads.find(({ id }) => id === replyId).rating.rating, "great")
    const [{ filename, _links }] = threads.find(({ id }) => id === source.threadIds[0])._embedded.attachments
    assert.equal(filename, "letter.txt")
    assert.match(_links.self.href, new RegExp(`/v2/conversations/${target.id}/attachments/`))
    assert.equal((await desk.get(_links.download.href, ada)).body, "Dear Sirs")
    assert.equal(threads.find(({ id }) => id === draftId).state, "draft")
    const seenByOthers = (await read(target.id, limited)).threads
    assert.ok(seenByOthers.every(({ id }) => id !== draftId))
    await assertAllRight(desk.db)
  })

  test("tags are united, and whoever took part is copied from now on", async () => {
    const { desk, asked, eventsOf } = joining
    const target = await asked("Tagged", { tags: ["scenario-vip", "merge-one"] })
    const reply = typed("reply", { cc: ["BOSS@elsewhere.example"], bcc: ["archive@elsewhere.example"] })
    const source = await asked("Other", { tags: ["merge-one", "merge-two"], threads: [typed("customer"), reply] })
    const same = await asked("Same", { customer: { email: "tagged@elsewhere.example" } })
    const { conversation, threads } = await merged(target, source, same)
    assert.deepEqual(conversation.tags.map(({ tag }: { tag: string }) => tag).sort(), [
      "merge-one",
      "merge-two",
      "scenario-vip",
    ])
    assert.deepEqual(conversation.cc, ["other@elsewhere.example", "BOSS@elsewhere.example"])
    assert.deepEqual(conversation.bcc, ["archive@elsewhere.example"])
    assert.equal(conversation.primaryCustomer.email, "tagged@elsewhere.example")
    assert.ok(textsOf(lineItems(threads)).includes("Ada Lovelace changed the tags: added merge-two"))
    assert.ok((await eventsOf(target.id)).some(({ kind }) => kind === "convo.tags"))
    await assertAllRight(desk.db)
  })

  test("a reply that names no customer stays one to the customer it went to", async () => {
    const { desk, asked } = joining
    const [target, source] = [await asked("Here"), await asked("There")]
    await desk.db.run(sql`update threads set customer_id = null where id = ${source.threadIds[1]}`)
    const { threads } = await merged(target, source)
    assert.equal(threads.find(({ id }) => id === source.threadIds[1]).customer.email, "there@elsewhere.example")
  })

  test("values of fields fill what is empty, and others are written down", async () => {
    const { desk, ids, asked } = joining
    const { plan, product, quantity, steps } = ids.fields
    const { id: hiddenProduct } = await insertCustomField(desk.db, {
      inboxId: ids.inboxes.hidden,
      name: "product",
      type: "singleline",
      position: 1,
    })
    const { id: colour } = await insertCustomField(desk.db, {
      inboxId: ids.inboxes.hidden,
      name: "Colour",
      type: "singleline",
      position: 2,
    })
    const long = "0123456789".repeat(100)
    const target = await asked("Fields", {
      fields: [
        { id: quantity, value: 7 },
        { id: steps, value: "None" },
      ],
    })
    const source = await asked("Values", {
      fields: [
        { id: quantity, value: 8 },
        { id: plan.id, value: plan.options.Plus },
        { id: steps, value: long },
      ],
    })
    const elsewhere = await asked("Elsewhere", {
      mailboxId: ids.inboxes.hidden,
      fields: [
        { id: hiddenProduct, value: "Cogs" },
        { id: colour, value: "Blue" },
      ],
    })
    const { conversation, threads } = await merged(target, source, elsewhere)
    const held = conversation.customFields.map(({ id, text }: { id: number; text: string }) => [id, text])
    assert.deepEqual(
      held.toSorted(([one]: [number], [other]: [number]) => one - other),
      [
        [plan.id, "Plus"],
        [product, "Cogs"],
        [steps, "None"],
        [quantity, "7"],
      ],
    )
    const texts = textsOf(lineItems(threads))
    assert.ok(texts.includes("Ada Lovelace changed Plan, Product"))
    for (const left of ["Quantity: 8", "Colour: Blue"])
      assert.ok(texts.includes(`Ada Lovelace left behind ${left}`), left)
    const pieces = texts.flatMap(
      (text) => /left behind Steps to reproduce(?:, continued)?: (.*)$/.exec(text)?.[1] ?? [],
    )
    assert.equal(pieces.join(""), long)
    await assertAllRight(desk.db)
  })

  test("what is done becomes active by a source that is not, and wakes; else it stays as it is", async () => {
    const { desk, ids, ada, asked } = joining
    const statusAfter = async (target: string, source: string) =>
      (await merged(await asked("Done", { status: target }), await asked("Todo", { status: source }))).conversation
        .status
    assert.equal(await statusAfter("closed", "active"), "active")
    assert.equal(await statusAfter("pending", "active"), "active")
    assert.equal(await statusAfter("closed", "pending"), "closed")
    assert.equal(await statusAfter("active", "closed"), "active")
    const [spam, snoozed] = [await asked("Spam"), await asked("Snoozed")]
    await desk.db.run(sql`update conversations set status = 'spam' where id = ${spam.id}`)
    assert.equal((await merged(spam, await asked("Real"))).conversation.status, "spam")
    const until = new Date(desk.clock.now.getTime() + 86_400_000).toISOString()
    const snooze = (id: number) =>
      desk.send("PUT", `/v2/conversations/${id}/snooze`, { token: ada, body: { snoozedUntil: until } })
    await snooze(snoozed.id)
    const sleeping = await asked("Sleeping")
    await snooze(sleeping.id)
    assert.equal((await merged(snoozed, sleeping)).conversation.snooze.snoozedBy, ids.users.ada)
    assert.equal((await merged(snoozed, await asked("Awake"))).conversation.snooze, undefined)
    await assertAllRight(desk.db)
  })

  test("the customer of whatever is unanswered waits here", async () => {
    const { desk, asked } = joining
    const target = await asked("Answered")
    const source = await asked("Waiting", { threads: [typed("customer")] })
    const since = `${desk.clock.now.toISOString().slice(0, 19)}Z`
    assert.equal((await merged(target, source)).conversation.customerWaitingSince.time, since)
  })

  test("If-Match refuses what has changed, and a key gives the same answer again", async () => {
    const { desk, ada, asked } = joining
    const [target, source] = [await asked("Matched"), await asked("Matching")]
    const body = { conversationIds: [source.id, source.id] }
    const path = `/v2/conversations/${target.id}/merge`
    const stale = await desk.send("POST", path, { token: ada, body, headers: { "If-Match": '"old"' } })
    assert.deepEqual(problemOf(stale), [412, "changed_meanwhile"])
    const headers = { "Idempotency-Key": "merge-once" }
    for (const replayed of [null, "true"]) {
      const answer = await desk.send("POST", path, { token: ada, body, headers })
      assert.deepEqual([answer.status, answer.headers.get("idempotency-replayed")], [204, replayed])
    }
    assert.equal((await joining.read(target.id)).conversation.threads, 4)
  })

  test("a forward goes on naming the conversation that its other half was merged into", async () => {
    const { ids, asked, read } = joining
    const target = await asked("Supplier")
    await merged(target, { id: ids.conversations.forwardChild, number: 0, threadIds: [] })
    const { threads } = await read(ids.conversations.forwardParent)
    assert.equal(threads.find(({ type }) => type === "forwardparent").linkedConversationId, String(target.id))
  })

  test("a conversation of the sample desk that people's own are merged into is theirs", async () => {
    const { desk, asked } = joining
    const [sample, other, own] = [await asked("Sample"), await asked("Sampled"), await asked("Own")]
    for (const { id } of [sample, other])
      await desk.db.run(sql`insert into sample_rows (table_name, row_id) values ('conversations', ${id})`)
    const listed = () => desk.db.many(sql`select from sample_rows where row_id = ${sample.id}`)
    await merged(sample, other)
    assert.equal((await listed()).length, 1)
    await merged(sample, own)
    assert.equal((await listed()).length, 0)
  })
})

describe("POST /v2/conversations/{id}/merge refuses", () => {
  const refusedAt = async (path: string, body: unknown, token?: string) => {
    const answer = await joining.send(target.id, "merge", body, token)
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    assert.deepEqual(
      answer.body._embedded.errors.map((error: { path: string }) => error.path),
      [path],
    )
  }
  let target: Asked
  let source: Asked
  before(async () => {
    target = await joining.asked("Standing")
    source = await joining.asked("Refused")
  })

  test("itself, nothing, what is none, and what is out of sight", async () => {
    const { asked, ids, send } = joining
    await refusedAt("conversationIds[1]", { conversationIds: [source.id, target.id] })
    await refusedAt("conversationIds[1]", { conversationIds: [source.id, 999_999_999] })
    await refusedAt("conversationIds", { conversationIds: [] })
    const hidden = await asked("Hidden", { mailboxId: ids.inboxes.hidden })
    await refusedAt("conversationIds[0]", { conversationIds: [hidden.id] }, limited)
    assert.equal((await send(hidden.id, "merge", { conversationIds: [source.id] }, limited)).status, 404)
    const { merged, mergedOutOfSight } = ids.conversations
    await refusedAt("conversationIds[0]", { conversationIds: [mergedOutOfSight] }, limited)
    assert.equal((await send(merged, "merge", { conversationIds: [source.id] })).status, 404)
    assert.equal((await joining.read(source.id)).conversation.threads, 2)
  })

  test("what is deleted or a draft, on either side; a draft of others is out of sight", async () => {
    const { desk, ada, asked } = joining
    const [deleted, draft] = [
      await asked("Deleted"),
      await asked("Drafted", { threads: [typed("reply", { draft: true })] }),
    ]
    await desk.send("DELETE", `/v2/conversations/${deleted.id}`, { token: ada })
    for (const other of [deleted, draft]) {
      assert.deepEqual(problemOf(await merge(target, other)), [409, "not_published"])
      assert.deepEqual(problemOf(await merge(other, target)), [409, "not_published"])
    }
    await refusedAt("conversationIds[0]", { conversationIds: [draft.id] }, grace)
  })

  test("more threads than a conversation holds, but not as many as that", async () => {
    const many = (amount: number) => ({ threads: Array.from({ length: amount }, () => typed("note")) })
    const [large, half] = [await joining.asked("Large", many(60)), await joining.asked("Half", many(41))]
    assert.deepEqual(problemOf(await merge(large, half)), [412, "merged_thread_limit"])
    assert.equal((await merge(large, await joining.asked("Fitting", many(40)))).status, 204)
    assert.deepEqual(problemOf(await joining.send(large.id, "notes", { text: "One more" })), [412, "thread_limit"])
  })

  test("who only reads, and who only takes notes", async () => {
    const { desk, ids } = joining
    const body = { conversationIds: [source.id] }
    const tokens = [await desk.tokenFor(ids.users.light), await desk.tokenFor(ids.users.ada, "read-only")]
    for (const token of tokens) assert.equal((await joining.send(target.id, "merge", body, token)).status, 403)
    assert.equal((await desk.send("POST", `/v2/conversations/${target.id}/merge`, { body })).status, 401)
  })
})
