import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { runs } from "../../test/property.ts"
import { until } from "../../test/until.ts"
import { codeOf, type Db, raw, type Sql, sql } from "../db/db.ts"

let database: TestDatabase

before(async () => {
  database = await testDatabase()
  await database.db.run(
    raw(`
    insert into users (id, type, first_name, email, role, initials, mention)
      select n, 'user', 'U' || n, 'u' || n || '@example.com', 'user', 'U', 'u' || n from generate_series(1, 3) n;
    insert into inboxes (id, name, email) select n, 'I' || n, 'i' || n || '@example.com' from generate_series(1, 2) n;
    insert into organizations (id, name) select n, 'O' || n from generate_series(1, 2) n;
    insert into customers (id, first_name, organization_id) select n, 'C' || n, nullif(n % 3, 0) from generate_series(1, 4) n;
    insert into tags (id, name, slug) select n, 't' || n, 't' || n from generate_series(1, 2) n;`),
  )
})
after(() => database.drop())

const pick = (most: number) => fc.integer({ min: 1, max: most })
const maybe = (most: number) => fc.option(pick(most), { nil: null })
const conversation = pick(12)

/** One change that anybody might make, as a statement. */
const change: fc.Arbitrary<Sql> = fc.oneof(
  fc.tuple(conversation, pick(2), pick(4), maybe(3)).map(
    ([id, inbox, customer, assignee]) => sql`
      insert into conversations (id, inbox_id, type, status, subject, customer_id, assignee_id, created_by_user_id,
        source_type, source_via, user_updated_at, created_at)
      values (${id}, ${inbox}, 'email', 'active', 'S', ${customer}, ${assignee}, 1, 'api', 'user', now(),
        now() - ${id % 4} * interval '4 days')
      on conflict (id) do nothing`,
  ),
  fc
    .tuple(conversation, fc.constantFrom("active", "pending", "closed", "spam"))
    .map(([id, status]) => sql`update conversations set status = ${status} where id = ${id}`),
  fc
    .tuple(conversation, fc.constantFrom("published", "draft", "deleted"))
    .map(([id, state]) => sql`update conversations set state = ${state} where id = ${id}`),
  fc
    .tuple(conversation, maybe(3))
    .map(([id, user]) => sql`update conversations set assignee_id = ${user} where id = ${id}`),
  fc
    .tuple(conversation, pick(2))
    .map(([id, inbox]) => sql`update conversations set inbox_id = ${inbox} where id = ${id}`),
  fc
    .tuple(conversation, pick(4))
    .map(([id, customer]) => sql`update conversations set customer_id = ${customer} where id = ${id}`),
  fc.tuple(conversation, fc.boolean()).map(
    ([id, on]) => sql`update conversations set snoozed_until = ${on ? new Date() : null},
      snoozed_by_id = ${on ? 1 : null}, unsnooze_on_customer_reply = ${on ? true : null} where id = ${id}`,
  ),
  fc.tuple(conversation, pick(2)).map(
    ([id, tag]) => sql`insert into conversation_tags (conversation_id, tag_id)
      select id, ${tag} from conversations where id = ${id} on conflict do nothing`,
  ),
  fc
    .tuple(conversation, pick(2))
    .map(([id, tag]) => sql`delete from conversation_tags where conversation_id = ${id} and tag_id = ${tag}`),
  fc.constant(sql`update conversations set status = case status when 'active' then 'pending' else 'active' end
    where status in ('active', 'pending')`),
  pick(3).map(
    (status) =>
      sql`update conversations set status = ${["active", "closed", "pending"][status - 1]} where inbox_id = 1`,
  ),
  conversation.map(
    (id) => sql`with untagged as (delete from conversation_tags where conversation_id = ${id} returning 1)
      select count(*) from untagged`,
  ),
  conversation.map(
    (id) => sql`delete from conversations where id = ${id}
      and not exists (select from conversation_tags where conversation_id = ${id})`,
  ),
  fc
    .tuple(pick(4), maybe(2))
    .map(([id, organization]) => sql`update customers set organization_id = ${organization} where id = ${id}`),
  fc.tuple(pick(4), pick(9)).map(
    ([id, name]) => sql`insert into customer_emails (customer_id, value)
    values (${id}, ${`c${id}-${name}@example.com`}) on conflict do nothing`,
  ),
  pick(4).map(
    (id) => sql`delete from customer_emails where id =
    (select id from customer_emails where customer_id = ${id} order by id limit 1)`,
  ),
  fc.tuple(pick(4), pick(4)).map(
    ([from, to]) => sql`update customer_emails set customer_id = ${to}
    where id = (select max(id) from customer_emails where customer_id = ${from})`,
  ),
  fc.tuple(pick(4), pick(9)).map(([id, name]) => sql`update customers set first_name = ${`N${name}`} where id = ${id}`),
  fc.tuple(conversation, conversation).map(
    ([id, other]) => sql`with moved as (
        select id as conversation_id from conversations where id = ${id}
      ), thread as (
        insert into threads (id, conversation_id, type, status, body, source_type, source_via, created_by_id)
        select ${other}, conversation_id, 'message', 'active', 'B', 'api', 'user', 1 from moved
        on conflict (id) do nothing returning id
      )
      insert into ratings (thread_id, conversation_id, customer_id, user_id, rating)
      select thread.id, conversation_id, 1, 1, 'great' from thread, moved`,
  ),
  fc.tuple(conversation, conversation).map(
    ([thread, id]) => sql`update ratings set conversation_id = conversations.id from conversations
        where thread_id = ${thread} and conversations.id = ${id}`,
  ),
  fc.constant(sql`select settle_counts()`),
)

