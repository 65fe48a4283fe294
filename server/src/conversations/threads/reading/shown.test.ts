import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../../../test/desk/changing.ts"
import { type ChangeWatch, type Reading, watchChanges } from "../../../../test/desk/nodes.ts"
import { type Sql, sql } from "../../../db/db.ts"

let on: Changing
let watch: ChangeWatch
/** Of somebody who does not see every inbox. */
let limited: string
let id: number
/** One that the threads are merged or linked with. */
let linked: number

before(async () => {
  on = await changingDesk()
  watch = watchChanges(on.desk, readings)
  limited = await on.desk.tokenFor(on.ids.users.limited)
  id = await on.fresh()
  linked = await on.fresh()
})
after(async () => {
  await watch.close()
  await on.desk.close()
})

const readings = (): Reading[] => {
  const own = [`/v2/conversations/${id}/threads`, `/v3/conversations/${id}?embed=threads`]
  const more = [
    `/v3/conversations/${id}/threads`,
    `/v2/conversations/${id}/threads?size=2&page=2`,
    "/v2/conversations?status=all&embed=threads",
  ]
  return [
    ...[...own, ...more].map((path) => ({ path, token: on.ada })),
    ...[on.grace, limited].flatMap((token) => own.map((path) => ({ path, token }))),
  ]
}

