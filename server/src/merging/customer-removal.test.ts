import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Creating, creatingDesk } from "../../test/desk/creating.ts"
import {
  listWrongConversations,
  listWrongCounts,
  listWrongPreviews,
  listWrongSearchEntries,
} from "../../test/desk/seeded.ts"
import { sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import { finishRemoval } from "./customer-removal.ts"

let creating: Creating
let desk: Creating["desk"]
let ids: Creating["ids"]
let ada: string
let parts: Desk

before(async () => {
  creating = await creatingDesk()
  desk = creating.desk
  ids = creating.ids
  ada = creating.ada
  parts = {
    config: desk.config,
    db: desk.db,
    replica: undefined,
    files: desk.files,
    outgoing: desk.outgoing,
    now: () => desk.clock.now,
  }
})
after(() => desk.close())

const remove = (id: number, query = "", token = ada) => desk.send("DELETE", `/v2/customers/${id}${query}`, { token })

/** A conversation with them, by their address. */
async function begin(email: string, changes: object = {}): Promise<{ id: number; customerId: number }> {
  const { id, conversation } = await creating.made({
    customer: { email },
    threads: [{ type: "customer", text: "Hello" }],
    ...changes,
  })
  return { id, customerId: conversation.primaryCustomer.id }
}

async function assertAllRight(): Promise<void> {
  for (const listWrong of [listWrongCounts, listWrongConversations, listWrongPreviews, listWrongSearchEntries])
    assert.deepEqual(await listWrong(desk.db), [])
}

const events = (kind: string, subjectId: number) =>
  desk.db.many<{ data: object; user_id: number }>(
    sql`select data, user_id from events where kind = ${kind} and subject_id = ${subjectId}`,
  )

describe("DELETE /v2/customers/{id}", () => {
  test("removes the customer, their conversations and everything in them, and tells of each", async () => {
    const attachments = [{ fileName: "a.txt", mimeType: "text/plain", data: "SGVsbG8=" }]
    const { id, customerId } = await begin("gone@removal.example", {
      threads: [
        { type: "customer", text: "Unmistakable words", attachments },
        { type: "reply", text: "An answer" },
      ],
      tags: ["scenario-vip"],
      fields: [{ id: ids.fields.quantity, value: "4711" }],
    })
    const closed = await begin("gone@removal.example", { status: "closed" })
    await desk.db.run(sql`insert into ratings (thread_id, conversation_id, customer_id, user_id, inbox_id, rating)
      select id, conversation_id, customer_id, created_by_id, ${ids.inboxes.support}, 'great' from threads
      where conversation_id = ${id} and type = 'message'`)
    await desk.db.run(sql`insert into merged_conversations (id, number, inbox_id, into_id)
      values (900001, 900001, ${ids.inboxes.support}, ${id})`)
    const { status, body } = await remove(customerId)
    assert.deepEqual([status, body], [204, undefined])
    assert.equal((await desk.get(`/v2/customers/${customerId}`, ada)).status, 404)
    assert.equal((await remove(customerId)).status, 404)
    for (const conversationId of [id, closed.id, 900_001])
      assert.equal((await desk.get(`/v2/conversations/${conversationId}`, ada)).status, 404)
    const found = await desk.get("/v2/conversations?status=all&query=body:unmistakable", ada)
    assert.equal(found.body.page.totalElements, 0)
    const left = await desk.db.many(sql`
      select conversation_id from threads where conversation_id = any(${[id, closed.id]}::bigint[])
      union all select conversation_id from ratings where customer_id = ${customerId}
      union all select conversation_id from conversation_tags where conversation_id = ${id}
      union all select conversation_id from conversation_fields where conversation_id = ${id}
      union all select conversation_id from search_entries where conversation_id = ${id}
      union all select customer_id from customer_emails where customer_id = ${customerId}`)
    assert.deepEqual(left, [])
    for (const conversationId of [id, closed.id])
      assert.deepEqual(await events("convo.deleted", conversationId), [
        { data: { purged: true }, user_id: ids.users.ada },
      ])
    assert.equal((await events("customer.deleted", customerId)).length, 1)
    await assertAllRight()
  })

  test("takes what they wrote out of conversations with others, and leaves what others wrote", async () => {
    const host = await begin("host@removal.example", { threads: [{ type: "customer", text: "The host asks" }] })
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    const added = await desk.send("POST", `/v2/conversations/${host.id}/customer`, {
      token: ada,
      body: { text: "The guest interrupts", customer: { email: "guest@removal.example" } },
    })
    assert.equal(added.status, 201)
    const guest = await begin("guest@removal.example")
    await desk.db.run(sql`insert into threads (conversation_id, type, status, state, body, source_type, source_via,
        customer_id, created_by_id, created_at)
      values (${host.id}, 'note', 'active', 'published', 'On the guest', 'web', 'user', ${guest.customerId},
        ${ids.users.ada}, ${new Date(desk.clock.now.getTime() - 30_000)})`)
    await desk.db.run(sql`insert into search_entries (conversation_id, thread_id, words)
      select ${host.id}, max(id), '''guest'':1D'::tsvector from threads where conversation_id = ${host.id}`)
    await desk.db.run(sql`update conversations set created_by_customer_id = ${guest.customerId} where id = ${host.id}`)
    assert.equal((await remove(guest.customerId)).status, 204)
    const { body } = await desk.get(`/v2/conversations/${host.id}?embed=threads`, ada)
    assert.deepEqual(
      body._embedded.threads.flatMap((thread: { body?: string }) => thread.body ?? []),
      ["On the guest", "The host asks"],
    )
    assert.deepEqual([body.preview, body.threads, body.createdBy.id], ["On the guest", 1, host.customerId])
    assert.equal((await events("convo.thread.deleted", host.id)).length, 1)
    const found = await desk.get("/v2/conversations?query=body:interrupts", ada)
    assert.equal(found.body.page.totalElements, 0)
    assert.deepEqual(await listWrongPreviews(desk.db), [])
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })

  test("403 where the viewer may not see all of them, also by a job; 412, 404, and 403 for light users", async () => {
    const { customerId } = await begin("hidden@removal.example", { mailboxId: ids.inboxes.hidden })
    await begin("hidden@removal.example")
    const limited = await desk.tokenFor(ids.users.limited)
    for (const query of ["", "?async=true"]) {
      const { status, body } = await remove(customerId, query, limited)
      assert.deepEqual([status, body._links.about.href.split("/").at(-1)], [403, "forbidden"])
    }
    assert.equal((await remove(customerId, "", await desk.tokenFor(ids.users.light))).status, 403)
    const headers = { "If-Match": '"old"' }
    for (const query of ["", "?async=true"])
      assert.equal(
        (await desk.send("DELETE", `/v2/customers/${customerId}${query}`, { token: ada, headers })).status,
        412,
      )
    assert.equal((await desk.get(`/v2/customers/${customerId}`, ada)).body.conversationCount, 2)
    assert.equal((await remove(999_999_999)).status, 404)
    assert.equal((await remove(999_999_999, "?async=true")).status, 404)
  })

  test("403 for more than 100 conversations; with async a job removes them all, also when it is killed between", async () => {
    const { id, customerId } = await begin("many@removal.example")
    await desk.db.run(sql`
      insert into conversations (inbox_id, type, status, subject, customer_id, created_by_customer_id, source_type,
        source_via, user_updated_at, created_at, modified_at)
      select inbox_id, type, status, subject, customer_id, created_by_customer_id, source_type, source_via,
        user_updated_at, created_at, modified_at from conversations, generate_series(1, 250) where id = ${id}`)
    const refused = await remove(customerId)
    assert.deepEqual(
      [refused.status, refused.body._links.about.href.split("/").at(-1)],
      [403, "too_many_conversations"],
    )
    assert.equal((await remove(customerId, "?async=true")).status, 202)
    assert.equal((await remove(customerId, "?async=true")).status, 202)
    const jobs = await desk.db.many(
      sql`select from graphile_worker.jobs where key = ${`customers.remove:${customerId}`}`,
    )
    assert.equal(jobs.length, 1)
    const count = async () =>
      (
        await desk.db.one<{ total: number }>(
          sql`select count(*) as total from conversations where customer_id = ${customerId}`,
        )
      ).total
    const payload = { customerId, userId: ids.users.ada }
    // Stops when the second batch is about to begin.
    const stopping = { aborted: false, rounds: 0 }
    const signal = {
      throwIfAborted() {
        if (++stopping.rounds === 2) throw new Error("Stopped")
      },
    } as unknown as AbortSignal
    await assert.rejects(finishRemoval(parts, payload, signal), { message: "Stopped" })
    assert.equal(await count(), 151)
    assert.equal((await desk.get(`/v2/customers/${customerId}`, ada)).body.conversationCount, 151)
    await finishRemoval(parts, payload, new AbortController().signal)
    assert.equal(await count(), 0)
    assert.equal((await desk.get(`/v2/customers/${customerId}`, ada)).status, 404)
    assert.equal((await events("customer.deleted", customerId)).length, 1)
    await finishRemoval(parts, payload, new AbortController().signal)
    assert.equal((await events("customer.deleted", customerId)).length, 1)
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })

  test("while they write: nothing fails, and what is answered 201 is there or went with them", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `racer${round}@removal.example`
      const { id, customerId } = await begin(email)
      const other = await begin(`other${round}@removal.example`)
      const thread = (conversationId: number) =>
        desk.send("POST", `/v2/conversations/${conversationId}/customer`, {
          token: ada,
          body: { text: "More", customer: { email } },
        })
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => creating.post({ ...creating.minimal, customer: { email } })),
        creating.post({ ...creating.minimal, customer: { id: customerId } }),
        thread(id),
        remove(customerId),
        thread(other.id),
        thread(id),
      ])
      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses[5], 204, JSON.stringify(answers[5]?.body))
      for (const status of statuses) assert.ok([201, 204, 400, 404].includes(status), String(statuses))
      assert.equal((await desk.get(`/v2/customers/${customerId}`, ada)).status, 404)
      for (const { status, headers } of answers.slice(0, 4)) {
        if (status !== 201) continue
        const made = await desk.get(`/v2/conversations/${headers.get("resource-id")}`, ada)
        if (made.status === 200) assert.equal(made.body.primaryCustomer.email, email)
        else assert.equal((await events("convo.deleted", Number(headers.get("resource-id")))).length, 1)
      }
    }
    assert.deepEqual(await listWrongCounts(desk.db), [])
    assert.deepEqual(await listWrongPreviews(desk.db), [])
  })
})