describe("counters", () => {
  test("equal counting after any changes in any order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 40 }), async (changes) => {
        for (const statement of changes) await database.db.run(statement)
        await assertRight(database.db)
      }),
      { numRuns: runs(6) },
    )
  })

  test("are not moved by what is rolled back", async () => {
    await assert.rejects(
      database.db.transaction(async (db) => {
        await db.run(sql`update conversations set status = 'spam'`)
        throw new Error("no")
      }),
    )
    await assertRight(database.db)
  })

  test("know of the last interaction with an organization that a conversation comes to with another customer", async () => {
    const { db } = database
    await db.run(sql`
      insert into conversations (id, inbox_id, type, status, subject, customer_id, created_by_user_id, source_type,
        source_via, user_updated_at, modified_at)
      values (300, 1, 'email', 'active', 'S', 3, 1, 'api', 'user', now(), now() + interval '1 day')`)
    await db.run(sql`update customers set organization_id = null where id = 3`)
    await db.run(sql`update customers set organization_id = 1 where id = 1`)
    await db.run(sql`update conversations set customer_id = 1 where id = 300`)
    await assertRight(db)
    await db.run(sql`delete from conversations where id = 300`)
  })

  test("equal counting after many writers at once, while they are settled", async () => {
    const runs = fc.sample(fc.array(change, { minLength: 25, maxLength: 25 }), { numRuns: 8, seed: 7 })
    await Promise.all(
      runs.map(async (changes) => {
        for (const statement of changes)
          await database.db
            .transaction((db) => db.run(statement))
            .catch((error: unknown) => {
              // A tag for a conversation that another writer removes is refused, and rightly.
              if (!/^235/.test(codeOf(error))) throw error
            })
      }),
    )
    await assertRight(database.db)
    await database.db.run(sql`select settle_counts()`)
    await assertRight(database.db)
  })

  test("a week knows the number of one that came for another that went", async () => {
    const { db } = database
    await db.run(sql`
      insert into conversations (id, inbox_id, type, status, subject, customer_id, created_by_user_id, source_type,
        source_via, user_updated_at, created_at)
      select 100 + n, 2, 'email', case n when 1 then 'active' else 'pending' end, 'S', 1, 1, 'api', 'user', now(),
        now() - interval '1 year'
      from generate_series(1, 2) n`)
    await db.run(sql`update conversations set status = case status when 'active' then 'pending' else 'active' end
      where id in (101, 102)`)
    await assertRight(db)
    await db.run(sql`delete from conversations where id in (101, 102)`)
    await assertRight(db)
  })

  test("a conversation that waits for its customer's new address has it then", async () => {
    const { db } = database
    const { id } = await db.one<{ id: number }>(
      sql`insert into customers (id, first_name) values (99, 'Waiting') returning id`,
    )
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const adding = db.transaction(async (db) => {
      await db.run(sql`insert into customer_emails (customer_id, value) values (${id}, 'late@waiting.example')`)
      held.resolve()
      await end.promise
    })
    await held.promise
    const moving = db.run(sql`update conversations set customer_id = ${id}
      where id = (select min(id) from conversations)`)
    const isWaiting = () =>
      db.maybe(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await until(async () => (await isWaiting()) !== undefined)
    end.resolve()
    await Promise.all([adding, moving])
    await assertRight(db)
    await db.run(sql`update conversations set customer_id = 1 where customer_id = ${id}`)
    await db.run(sql`delete from customers where id = ${id}`)
  })

  test("an organization that goes takes its counts along and leaves its customers", async () => {
    await database.db.run(sql`delete from organizations where id = 2`)
    await assertRight(database.db)
    const { left } = await database.db.one<{ left: number }>(sql`select count(*) as left from customers`)
    assert.equal(left, 4)
    const { stale } = await database.db.one<{ stale: number }>(
      sql`select count(*) as stale from conversations where organization_id = 2`,
    )
    assert.equal(stale, 0)
  })
})

/** Every counter against the rows it stands for, and what else triggers copy. */
async function assertRight(db: Db): Promise<void> {
  assert.deepEqual(await listWrongCounts(db), [])
  assert.deepEqual(
    await db.many(sql`
      select customer_inboxes.* from customer_inboxes join customers on customers.id = customer_id
      where customer_created_at <> created_at`),
    [],
  )
  assert.deepEqual(
    await db.many(sql`
      select ratings.* from ratings join conversations on conversations.id = conversation_id
      where (ratings.inbox_id, listed) is distinct from (conversations.inbox_id, state = 'published')`),
    [],
  )
  assert.deepEqual(
    await db.many(sql`
      select c.id from conversations c join customers on customers.id = c.customer_id
      where c.customer_name_key <> lower(concat_ws(' ', first_name, last_name))
        or c.customer_email_key <> first_email(customers.id)
        or c.organization_id is distinct from customers.organization_id`),
    [],
  )
  assert.deepEqual(
    await db.many(sql`
      select id, addresses from customers where addresses <> coalesce((select string_agg(lower(value), e'\\n' order by e.id)
        from customer_emails e where e.customer_id = customers.id), '')`),
    [],
  )
}
