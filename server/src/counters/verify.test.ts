import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { raw, type Sql, sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { counters } from "./counters.ts"
import { repairCounters, toldName, verifyCounters } from "./verify.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
beforeEach(async () => assert.deepEqual(await wrong(), {}))
after(() => desk.close())

async function wrong(): Promise<Record<string, number>> {
  const findings = await verifyCounters(desk.db)
  return Object.fromEntries(
    findings.flatMap((finding) => (finding.wrong > 0 ? [[finding.counter, finding.wrong]] : [])),
  )
}

/** What could go wrong with each kind, as statements that no trigger notices. */
const damages: Record<string, string> = {
  "conversations in folders and lists": "update conversation_counts set amount = amount + 3",
  "conversations in lists, whoever has them": "update cell_counts set amount = amount + 2 where status = 'active'",
  "conversations with tags": "delete from tag_counts",
  "conversations of customers": `alter table customer_inboxes disable trigger user;
    update customer_inboxes set conversation_count = conversation_count + 1;
    alter table customer_inboxes enable trigger user`,
  "customers and organizations in lists": "update table_counts set amount = amount - 1",
  "conversations of organizations by inbox": `insert into organization_count_changes (organization_id, inbox_id, conversations)
    select organization_id, inbox_id, 2 from organization_inboxes;
    insert into organization_count_changes (organization_id, conversations)
    select organization_id, -2 from organization_inboxes`,
  "conversations of organizations": "update organizations set conversation_count = conversation_count - 7",
  "customers of organizations": "update organizations set customer_count = 0",
  "last interaction of organizations": "update organizations set last_interaction_at = null",
  [toldName]: `update conversations set thread_count = thread_count + 1, has_attachments = not has_attachments,
    held_thread_count = 0, needs_attention = not needs_attention, waiting_since = 'epoch'`,
}

describe("desk counters", () => {
  test("knows every kind", () => {
    assert.deepEqual(Object.keys(damages), [...counters.map(({ name }) => name), toldName])
  })

  for (const [name, damage] of Object.entries(damages))
    test(`finds and repairs ${name}`, async () => {
      const told = () =>
        desk.db.many(sql`
        select id, thread_count, held_thread_count, has_attachments, needs_attention, waiting_since, modified_at
        from conversations order by id`)
      const before = await told()
      await desk.db.run(raw(damage))
      const found = await wrong()
      assert.deepEqual(Object.keys(found), [name])
      const repaired = (await repairCounters(desk.db)).filter((finding) => finding.wrong > 0)
      assert.deepEqual(
        repaired.map((finding) => [finding.counter, finding.wrong]),
        Object.entries(found),
      )
      assert.deepEqual(await wrong(), {})
      assert.deepEqual(await told(), before)
    })

  test("tells what was kept and what is there", async () => {
    const { organizations } = ids
    const { customers } = await desk.db.one<{ customers: number }>(
      sql`select count(*) as customers from customers where organization_id = ${organizations.crowded}`,
    )
    await desk.db.run(sql`select settle_counts()`)
    await desk.db.run(sql`update organizations set customer_count = 5 where id = ${organizations.crowded}`)
    const finding = (await verifyCounters(desk.db)).find(({ counter }) => counter === "customers of organizations")
    assert.deepEqual(finding, {
      counter: "customers of organizations",
      wrong: 1,
      examples: [{ organization_id: organizations.crowded, kept: 5, counted: customers }],
    })
    await repairCounters(desk.db)
  })

  test("repairs what is wrong while others write and changes are settled", async () => {
    let over = false
    const write = async (number: number) => {
      while (!over) {
        const { status } = await desk.send("POST", "/v2/conversations", {
          token: ada,
          body: {
            subject: "Busy",
            type: "email",
            mailboxId: ids.inboxes.support,
            status: "active",
            customer: { email: `busy${number}@crowded.scenario.example` },
            threads: [{ type: "customer", text: "Hello" }],
            tags: ["busy"],
          },
        })
        assert.equal(status, 201)
      }
    }
    // Like every write of the desk, these run again after a deadlock: they take the rows of a counter in any order.
    const run = (statement: Sql) => desk.db.transaction((db) => db.run(statement))
    const settle = async () => {
      for (; !over; await pause(5)) await run(sql`select settle_counts(5)`)
    }
    const writers = [write(1), write(2), write(3), settle()]
    for (const damage of Object.values(damages)) await run(raw(damage))
    await repairCounters(desk.db)
    over = true
    await Promise.all(writers)
    assert.deepEqual(await listWrongCounts(desk.db), [])
    assert.deepEqual(await wrong(), {})
  })

  test("a second repair at the same time is refused", async () => {
    await desk.db.transaction(async (db) => {
      await db.run(sql`select pg_advisory_xact_lock(hashtext('counters.repair'))`)
      await assert.rejects(repairCounters(desk.db), /Another repair of the counters is running/)
    })
  })
})
