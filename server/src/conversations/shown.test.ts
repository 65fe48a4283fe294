import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { type ChangeWatch, watchChanges } from "../../test/desk/nodes.ts"
import { type Db, type Sql, sql } from "../db/db.ts"
import { openOutgoing } from "../http/outgoing/safe-fetch.ts"
import type { Viewer } from "../http/viewer.ts"
import { showConversation } from "./shown.ts"

let on: Changing
let watch: ChangeWatch
let id: number

before(async () => {
  on = await changingDesk()
  const { support } = on.ids.inboxes
  id = await on.fresh({ mailboxId: support, tags: ["shown"] })
  watch = watchChanges(on.desk, () => paths().map((path) => ({ path, token: on.ada })))
})
after(async () => {
  await watch.close()
  await on.desk.close()
})

const paths = () => [
  `/v2/conversations/${id}`,
  `/v3/conversations/${id}`,
  "/v2/conversations?status=all",
  "/v2/conversations?status=all&sortField=number&sortOrder=asc&size=100",
]

const send = async (method: string, path: string, body?: object) => {
  const reply = await on.desk.send(method, path, { token: on.ada, ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
}
const customerId = async () => (await on.read(id)).conversation.primaryCustomer.id
const creatorId = async () => (await on.read(id)).conversation.createdBy.id
const tagId = async () => (await on.read(id)).conversation.tags[0].id

describe("a conversation that was shown before", () => {
  const changes: Record<string, () => Promise<unknown>> = {
    "its status": () => on.patch(id, { op: "replace", path: "/status", value: "closed" }),
    "its subject": () => on.patch(id, { op: "replace", path: "/subject", value: "Another one" }),
    "its assignee": () => on.patch(id, { op: "replace", path: "/assignTo", value: on.ids.users.ada }),
    "a value of a field": async () => {
      const { id: field } = await on.desk.db.one<{ id: number }>(sql`
        select min(id) as id from custom_fields where inbox_id = ${on.ids.inboxes.support} and type = 'singleline'`)
      const { status, body } = await on.put(id, "fields", { fields: [{ id: field, value: "Gold" }] })
      assert.equal(status, 204, JSON.stringify(body))
    },
    "its inbox": () => on.patch(id, { op: "move", path: "/mailboxId", value: on.ids.inboxes.hidden }),
    "its tags": () => on.put(id, "tags", { tags: ["shown", "other"] }),
    "no tags": () => on.put(id, "tags", { tags: [] }),
    "a tag again": () => on.put(id, "tags", { tags: ["shown"] }),
    "a note": () => send("POST", `/v2/conversations/${id}/notes`, { text: "New" }),
    "a snooze": () => on.put(id, "snooze", { snoozedUntil: "2027-01-01T00:00:00Z", unsnoozeOnCustomerReply: true }),
    "the name of its customer": async () =>
      send("PATCH", `/v2/customers/${await customerId()}`, { op: "replace", path: "/firstName", value: "Renamed" }),
    "another first address of its customer": async () => {
      const customer = await customerId()
      const { body } = await on.desk.get(`/v2/customers/${customer}/emails`, on.ada)
      const [email] = body._embedded.emails
      await send("PUT", `/v2/customers/${customer}/emails/${email.id}`, { type: "work", value: "moved@else.example" })
    },
    "the same name in other letters": async () =>
      send("PATCH", `/v2/customers/${await customerId()}`, { op: "replace", path: "/firstName", value: "RENAMED" }),
    "the same address in other letters": async () =>
      on.desk.db.run(sql`update customer_emails set value = upper(value) where customer_id = ${await customerId()}`),
    "another first address that begins like the one before": async () => {
      const customer = await customerId()
      const address = (end: string) => `${"long".repeat(16)}${end}@else.example`
      await on.desk.db.run(sql`update customer_emails set value = ${address("a")} where customer_id = ${customer}`)
      await on.desk.db.run(sql`
        insert into customer_emails (customer_id, type, value) values (${customer}, 'work', ${address("b")})`)
      await Promise.all(paths().map((path) => on.desk.get(path, on.ada)))
      await on.desk.db.run(sql`delete from customer_emails where customer_id = ${customer} and value = ${address("a")}`)
    },
    "a picture of its customer": async () =>
      send("PATCH", `/v2/customers/${await customerId()}`, {
        op: "replace",
        path: "/photoUrl",
        value: "https://pictures.example/one.png",
      }),
    "another customer": () =>
      on.patch(id, { op: "replace", path: "/primaryCustomer.id", value: on.ids.customers.female }),
    "the name of who began it": async () =>
      send("PATCH", `/v2/customers/${await creatorId()}`, { op: "replace", path: "/lastName", value: "Begun" }),
    "the address of who began it": async () =>
      on.desk.db.run(sql`delete from customer_emails where customer_id = ${await creatorId()}`),
    "the name of a tag": async () => send("PUT", `/v2/tags/${await tagId()}`, { name: "renamed" }),
    "the colour of a tag": async () => send("PUT", `/v2/tags/${await tagId()}`, { name: "renamed", color: "#ff0000" }),
    "a tag that is deleted": async () => send("DELETE", `/v2/tags/${await tagId()}`),
    "the name of its assignee": () =>
      on.desk.db.run(sql`update users set last_name = 'Byron' where id = ${on.ids.users.ada}`),
    "a field that is renamed": () => on.desk.db.run(sql`update custom_fields set name = name || ' (new)'`),
    "an option that is renamed": () => on.desk.db.run(sql`update custom_field_options set label = label || ' (new)'`),
    "a field that is deleted": () => on.desk.db.run(sql`update custom_fields set deleted_at = now()`),
    "time that passes": async () => on.passSeconds(4_000),
    "a deletion": () => send("DELETE", `/v2/conversations/${id}`),
  }
  for (const [name, change] of Object.entries(changes)) test(`shows ${name}`, () => watch.assertShown(change))

  test("is not shown to who may no longer see it, not even while it is being moved", async () => {
    const { support, hidden } = on.ids.inboxes
    const moving = await on.fresh({ mailboxId: support })
    const { config, appDb, files, clock, origin } = on.desk
    const outgoing = openOutgoing(config)
    const db: Db = {
      ...appDb,
      async many<Row>(statement: Sql) {
        // After its version was found and before it is read.
        await on.patch(moving, { op: "move", path: "/mailboxId", value: hidden })
        return appDb.many<Row>(statement)
      },
    }
    const now = clock.now
    const desk = { config, db: appDb, replica: undefined, files, outgoing, now: () => now }
    const viewer: Viewer = { userId: on.ids.users.grace, role: "user", scope: "full", inboxIds: [support] }
    const shown = await showConversation({ desk, db, viewer, origin, version: 2, now }, moving)
    outgoing.close()
    assert.equal(shown, undefined)
    assert.equal((await on.read(moving)).conversation.mailboxId, hidden)
  })

  test("waits for who makes it before its customers are renamed", async () => {
    const customers = [on.ids.customers.male, on.ids.customers.accents]
    const appDb = on.desk.appDb
    await appDb.transaction(async (db) => {
      await db.run(sql`
        insert into conversations (inbox_id, type, status, subject, customer_id, created_by_customer_id, source_type,
          source_via, user_updated_at)
        values (${on.ids.inboxes.support}, 'email', 'active', 'New', ${customers[0]}, ${customers[1]}, 'api', 'customer', now())`)
      for (const customer of customers)
        await assert.rejects(
          appDb.transaction(async (db) => {
            await db.run(sql`set local lock_timeout = '100ms'`)
            await db.run(sql`update customers set first_name = 'Renamed' where id = ${customer}`)
          }),
        )
    })
  })

  test("is read again only where something has changed", async () => {
    const [path = ""] = paths()
    const look = async (change: (db: Db) => Promise<unknown>) => {
      await change(on.desk.db)
      return on.desk.get(path, on.ada)
    }
    const first = await look(async () => {})
    // Not by us, and not in the way that rows change: only who does not read it again cannot see it.
    await on.desk.db.run(sql`alter table users disable trigger users_look`)
    const again = await look((db) => db.run(sql`update users set last_name = 'Unseen' where id = ${on.ids.users.ada}`))
    assert.deepEqual(again.body, first.body)
    await on.desk.db.run(sql`alter table users enable trigger users_look`)
    const later = await look((db) => db.run(sql`update users set last_name = 'Seen' where id = ${on.ids.users.ada}`))
    assert.equal(later.body.assignee.last, "Seen")
  })
})
