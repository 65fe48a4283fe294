import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Creating, creatingDesk, customerEmail, typed } from "../../test/desk/creating.ts"
import type { TestDesk } from "../../test/desk/desk.ts"
import { listWrongConversations, listWrongCounts, listWrongPreviews } from "../../test/desk/seeded.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let minimal: Creating["minimal"]
let post: Creating["post"]
let made: Creating["made"]
let refused: Creating["refused"]
let eventsOf: Creating["eventsOf"]
let countConversations: Creating["countConversations"]

before(async () => {
  ;({ desk, ids, ada, minimal, post, made, refused, eventsOf, countConversations } = await creatingDesk())
})
after(() => desk.close())

describe("POST /v2/conversations", () => {
  test("answers 201 with the id, the place and the place in the web application", async () => {
    const answer = await post(minimal)
    const id = answer.headers.get("resource-id")
    const { body } = await desk.get(`/v2/conversations/${id}`, ada)
    assert.deepEqual(
      [answer.status, answer.body, answer.headers.get("location"), answer.headers.get("web-location")],
      [201, undefined, `${desk.origin}/v2/conversations/${id}`, `${desk.origin}/conversation/${id}/${body.number}`],
    )
    assert.equal(body.id, Number(id))
  })

  test("keeps what was sent and tells who opened it", async () => {
    const { conversation, threads } = await made({
      threads: [{ type: "customer", text: "<p>Where <b>is</b> it?</p>", cc: ["boss@elsewhere.example"] }],
      tags: ["Brand new", "scénario été"],
      fields: [
        { id: ids.fields.plan.id, value: String(ids.fields.plan.options.Plus) },
        { id: ids.fields.quantity, value: 12.5 },
      ],
    })
    const { subject, type, status, state, mailboxId, preview, source, createdBy, primaryCustomer, cc } = conversation
    assert.deepEqual(
      { subject, type, status, state, mailboxId, preview, source, cc, threads: conversation.threads },
      {
        subject: "Order 4711 is late",
        type: "email",
        status: "active",
        state: "published",
        mailboxId: ids.inboxes.support,
        preview: "Where is it?",
        source: { type: "api", via: "customer" },
        cc: ["boss@elsewhere.example"],
        threads: 1,
      },
    )
    assert.equal(createdBy.email, customerEmail)
    assert.equal(createdBy.type, "customer")
    assert.equal(primaryCustomer.id, createdBy.id)
    assert.equal(conversation.createdAt, "2026-03-04T05:06:07Z")
    assert.equal(conversation.customerWaitingSince.time, conversation.createdAt)
    assert.equal(conversation.userUpdatedAt, conversation.createdAt)
    assert.deepEqual(conversation.tags.map(({ tag }: { tag: string }) => tag).sort(), ["Brand new", "scénario été"])
    assert.deepEqual(
      conversation.customFields.map(({ id, value }: { id: number; value: string }) => [id, value]).sort(),
      [
        [ids.fields.plan.id, String(ids.fields.plan.options.Plus)],
        [ids.fields.quantity, "12.5"],
      ].sort(),
    )
    assert.equal(threads[0].body, "<p>Where <b>is</b> it?</p>")
    assert.deepEqual(threads[0].cc, ["boss@elsewhere.example"])
  })

  test("takes every type of thread, each by its author", async () => {
    const { conversation, threads } = await made({
      threads: ["customer", "reply", "note", "chat", "phone"].map((type) => typed(type)),
    })
    assert.deepEqual(
      threads.map(
        (thread: { type: string; state: string; createdBy: { type: string }; body: string; to: string[] }) => [
          thread.type,
          thread.state,
          thread.createdBy.type,
          thread.body,
          thread.to,
        ],
      ),
      [
        ["customer", "published", "customer", "A customer", []],
        ["message", "published", "user", "A reply", [customerEmail]],
        ["note", "published", "user", "A note", []],
        ["chat", "published", "customer", "A chat", []],
        ["phone", "published", "user", "A phone", []],
      ],
    )
    assert.equal(threads[1].createdBy.id, ids.users.ada)
    assert.equal(threads[2].customer, undefined)
    assert.equal(conversation.threads, 4)
  })

  test("is found by its words at once", async () => {
    const { id } = await made({
      subject: "Zwiebelkuchen",
      threads: [typed("customer", { text: "<i>Flammkuchen</i>" })],
    })
    for (const query of [
      "zwiebelkuchen",
      "body:flammkuchen",
      "email:new.customer@elsewhere.example subject:Zwiebelkuchen",
    ]) {
      const { body } = await desk.get(`/v2/conversations?query=${encodeURIComponent(query)}`, ada)
      assert.deepEqual(
        body._embedded.conversations.map((conversation: { id: number }) => conversation.id),
        [id],
        query,
      )
    }
  })

  test("records that it was created, and nothing else", async () => {
    const { id } = await made({
      threads: [typed("customer"), typed("reply")],
      status: "closed",
      assignTo: ids.users.grace,
    })
    assert.deepEqual(await eventsOf(id), [{ kind: "convo.created", user_id: ids.users.ada }])
  })

  test("leaves every counter and every told column right", async () => {
    await made({ status: "closed", threads: [typed("customer"), typed("reply"), typed("note")] })
    await made({ threads: [typed("reply", { draft: true })] })
    assert.deepEqual(await listWrongCounts(desk.db), [])
    assert.deepEqual(await listWrongPreviews(desk.db), [])
    const wrong = (await listWrongConversations(desk.db)) as { subject: string }[]
    assert.deepEqual(wrong, [])
  })

  test("is done once under one key, also when both come at once", async () => {
    const headers = { "Idempotency-Key": "create-once" }
    const before = await countConversations()
    const [one, other] = await Promise.all([post(minimal, ada, headers), post(minimal, ada, headers)])
    assert.deepEqual([one.status, other.status], [201, 201])
    assert.equal(one.headers.get("resource-id"), other.headers.get("resource-id"))
    assert.equal(await countConversations(), before + 1)
    const reused = await post({ ...minimal, subject: "Another" }, ada, headers)
    assert.equal(reused.status, 409)
  })

  test("takes words in any case, ids as text, nulls and unknown fields", async () => {
    const { conversation } = await made({
      type: "EMAIL",
      status: "Active",
      mailboxId: String(ids.inboxes.support),
      closedAt: null,
      tags: null,
      whatever: { deep: true },
      customer: { email: "any.case@elsewhere.example", gender: "Female", photoType: "GRAVATAR", id: null },
    })
    assert.equal(conversation.type, "email")
    const customer = await desk.get(`/v2/customers/${conversation.primaryCustomer.id}`, ada)
    assert.deepEqual([customer.body.gender, customer.body.photoType], ["female", "gravatar"])
  })
})