const send = async (method: string, path: string, body?: object) => {
  const reply = await on.desk.send(method, path, { token: on.ada, ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply
}
const add = (kind: string, body: object) => send("POST", `/v2/conversations/${id}/${kind}`, body)
const threadId = async (type: string) => (await on.read(id)).threads.find((thread) => thread.type === type).id
const patch = async (type: string, operation: object) =>
  send("PATCH", `/v2/conversations/${id}/threads/${await threadId(type)}`, { op: "replace", ...operation })
const customerId = async () => (await on.read(id)).conversation.primaryCustomer.id
const rename = (customer: number, value: string) =>
  send("PATCH", `/v2/customers/${customer}`, { op: "replace", path: "/firstName", value })
const stranger = async () => {
  const row = await on.desk.db.one<{ id: number }>(
    sql`select customer_id as id from customer_emails where value = 'stranger@elsewhere.example'`,
  )
  return row.id
}
const run = (statement: Sql) => on.desk.db.run(statement)

describe("a thread that was shown before", () => {
  const changes: Record<string, () => Promise<unknown>> = {
    "a note beside it": () => add("notes", { text: "New" }),
    "a reply beside it": async () => add("reply", { customer: { id: await customerId() }, text: "An answer" }),
    "a draft beside it": async () =>
      add("reply", { customer: { id: await customerId() }, text: "Not yet", draft: true }),
    "somebody else who writes": () =>
      add("customer", { customer: { email: "stranger@elsewhere.example" }, text: "Me too" }),
    "the name of somebody else": async () => rename(await stranger(), "Stranger"),
    "its text": () => patch("note", { path: "/text", value: "Changed" }),
    "that it is hidden": () => patch("note", { path: "/hidden", value: true }),
    "a change of status": () => on.patch(id, { op: "replace", path: "/status", value: "pending" }),
    "the name of its customer": async () => rename(await customerId(), "Renamed"),
    "another first address of its customer": async () => {
      const customer = await customerId()
      const { body } = await on.desk.get(`/v2/customers/${customer}/emails`, on.ada)
      const [email] = body._embedded.emails
      await send("PUT", `/v2/customers/${customer}/emails/${email.id}`, { type: "work", value: "moved@else.example" })
    },
    "when it was opened": async () =>
      // From here on it names no customer, and is shown with the conversation's.
      run(sql`update threads set opened_at = created_at, customer_id = null where id = ${await threadId("message")}`),
    "another customer of its conversation": async () =>
      on.patch(id, { op: "replace", path: "/primaryCustomer.id", value: await stranger() }),
    "a customer of its conversation who has written nothing": async () => {
      const silent = await send("POST", "/v2/customers", { firstName: "Silent" })
      await on.patch(id, {
        op: "replace",
        path: "/primaryCustomer.id",
        value: Number(silent.headers.get("resource-id")),
      })
    },
    "the name of that customer": async () => rename(await customerId(), "Still silent"),
    "its rating": async () => {
      const { ada } = on.ids.users
      await run(sql`insert into ratings (thread_id, conversation_id, customer_id, user_id, rating, inbox_id, listed)
        values (${await threadId("message")}, ${id}, ${await customerId()}, ${ada}, 'okay', ${on.ids.inboxes.support}, true)`)
    },
    "another rating": () =>
      run(sql`update ratings set rating = 'great', comments = 'Thanks' where conversation_id = ${id}`),
    "no rating": () => run(sql`delete from ratings where conversation_id = ${id}`),
    "an attachment": () =>
      add("notes", {
        text: "With a file",
        attachments: [{ fileName: "a.txt", mimeType: "text/plain", data: Buffer.from("Hello").toString("base64") }],
      }),
    "an attachment that came later": async () =>
      run(sql`insert into attachments (thread_id, filename, mime_type, size_bytes, state, storage_key, sha256)
        values (${await threadId("customer")}, 'b.txt', 'text/plain', 1, 'valid', 'key', sha256('b'))`),
    "what a scan finds": () => run(sql`update attachments set state = 'virus' where filename = 'b.txt'`),
    "an attachment that is scanned again": () =>
      run(sql`update attachments set state = 'pending' where filename = 'b.txt'`),
    "an attachment that has been scanned": () =>
      run(sql`update attachments set state = 'valid' where filename = 'b.txt'`),
    "an attachment that is gone": () => run(sql`delete from attachments where filename = 'b.txt'`),
    "what it is linked with": async () =>
      run(sql`update threads set linked_conversation_id = ${linked} where id = ${await threadId("message")}`),
    "where that was merged into": async () => {
      const into = await on.fresh()
      await send("POST", `/v2/conversations/${into}/merge`, { conversationIds: [linked] })
    },
    "the name of its writer": () => run(sql`update users set last_name = 'Byron' where id = ${on.ids.users.ada}`),
    "that it is gone": async () => send("DELETE", `/v2/conversations/${id}/threads/${await threadId("note")}`),
    "customers who are one now": async () => {
      const kept = await send("POST", "/v2/customers", { firstName: "Kept" })
      const keptId = Number(kept.headers.get("resource-id"))
      await send("POST", `/v2/customers/${keptId}/merge`, { customerIds: [await customerId()] })
    },
    "a draft that only its writer sees": () =>
      run(sql`update threads set state = 'draft', created_by_id = ${on.ids.users.ada}
        where conversation_id = ${id} and type = 'message'`),
    "an inbox that not everybody sees": () =>
      on.patch(id, { op: "move", path: "/mailboxId", value: on.ids.inboxes.hidden }),
  }
  for (const [name, change] of Object.entries(changes)) test(`shows ${name}`, () => watch.assertShown(change))

  test("is on no page behind the last, however far", async () => {
    const { body } = await on.desk.get(`/v2/conversations/${id}/threads`, on.ada)
    for (const page of [2, 999_999_999]) {
      const far = await on.desk.get(`/v2/conversations/${id}/threads?size=100&page=${page}`, on.ada)
      assert.deepEqual(far.body._embedded.threads, [])
      assert.equal(far.body.page.totalElements, body.page.totalElements)
    }
  })

  test("is read again only where something has changed", async () => {
    const path = `/v2/conversations/${id}/threads`
    const first = await on.desk.get(path, on.ada)
    // Not in the way that rows change: only who does not read it again cannot see it.
    await run(sql`alter table users disable trigger users_look`)
    await run(sql`update users set last_name = 'Unseen' where id = ${on.ids.users.ada}`)
    assert.deepEqual((await on.desk.get(path, on.ada)).body, first.body)
    await run(sql`alter table users enable trigger users_look`)
    await run(sql`update users set last_name = 'Seen' where id = ${on.ids.users.ada}`)
    assert.match(JSON.stringify((await on.desk.get(path, on.ada)).body), /"last":"Seen"/)
  })
})
