import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { loadScenario, type ScenarioIds } from "../seed/scenario.ts"
import { type TestDesk, testDesk } from "../testing/desk.ts"
import { raw, sql } from "./db.ts"
import { migrate, pendingMigrations } from "./migrate.ts"

/** Runs on the embedded PostgreSQL, and again on the oldest one that we support. */
describe("on this PostgreSQL", () => {
  let desk: TestDesk
  let ids: ScenarioIds

  before(async () => {
    desk = await testDesk()
    ids = await loadScenario(desk.db, desk.clock.now)
  })
  after(() => desk.close())

  test("the schema is migrated, and migrating again changes nothing", async () => {
    assert.deepEqual(await pendingMigrations(desk.db), [])
    await migrate(desk.db, ({ name }) => assert.fail(`ran ${name} again`))
  })

  test("the counters agree with the rows they count, also after changes, settled or not", async () => {
    await assertCounted()
    await settle()
    await assertCounted()
    for (const change of changes) await desk.db.run(raw(change))
    await assertCounted()
    await settle()
    await assertCounted()
  })

  test("the lists answer", async () => {
    const token = await desk.tokenFor(ids.users.ada)
    for (const path of [
      "conversations",
      'conversations?status=all&query=(subject:"a")',
      "customers?sortField=lastName&query=firstName:zoe",
      "ratings",
      "users/me",
      "mailboxes",
      "tags",
    ]) {
      const { status, body } = await desk.get(`/v2/${path}`, token)
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    }
    const { status } = await desk.get(`/v2/conversations/${Object.values(ids.conversations.bySource)[0]}`, token)
    assert.equal(status, 200)
  })

  async function settle(): Promise<void> {
    await desk.db.run(sql`select settle_counts()`)
    for (const table of ["conversation_count_changes", "tag_count_changes", "table_count_changes"])
      assert.deepEqual(await desk.db.many(raw(`select from ${table}`)), [], table)
  }

  async function assertCounted(): Promise<void> {
    for (const [name, { counted, actual }] of Object.entries(counters)) {
      const rows = await desk.db.many(raw(actual))
      assert.ok(rows.length > 0, name)
      assert.deepEqual(await desk.db.many(raw(counted)), rows, name)
    }
  }
})

const published = "home_folder not in ('deleted', 'drafts')"

/** What the counters say, and what counting says. */
const counters: Record<string, { counted: string; actual: string }> = {
  conversations: {
    counted: `select inbox_id, status, home_folder, assignee_id, sum(amount) as count from conversation_totals
      group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4`,
    actual: `select inbox_id, status, home_folder, coalesce(assignee_id, 0) as assignee_id, count(*) from conversations
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  },
  tags: {
    counted: `select tag_id, inbox_id, status, home_folder, sum(amount) as count from tag_totals
      group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4`,
    actual: `select tag_id, inbox_id, status, home_folder, count(*) from conversation_tags
      join conversations on conversations.id = conversation_id group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  },
  tables: {
    counted: "select table_name, sum(amount) as count from table_totals group by 1 having sum(amount) <> 0 order by 1",
    actual: `select 'customers' as table_name, count(*) from customers
      union all select 'organizations', count(*) from organizations
      union all select 'customers of inbox ' || inbox_id, count(distinct customer_id) from conversations
        where ${published} group by inbox_id order by 1`,
  },
  "conversations of customers": {
    counted: `select customer_id, inbox_id, conversation_count as count from customer_inboxes
      where conversation_count <> 0 order by 1, 2`,
    actual: `select customer_id, inbox_id, count(*) from conversations where ${published} group by 1, 2 order by 1, 2`,
  },
  "conversations of organizations": {
    counted: `select organization_id, inbox_id, conversation_count as count from organization_inboxes
      where conversation_count <> 0 order by 1, 2`,
    actual: `select organization_id, inbox_id, count(*) from conversations
      where ${published} and organization_id is not null group by 1, 2 order by 1, 2`,
  },
  organizations: {
    counted: "select id, conversation_count, customer_count from organizations order by id",
    actual: `select id, (select count(*) from conversations where organization_id = organizations.id and ${published})
        as conversation_count,
      (select count(*) from customers where organization_id = organizations.id) as customer_count
      from organizations order by id`,
  },
}

const changes = [
  "update conversations set assignee_id = null where id % 3 = 0",
  "delete from conversation_tags where conversation_id % 2 = 0",
  "update customers set organization_id = (select max(id) from organizations) where id % 4 = 0",
  "delete from conversations where id = (select max(id) from conversations where home_folder = 'closed')",
]