describe("whom a new conversation is assigned to", () => {
  const answered = { threads: [typed("reply")] }

  test("is whom the request names, a team as well", async () => {
    const { conversation } = await made({ assignTo: ids.users.grace })
    assert.equal(conversation.assignee.id, ids.users.grace)
    assert.equal((await made({ assignTo: String(ids.teams.firstLine) })).conversation.assignee.type, "team")
  })

  test("is nobody with null, whatever the inbox says", async () => {
    const { conversation, threads } = await made({ ...answered, mailboxId: ids.inboxes.hidden, assignTo: null })
    assert.equal(conversation.assignee, undefined)
    assert.equal(threads[0].assignedTo, undefined)
  })

  test("is whom the inbox names, where the request does not and there is a reply", async () => {
    await desk.db.run(sql`update routing set state = 'disabled'`)
    const { conversation, threads } = await made({ ...answered, mailboxId: ids.inboxes.hidden })
    assert.equal(conversation.assignee.id, ids.users.ada)
    assert.equal(threads[0].assignedTo.id, ids.users.ada)
    assert.equal((await made({ mailboxId: ids.inboxes.hidden })).conversation.assignee, undefined)
    assert.equal((await made(answered)).conversation.assignee, undefined)
  })

  for (const [name, id] of [
    ["nobody", () => 999_999_999],
    ["somebody who left", () => ids.users.deactivated],
    ["a light user", () => ids.users.light],
    ["somebody without access to the inbox", () => ids.users.outsider],
  ] as const)
    test(`cannot be ${name}`, async () => {
      await refused({ assignTo: id() }, "assignTo")
    })
  test("cannot be a word", () => refused({ assignTo: "me" }, "assignTo"))
})

describe("who adds a new conversation", () => {
  test("is the owner of the token, or the user named, or the one of the thread", async () => {
    const { conversation, threads } = await made({
      threads: [typed("reply"), typed("note", { user: ids.users.limited })],
      user: ids.users.grace,
    })
    assert.equal(conversation.createdBy.id, ids.users.grace)
    assert.deepEqual(
      threads.map(({ createdBy }: { createdBy: { id: number } }) => createdBy.id),
      [ids.users.grace, ids.users.limited],
    )
  })

  test("must be able to work in the inbox", async () => {
    await refused({ user: ids.users.outsider }, "user")
    await refused({ user: 999_999_999 }, "user")
    await refused({ threads: [typed("note", { user: ids.users.deactivated })] }, "threads[0].user")
  })

  test("may be a system user", async () => {
    const { threads } = await made({ threads: [typed("reply", { user: ids.users.system })] })
    assert.equal(threads[0].createdBy.type, "system_user")
  })
})

describe("a draft conversation", () => {
  const draft = { threads: [typed("reply", { draft: true })] }

  test("is seen by its author alone, in Drafts, and nobody is told", async () => {
    const { id, conversation, threads } = await made(draft)
    assert.deepEqual(
      [conversation.state, conversation.folderId, threads[0].state, conversation.threads],
      ["draft", ids.folders.support["drafts"], "draft", 0],
    )
    assert.equal((await desk.get(`/v2/conversations/${id}`, await desk.tokenFor(ids.users.grace))).status, 404)
    assert.deepEqual(await eventsOf(id), [{ kind: "convo.draft.changed", user_id: ids.users.ada }])
  })

  test("is none when the customer has written too; then the draft alone is hidden", async () => {
    const { id, conversation } = await made({
      threads: [typed("customer"), typed("reply", { draft: true, text: "Weltgeheimnis" })],
    })
    assert.equal(conversation.state, "published")
    assert.equal(conversation.preview, "A customer")
    const grace = await desk.tokenFor(ids.users.grace)
    const seen = await desk.get(`/v2/conversations/${id}/threads`, grace)
    assert.equal(seen.body.page.totalElements, 1)
    const found = await desk.get("/v2/conversations?query=weltgeheimnis", grace)
    assert.equal(found.body.page.totalElements, 0)
    assert.equal((await eventsOf(id)).length, 1)
  })

  test("is all that a token for drafts can make of a reply", async () => {
    const { conversation } = await made(
      { threads: [typed("reply")] },
      await desk.tokenFor(ids.users.ada, "drafts-only"),
    )
    assert.equal(conversation.state, "draft")
  })
})
