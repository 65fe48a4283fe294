import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { listWrongTold } from "../counters/told-columns.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { raw, sql } from "./db.ts"
import { migrate, pendingMigrations } from "./migrate.ts"

/** Runs on the embedded PostgreSQL, and again on the oldest one that we support. */
describe("on this PostgreSQL", () => {
  let desk: TestDesk
  let ids: ScenarioIds

  before(async () => {
    ;({ desk, ids } = await scenarioDesk())
  })
  after(() => desk.close())

  test("the schema is migrated, and migrating again changes nothing", async () => {
    assert.deepEqual(await pendingMigrations(desk.db), [])
    await migrate(desk.db, (step) => assert.fail(`${step} again`))
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
    for (const table of [
      "conversation_count_changes",
      "tag_count_changes",
      "table_count_changes",
      "organization_count_changes",
    ])
      assert.deepEqual(await desk.db.many(raw(`select from ${table}`)), [], table)
  }

  async function assertCounted(): Promise<void> {
    assert.deepEqual(await listWrongCounts(desk.db), [])
    assert.deepEqual(await listWrongTold(desk.db, 1), [])
  }
})

const changes = [
  "update conversations set assignee_id = null where id % 3 = 0",
  "delete from conversation_tags where conversation_id % 2 = 0",
  "update customers set organization_id = (select max(id) from organizations) where id % 4 = 0",
  "delete from conversations where id = (select max(id) from conversations where home_folder = 'closed')",
]
