import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import {
  countRows,
  listWrongConversations,
  listWrongCounts,
  listWrongPreviews,
  listWrongSearchEntries,
} from "../../test/desk/seeded.ts"
import { raw, sql } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import { clockAt } from "./clock.ts"
import { insertRow } from "./insert/rows.ts"
import { loadSample, removeSample } from "./sample.ts"
import { attachments } from "./scenario/attachments.ts"
import { loadScenario, type ScenarioIds } from "./scenario.ts"

const now = new Date("2026-05-20T10:00:00.500Z")
const clock = clockAt(now)
let desk: TestDatabase
let ids: ScenarioIds

before(async () => {
  desk = await testDatabase()
  // The scenario must not count on ids that start at 1.
  await desk.db.run(sql`select setval(pg_get_serial_sequence('users', 'id'), 500)`)
  await desk.db.run(sql`insert into users (type, first_name, email, role, initials, mention)
    values ('user', 'Owner', 'owner@desk.example', 'owner', 'O', 'owner')`)
  ids = await loadScenario(desk.db, now)
})
after(() => desk.drop())

describe("special cases", () => {
  const conversation = async (id: number) =>
    desk.db.one<Record<string, unknown>>(sql`select * from conversations where id = ${id}`)

  test("conversations that hold 98, 99 and 100 threads", async () => {
    for (const count of [98, 99, 100] as const) {
      const row = await conversation(ids.conversations[`with${count}Threads`])
      assert.equal(row["held_thread_count"], count)
      assert.equal(row["thread_count"], count - 1)
    }
  })

  test("merges of 2, 59 and 61 days ago, and a chain that leads to its end at once", async () => {
    const merged = await desk.db.many<{ id: number; into: number; at: Date }>(
      sql`select id, into_id as into, merged_at as at from merged_conversations`,
    )
    const { conversations } = ids
    const into = new Map(merged.map(({ id, into }) => [id, into]))
    assert.equal(into.get(conversations.merged), conversations.mergedInto)
    assert.equal(into.get(conversations.chainStart), conversations.chainEnd)
    assert.equal(into.get(conversations.chainMiddle), conversations.chainEnd)
    const at = new Map(merged.map(({ id, at }) => [id, at]))
    assert.deepEqual(at.get(conversations.mergedLongAgo), clock.ago({ days: 61 }))
    assert.deepEqual(at.get(conversations.mergedAlmostLongAgo), clock.ago({ days: 59 }))
    const clash = await desk.db.many(
      sql`select merged.id from merged_conversations merged join conversations using (id)`,
    )
    assert.deepEqual(clash, [])
  })

  test("an inbox that one user may not see", async () => {
    const seen = await desk.db.many<{ id: number }>(
      sql`select inbox_id as id from inbox_users where user_id = ${ids.users.limited} order by 1`,
    )
    assert.deepEqual(
      seen.map(({ id }) => id),
      [ids.inboxes.support, ids.inboxes.paging],
    )
  })

  test("one eligible user and one for each reason", async () => {
    const { users, inboxes } = ids
    const rows = await desk.db.many<{ id: number; reason: string }>(sql`
      select users.id, case
        when deactivated_at is not null then 'inactive'
        when role = 'light user' then 'light_user'
        when inbox_users.user_id is null then 'no_inbox_access'
        when routing_users.user_id is null then 'not_in_rotation'
        when email_status = 'away' then 'away'
        when (select count(*) from conversations where assignee_id = users.id and status = 'active'
          and inbox_id = ${inboxes.support} and state = 'published' and snoozed_until is null) >= 3 then 'at_capacity'
        else 'eligible' end as reason
      from users
      left join routing_users on routing_users.user_id = users.id and routing_users.inbox_id = ${inboxes.support}
      left join inbox_users on inbox_users.user_id = users.id and inbox_users.inbox_id = ${inboxes.support}
      left join user_statuses on user_statuses.user_id = users.id`)
    const reasons = new Map(rows.map(({ id, reason }) => [id, reason]))
    assert.equal(reasons.get(users.grace), "eligible")
    assert.equal(reasons.get(users.busy), "at_capacity")
    assert.equal(reasons.get(users.away), "away")
    assert.equal(reasons.get(users.limited), "not_in_rotation")
    assert.equal(reasons.get(users.light), "light_user")
    assert.equal(reasons.get(users.outsider), "no_inbox_access")
    assert.equal(reasons.get(users.deactivated), "inactive")
  })

  test("nothing that routing would give to who has room, so that it stays as it was read", async () => {
    const given = await desk.db.many(sql`
      select id from conversations where home_folder = 'unassigned' and status = 'active' and not kept_unassigned`)
    assert.deepEqual(given, [])
  })

  test("62 plain conversations in one inbox, two of one moment", async () => {
    const rows = await desk.db.many<{ id: number; at: Date; status: string }>(
      sql`select id, created_at as at, status from conversations where inbox_id = ${ids.inboxes.paging} order by id`,
    )
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids.conversations.paging,
    )
    assert.equal(rows.length, 62)
    assert.ok(rows.every(({ status }) => status === "active"))
    assert.equal(new Set(rows.map(({ at }) => at.getTime())).size, 61)
    const sameMoment = rows.filter(({ id }) => ids.conversations.sameMoment.includes(id))
    assert.deepEqual(sameMoment[0]?.at, sameMoment[1]?.at)
  })

  test("more than 55 customers, two of one moment", async () => {
    const { customers, moments } = await desk.db.one<{ customers: number; moments: number }>(sql`
      select count(*) as customers, count(distinct created_at) as moments from customers
      where organization_id = ${ids.organizations.crowded}`)
    assert.deepEqual({ customers, moments }, { customers: 60, moments: 59 })
  })

  test("a conversation older than the policy, and one almost", async () => {
    const { days } = await desk.db.one<{ days: number }>(sql`select old_conversation_days as days from account`)
    assert.equal(ids.oldConversationDays, days)
    const limit = clock.ago({ days })
    assert.ok(((await conversation(ids.conversations.old))["created_at"] as Date) < limit)
    assert.ok(((await conversation(ids.conversations.almostOld))["created_at"] as Date) > limit)
  })

  test("a customer who waits since long ago, touched by a user in between", async () => {
    const row = await conversation(ids.conversations.waitingLong)
    assert.deepEqual(row["waiting_since"], clock.ago({ days: 300 }))
    assert.deepEqual(row["user_updated_at"], row["waiting_since"])
  })

  test("the earliest scheduled thread is the next event", async () => {
    const row = await conversation(ids.conversations.scheduled)
    assert.deepEqual(row["scheduled_for"], clock.ahead({ days: 30, hours: 1 }))
    assert.equal(row["unschedule_on_customer_reply"], true)
    assert.equal(row["scheduled_by_id"], ids.users.ada)
  })

  test("both halves of a forward name one another", async () => {
    const { threads, conversations } = ids
    const linked = await desk.db.many<{ id: number; linked: number }>(
      sql`select id, linked_conversation_id as linked from threads where linked_conversation_id is not null order by id`,
    )
    assert.deepEqual(linked, [
      { id: threads.forwardParent.forward, linked: conversations.forwardChild },
      { id: threads.forwardChild.forwarded, linked: conversations.forwardParent },
    ])
  })

  test("a value of every custom field, the dropdown by option id", async () => {
    const rows = await desk.db.many<{ type: string; value: string }>(sql`
      select type, value from conversation_fields join custom_fields on custom_fields.id = field_id
      where conversation_id = ${ids.conversations.everyField}`)
    assert.equal(rows.length, 5)
    const dropdown = rows.find(({ type }) => type === "dropdown")
    assert.equal(dropdown?.value, String(ids.fields.plan.options.Plus))
  })

  test("an organization and a customer with a property of every type", async () => {
    for (const owner of ["organization", "customer"] as const) {
      const { types } = await desk.db.one<{ types: number }>(sql`
        select count(distinct type) as types from ${raw(`${owner}_property_values`)} values
        join ${raw(`${owner}_properties`)} properties on properties.id = values.property_id
        where ${raw(`${owner}_id`)} = ${owner === "customer" ? ids.customers.full : ids.organizations.full}`)
      assert.equal(types, 5)
    }
    const { label } = await desk.db.one<{ label: string }>(sql`
      select label from customer_property_values join customer_property_options on id::text = value
      where customer_id = ${ids.customers.full}`)
    assert.equal(label, "Large")
  })

  test("organizations without customers, and customers without name, e-mail or conversations", async () => {
    const { customers, organizations } = ids
    const emptyOrganization = await desk.db.one<{ count: number }>(
      sql`select customer_count as count from organizations where id = ${organizations.empty}`,
    )
    assert.equal(emptyOrganization.count, 0)
    const nameless = await desk.db.one<{ name: string | null }>(
      sql`select coalesce(first_name, last_name) as name from customers where id = ${customers.withoutName}`,
    )
    assert.equal(nameless.name, null)
    for (const [id, table] of [
      [customers.withoutEmail, "customer_emails"],
      [customers.silent, "conversations"],
    ] as const)
      assert.equal(await desk.db.maybe(sql`select from ${raw(table)} where customer_id = ${id}`), undefined)
  })

  test("an unused tag and one with accents", async () => {
    const { unused, summer } = ids.tags
    assert.equal(await desk.db.maybe(sql`select from conversation_tags where tag_id = ${unused}`), undefined)
    const { name } = await desk.db.one<{ name: string }>(sql`select name from tags where id = ${summer}`)
    assert.equal(name, "scénario été")
  })

  test("attachments carry the size and hash of the contents kept here", async () => {
    for (const { filename, content } of Object.values(attachments)) {
      const row = await desk.db.one<{ right: boolean }>(sql`
        select size_bytes = ${content.length} and sha256 = sha256(${content}) as right
        from attachments where id = ${ids.attachments[filename]}`)
      assert.ok(row.right)
    }
  })

  test("ratings are named by what they say", async () => {
    const rows = await desk.db.many<{ id: number; rating: string }>(sql`select id, rating from ratings order by id`)
    const { great, okay, notGood, unknown } = ids.ratings
    assert.deepEqual(
      rows.map(({ id, rating }) => [id, rating]),
      [
        [great, "great"],
        [okay, "okay"],
        [notGood, "not_good"],
        [unknown, "unknown"],
      ],
    )
  })

  test("light users have no status", async () => {
    const light = sql`select from user_statuses join users on users.id = user_id where role = 'light user'`
    assert.equal(await desk.db.maybe(light), undefined)
  })
})

