import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { firstMoment, type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import {
  countRows,
  listWrongConversations,
  listWrongCounts,
  listWrongPreviews,
  listWrongSearchEntries,
} from "../../test/desk/seeded.ts"
import { type Db, raw, sql } from "../db/db.ts"
import { insertConversation } from "./insert/conversations.ts"
import { insertCustomer } from "./insert/customers.ts"
import { insertFolder, insertInbox, insertSavedReply } from "./insert/inboxes.ts"
import { insertRow } from "./insert/rows.ts"
import { fromCustomer, insertThreads, reply } from "./insert/threads.ts"
import { insertUser } from "./insert/users.ts"
import { loadSample, removeSample } from "./sample.ts"

const now = new Date(firstMoment)
let desk: TestDatabase
/** That of the desk, or the transaction of a test that is undone. */
let db: Db
let ownerId: number
let rowsBefore: Record<string, number>
let real: { inboxId: number; customerId: number; userId: number }

before(async () => {
  desk = await testDatabase()
  db = desk.db
  ownerId = await insertRow(db, "users", {
    type: "user",
    firstName: "Owner",
    email: "owner@desk.example",
    role: "owner",
    initials: "O",
    mention: "owner",
  })
  real = {
    inboxId: await insertInbox(db, { name: "Real", email: "real@desk.example", createdAt: now }),
    customerId: await insertCustomer(db, { firstName: "Real", createdAt: now }),
    userId: await insertUser(db, {
      firstName: "Real",
      lastName: "Colleague",
      email: "real.colleague@desk.example",
      role: "user",
      mention: "real",
      createdAt: now,
    }),
  }
  rowsBefore = await countRows(db)
  await loadSample(desk.db, now, ownerId)
})
after(() => desk.drop())

/** A test whose changes are undone at its end, so that the sample is loaded once for all. */
function undone(name: string, work: () => Promise<void>): void {
  test(name, async () => {
    const end = new Error("Everything is undone")
    const running = desk.db.transaction(async (transaction) => {
      db = transaction
      await work()
      await transaction.run(sql`set constraints all immediate`)
      throw end
    })
    await assert.rejects(running, end).finally(() => {
      db = desk.db
    })
  })
}

const only = async (query: ReturnType<typeof sql>) => (await db.one<{ id: number }>(query)).id
const sampleUser = () => only(sql`select id from users where email = 'tomas@oddfoot.example'`)
const sampleInbox = () => only(sql`select id from inboxes where email = 'help@oddfoot.example'`)
const sampleTag = () => only(sql`select id from tags where name = 'sample'`)
const sampleConversation = () => only(sql`select id from conversations where subject = 'MY SOCKS MATCH. Again!'`)
const sampleOrganization = () => only(sql`select id from organizations where name like 'Hotel Meridian%'`)
const sampleCustomer = () =>
  only(sql`select customer_id as id from customer_emails where value = 'magnus@lighthouse.example'`)

async function realConversation(more: Partial<Parameters<typeof insertConversation>[1]> = {}): Promise<number> {
  const { inboxId, customerId } = real
  const threads = { question: fromCustomer(now, "<p>Real</p>") }
  return (await insertConversation(db, { inboxId, customerId, subject: "Real", ...more, threads })).id
}

/** What is left beside the rows of before and the real ones that a test made. */
async function leftOver(): Promise<string[]> {
  const rows = await countRows(db)
  return Object.keys(rows).filter((table) => rows[table] !== rowsBefore[table])
}

const exists = async (table: string, id: number) =>
  (await db.maybe(sql`select from ${raw(table)} where id = ${id}`)) !== undefined

describe("loadSample", () => {
  test("a dozen conversations of two inboxes, each tagged as a sample", async () => {
    const rows = await db.many<{ inbox: number; tagged: boolean; at: Date }>(sql`
      select inbox_id as inbox, modified_at as at, exists (select from conversation_tags join tags on tags.id = tag_id
        where conversation_id = conversations.id and tags.name = 'sample') as tagged
      from conversations`)
    assert.equal(rows.length, 12)
    assert.equal(new Set(rows.map(({ inbox }) => inbox)).size, 2)
    assert.ok(rows.every(({ tagged }) => tagged))
    assert.ok(rows.every(({ at }) => at <= now && at.getTime() > now.getTime() - 14 * 86_400_000))
  })

  test("lively: every channel, a snooze, a scheduled reply, ratings, notes with mentions, three colleagues", async () => {
    const { types, statuses, snoozed, scheduled } = await db.one<Record<string, number>>(sql`
      select count(distinct type) as types, count(distinct status) as statuses,
        count(snoozed_until) as snoozed, count(scheduled_for) as scheduled
      from conversations`)
    assert.deepEqual({ types, statuses, snoozed, scheduled }, { types: 3, statuses: 4, snoozed: 1, scheduled: 1 })
    assert.ok(await db.maybe(sql`select from ratings where comments is not null`))
    assert.ok(await db.maybe(sql`select from threads where type = 'note' and body like '%@owner%'`))
    const { colleagues } = await db.one<{ colleagues: number }>(
      sql`select count(*) as colleagues from users where email like '%@oddfoot.example'`,
    )
    assert.equal(colleagues, 3)
  })

  test("every mention in a note names somebody", async () => {
    const mentions = await db.many<{ mention: string }>(
      sql`select distinct (regexp_matches(body, '@([a-z]+(?:[.]sample)?)', 'g'))[1] as mention from threads
        where type = 'note'`,
    )
    assert.ok(mentions.length >= 4)
    for (const { mention } of mentions)
      assert.ok(await db.maybe(sql`select from users where lower(mention) = ${mention}`), mention)
  })

  test("addresses are under .example", async () => {
    const wrong = await db.many(sql`
      select email from users where email not like '%.example'
      union all select value from customer_emails where value not like '%.example'
      union all select email from inboxes where email not like '%.example'`)
    assert.deepEqual(wrong, [])
  })

  test("derived columns, search entries and counters are right", async () => {
    assert.deepEqual(await listWrongConversations(db), [])
    assert.deepEqual(await listWrongPreviews(db), [])
    assert.deepEqual(await listWrongSearchEntries(db), [])
    assert.deepEqual(await listWrongCounts(db), [])
  })

  test("a second time is refused", async () => {
    await assert.rejects(loadSample(desk.db, now, ownerId), /sample remove/)
  })
})

describe("removeSample", () => {
  undone("leaves exactly what was there before", async () => {
    const recorded = (await countRows(db))["sample_rows"]
    assert.deepEqual(await removeSample(db), { removed: recorded, kept: 0 })
    assert.deepEqual(await countRows(db), rowsBefore)
    assert.deepEqual(await listWrongCounts(db), [])
    assert.deepEqual(await removeSample(db), { removed: 0, kept: 0 })
  })

  undone("keeps a tag that was there before the sample", async () => {
    await removeSample(db)
    const tagId = await insertRow(db, "tags", { name: "Sample", slug: "sample" })
    await loadSample({ ...desk.db, ...db }, now, ownerId)
    await removeSample(db)
    assert.ok(await exists("tags", tagId))
  })

  undone("keeps a colleague to whom a real conversation is assigned", async () => {
    const assigneeId = await sampleUser()
    const id = await realConversation({ assigneeId })
    assert.equal((await removeSample(db)).kept, 1)
    assert.ok(await exists("users", assigneeId))
    assert.ok(await exists("conversations", id))
    assert.ok(await db.maybe(sql`select from user_statuses where user_id = ${assigneeId}`))
    assert.deepEqual(await listWrongCounts(db), [])
  })

  undone("keeps an inbox into which a real conversation was moved, with its standard folders", async () => {
    const inboxId = await sampleInbox()
    const id = await realConversation()
    await db.run(sql`update conversations set inbox_id = ${inboxId} where id = ${id}`)
    assert.equal((await removeSample(db)).kept, 1)
    assert.ok(await exists("inboxes", inboxId))
    const { folders } = await db.one<{ folders: number }>(
      sql`select count(*) as folders from folders where inbox_id = ${inboxId}`,
    )
    assert.equal(folders, 9)
    assert.deepEqual(await listWrongCounts(db), [])
  })

  undone(
    "keeps an inbox that holds a saved reply or folder of somebody's own, or to which a webhook listens",
    async () => {
      const inboxId = await sampleInbox()
      const wholesale = await only(sql`select id from inboxes where email = 'wholesale@oddfoot.example'`)
      await insertSavedReply(db, { inboxId, name: "Mine", text: "Mine", createdAt: now })
      const webhook = { userId: ownerId, url: "https://hook.example", events: ["convo.created"], secret: "s" }
      await insertRow(db, "webhooks", { ...webhook, inboxIds: [wholesale] })
      // The colleague who gets its new conversations stays with the second inbox.
      assert.equal((await removeSample(db)).kept, 3)
      assert.ok((await exists("inboxes", inboxId)) && (await exists("inboxes", wholesale)))
      await db.run(raw("delete from saved_replies; delete from webhooks"))
      await insertFolder(db, { inboxId, type: "custom", name: "Mine", query: "a", position: 10, updatedAt: now })
      assert.deepEqual(await removeSample(db), { removed: 2, kept: 1 })
      assert.ok(await exists("inboxes", inboxId))
    },
  )

  undone("takes away what people wrote in sample conversations", async () => {
    const conversationId = await sampleConversation()
    const customerId = await sampleCustomer()
    await insertThreads(db, { conversationId, customerId, status: "active" }, [reply(real.userId, now, "<p>Mine</p>")])
    assert.equal((await removeSample(db)).kept, 0)
    assert.deepEqual(await leftOver(), [])
  })

  undone("keeps the tag when real conversations have it", async () => {
    const tagId = await sampleTag()
    const id = await realConversation({ tagIds: [tagId] })
    assert.equal((await removeSample(db)).kept, 1)
    assert.ok(await db.maybe(sql`select from conversation_tags where conversation_id = ${id} and tag_id = ${tagId}`))
    assert.deepEqual(await listWrongCounts(db), [])
  })

  undone("keeps an organization with a real customer", async () => {
    const organizationId = await sampleOrganization()
    await db.run(sql`update customers set organization_id = ${organizationId} where id = ${real.customerId}`)
    assert.equal((await removeSample(db)).kept, 1)
    assert.ok(await exists("organizations", organizationId))
    assert.ok(await db.maybe(sql`select from customers where organization_id = ${organizationId}`))
    assert.deepEqual(await listWrongCounts(db), [])
  })

  undone("keeps a customer with a real conversation, and what a kept row needs", async () => {
    const customerId = await only(
      sql`select customer_id as id from customer_emails where value = 'joost@hotel-meridian.example'`,
    )
    const id = await realConversation({ customerId })
    assert.equal((await removeSample(db)).kept, 2)
    assert.ok(await exists("conversations", id))
    assert.ok(await exists("customers", customerId))
    assert.ok(await db.maybe(sql`select from customer_emails where customer_id = ${customerId}`))
    await db.run(sql`delete from conversations where id = ${id}`)
    assert.deepEqual(await removeSample(db), { removed: 2, kept: 0 })
    assert.deepEqual(await leftOver(), [])
  })

  undone(
    "keeps whoever wrote in a real conversation, and a sample conversation merged into it leaves its threads",
    async () => {
      const into = await realConversation()
      const merged = await sampleConversation()
      await db.run(sql`update threads set conversation_id = ${into} where conversation_id = ${merged}`)
      await db.run(sql`insert into merged_conversations (id, number, inbox_id, into_id)
      select id, number, inbox_id, ${into} from conversations where id = ${merged}`)
      await db.run(sql`delete from conversation_tags where conversation_id = ${merged}`)
      await db.run(sql`delete from conversations where id = ${merged}`)
      const { threads } = await db.one<{ threads: number }>(
        sql`select count(*) as threads from threads where conversation_id = ${into}`,
      )
      // Nora, Tomás, the customer, the saved reply that was used and the inbox to which the old id belongs.
      assert.equal((await removeSample(db)).kept, 5)
      const left = await db.one<{ threads: number }>(
        sql`select count(*) as threads from threads where conversation_id = ${into}`,
      )
      assert.equal(left.threads, threads)
      assert.ok(await exists("merged_conversations", merged))
    },
  )

  undone("does not mind rows that somebody has removed before", async () => {
    const organizationId = await sampleOrganization()
    await db.run(sql`delete from organizations where id = ${organizationId}`)
    assert.equal((await removeSample(db)).kept, 0)
    assert.deepEqual(await leftOver(), [])
  })

  test("leaves everything as it is when something fails on the way", async () => {
    const loaded = await countRows(db)
    await db.run(
      raw(`create function stop_removal() returns trigger language plpgsql as
      $$ begin raise exception 'stopped'; end $$`),
    )
    await db.run(raw("create trigger stop before delete on users for each row execute function stop_removal()"))
    await assert.rejects(removeSample(db), /stopped/)
    await db.run(raw("drop trigger stop on users; drop function stop_removal"))
    assert.deepEqual(await countRows(db), loaded)
  })

  undone("a table that refers to sample rows and is not known as a part counts as a use", async () => {
    const userId = await sampleUser()
    await db.run(raw("create table medals (user_id bigint references users on delete cascade)"))
    await db.run(sql`insert into medals values (${userId})`)
    assert.equal((await removeSample(db)).kept, 1)
    assert.ok(await exists("users", userId))
  })
})