describe("what is kept apart from the threads is right", () => {
  test("derived columns", async () => assert.deepEqual(await listWrongConversations(desk.db), []))
  test("previews", async () => assert.deepEqual(await listWrongPreviews(desk.db), []))
  test("search entries", async () => assert.deepEqual(await listWrongSearchEntries(desk.db), []))
  test("counters", async () => assert.deepEqual(await listWrongCounts(desk.db), []))

  test("words of bodies and whole addresses are found", async () => {
    const found = async (query: string) =>
      (
        await desk.db.many<{ id: number }>(
          sql`select distinct conversation_id as id from search_entries where words @@ ${query}::tsquery order by 1`,
        )
      ).map(({ id }) => id)
    const { conversations } = ids
    assert.deepEqual(await found("orrery:D"), [conversations.searchPhrase, conversations.searchWords])
    assert.deepEqual(await found("quicksilver:A <-> pendulum:A"), [conversations.searchPhrase])
    assert.deepEqual(await found("creme:A & zurich:A"), [conversations.searchAccents])
    assert.deepEqual(await found("velocipede"), [])
    assert.deepEqual(await found("unbroken"), [conversations.searchMarkup])
    assert.deepEqual(await found("'accountant+tax@books.scenario.example':B"), [conversations.searchAddresses])
  })
})

describe("loading", () => {
  test("a second time is refused and changes nothing", async () => {
    const rowsBefore = await countRows(desk.db)
    await assert.rejects(loadScenario(desk.db, now), (error: unknown) => {
      assert.ok(error instanceof DeskError)
      assert.match(error.message, /already.*support@scenario\.example/)
      return true
    })
    assert.deepEqual(await countRows(desk.db), rowsBefore)
  })

  test("beside the sample desk, which can be taken away again", async () => {
    const other = await testDatabase()
    try {
      const ownerId = await insertRow(other.db, "users", {
        type: "user",
        firstName: "Owner",
        email: "owner@desk.example",
        role: "owner",
        initials: "O",
        mention: "owner",
      })
      await loadSample(other.db, now, ownerId)
      await loadScenario(other.db, now)
      assert.equal((await removeSample(other.db)).kept, 0)
      assert.deepEqual(await listWrongConversations(other.db), [])
      assert.deepEqual(await listWrongCounts(other.db), [])
    } finally {
      await other.drop()
    }
  })

  test("two at once: one loads, the other is refused", async () => {
    const other = await testDatabase()
    try {
      const outcomes = await Promise.allSettled([loadScenario(other.db, now), loadScenario(other.db, now)])
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"])
    } finally {
      await other.drop()
    }
  })

  test("every id in the answer names a row", async () => {
    const { conversations, threads } = ids
    const { bySource, paging, sameMoment: _sameMoment, ...named } = conversations
    const conversationIds = [...Object.values(named), ...Object.values(bySource), ...paging]
    const { amount } = await desk.db.one<{ amount: number }>(sql`
      select count(*) as amount from (select id from conversations union all select id from merged_conversations) known
      where id = any (${conversationIds})`)
    assert.equal(amount, conversationIds.length)
    const all = await desk.db.one<{ amount: number }>(sql`select count(*) as amount from conversations`)
    const merged = await desk.db.one<{ amount: number }>(sql`select count(*) as amount from merged_conversations`)
    assert.equal(all.amount, amount - merged.amount)
    for (const [name, ofConversation] of Object.entries(threads)) {
      const id = conversations[name as keyof typeof threads]
      const rows = await desk.db.many(
        sql`select id from threads where conversation_id = ${id} and id = any (${Object.values(ofConversation)})`,
      )
      assert.equal(rows.length, Object.values(ofConversation).length)
    }
  })
})
