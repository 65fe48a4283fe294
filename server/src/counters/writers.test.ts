import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { type Reply, scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { raw, sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { settleCounts } from "./settle.ts"
import { verifyCounters } from "./verify.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const domain = "crowded.scenario.example"

const post = (path: string, body: object) => desk.send("POST", path, { token: ada, body })

const create = (email: string, tags: string[] = []) =>
  post("/v2/conversations", {
    subject: "Counted",
    type: "email",
    mailboxId: ids.inboxes.support,
    status: "active",
    customer: { email },
    threads: [{ type: "customer", text: "Count me" }],
    tags,
  })

/** Where more ask than there are connections, some are told to come again. */
async function patiently(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

const countsOf = async (organizationId: number) => {
  const { body } = await desk.get(`/v2/organizations/${organizationId}?includeCounts=true`, ada)
  return { conversations: body.conversationCount, customers: body.customerCount }
}

const rightAfter = async () => {
  assert.deepEqual(await listWrongCounts(desk.db), [])
  assert.deepEqual(
    (await verifyCounters(desk.db)).filter(({ wrong }) => wrong > 0),
    [],
  )
}

describe("counters of one large organization", () => {
  test("whoever writes for it does not wait for others who do, and neither does settling", async () => {
    const { crowded } = ids.organizations
    const before = await countsOf(crowded)
    assert.equal((await create(`first@${domain}`)).status, 201)
    await desk.db.transaction(async (db) => {
      // All that an unfinished request may hold: a new customer, a conversation, a change of both.
      const { id } = await db.one<{ id: number }>(sql`
        insert into customers (first_name, organization_id) values ('Unfinished', ${crowded}) returning id`)
      await db.run(sql`
        insert into conversations (inbox_id, type, status, subject, customer_id, created_by_user_id, source_type,
          source_via, user_updated_at, modified_at)
        values (${ids.inboxes.support}, 'email', 'active', 'Unfinished', ${id}, ${ids.users.ada}, 'api', 'user', ${desk.clock.now},
          ${desk.clock.now})`)
      await db.run(sql`update conversations set modified_at = ${desk.clock.now} where customer_id = ${id}`)
      assert.equal((await create(`first@${domain}`)).status, 201)
      assert.equal((await create(`second@${domain}`)).status, 201)
      await settleCounts(desk.db)
      assert.deepEqual(await countsOf(crowded), {
        conversations: before.conversations + 3,
        customers: before.customers + 2,
      })
    })
    assert.deepEqual(await countsOf(crowded), {
      conversations: before.conversations + 4,
      customers: before.customers + 3,
    })
    await rightAfter()
  })

  test("what is settled while somebody holds the organization is settled later", async () => {
    const { crowded } = ids.organizations
    await create(`third@${domain}`)
    const before = await countsOf(crowded)
    await desk.db.transaction(async (db) => {
      await db.run(sql`update organizations set note = 'Held' where id = ${crowded}`)
      await settleCounts(desk.db)
      const { left } = await desk.db.one<{ left: number }>(
        sql`select count(*) as left from organization_count_changes where organization_id = ${crowded}`,
      )
      assert.notEqual(left, 0)
      assert.deepEqual(await countsOf(crowded), before)
    })
    await settleCounts(desk.db)
    assert.deepEqual(await desk.db.many(sql`select from organization_count_changes`), [])
    assert.deepEqual(await countsOf(crowded), before)
  })

  test("its place in the list follows when its changes are settled", async () => {
    const first = async () =>
      (await desk.get("/v2/organizations?sort=lastInteractionAt,desc", ada)).body._embedded.organizations[0].id
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    await create(`third@${domain}`)
    await settleCounts(desk.db)
    assert.equal(await first(), ids.organizations.crowded)
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    await create("somebody@engines.scenario.example")
    await settleCounts(desk.db)
    assert.notEqual(await first(), ids.organizations.crowded)
  })
})

describe("settling", () => {
  test("two nodes at once: one does it, the other goes on", async () => {
    await create(`fourth@${domain}`)
    await desk.db.transaction(async (db) => {
      await db.run(sql`select settle_counts()`)
      // Would wait for the end of the transaction for ever.
      await settleCounts(desk.db)
    })
    await rightAfter()
  })

  test("a plan that was made for one change serves many", async () => {
    const add = (amount: number) =>
      sql`insert into table_count_changes (table_name, amount)
        select 'customers', 0 from generate_series(1, ${amount})`
    await desk.db.run(add(1))
    await desk.db.run(sql`analyze table_count_changes`)
    await desk.db.transaction(async (db) => {
      await db.run(sql`set local plan_cache_mode = force_generic_plan`)
      await db.run(sql`select settle_counts()`)
      await db.run(add(60_000))
      // Looking through all of them for each of them takes a quarter of an hour.
      assert.deepEqual(await db.one(sql`select settle_counts(50000) as settled`), { settled: 50_000 })
    })
    await settleCounts(desk.db)
    await rightAfter()
  })

  test("leaves no room behind that totals would read over: the next changes take it", async () => {
    const sizes = []
    for (let time = 0; time < 3; time++) {
      await desk.db.run(sql`insert into table_count_changes (table_name, amount)
        select 'customers', (n % 2) * 2 - 1 from generate_series(1, 6000) n`)
      await settleCounts(desk.db)
      sizes.push(
        (await desk.db.one<{ size: number }>(sql`select pg_relation_size('table_count_changes') as size`)).size,
      )
    }
    assert.equal(sizes[2], sizes[0])
  })

  test("gives back what a change of very many has left", async () => {
    const size = async () =>
      (await desk.db.one<{ size: number }>(sql`select pg_relation_size('conversation_count_changes') as size`)).size
    await desk.db.run(sql`insert into conversation_count_changes (inbox_id, status, home_folder, assignee_id, amount)
      select (select min(id) from inboxes), 'active', 'unassigned', 0, (n % 2) * 2 - 1 from generate_series(1, 24000) n`)
    assert.ok((await size()) > 1_000_000)
    await settleCounts(desk.db)
    assert.ok((await size()) < 100_000)
    await rightAfter()
  })

  test("goes on until nothing is left", async () => {
    await desk.db.run(sql`insert into table_count_changes (table_name, amount)
      select 'customers', (n % 2) * 2 - 1 from generate_series(1, 25000) n`)
    await settleCounts(desk.db)
    assert.deepEqual(await desk.db.many(sql`select from table_count_changes`), [])
    await rightAfter()
  })
})

describe("50 writers at once", () => {
  const statements = [
    "update conversations set status = 'closed', closed_at = now() where id = $1",
    "update conversations set status = 'active', closed_at = null where id = $1",
    "update conversations set status = 'spam', closed_at = null where id = $1",
    "update conversations set assignee_id = null where id = $1",
    "update conversations set assignee_id = $2 where id = $1",
    "update conversations set state = 'deleted' where id = $1",
    "update conversations set state = 'published' where id = $1",
    "delete from conversation_tags where conversation_id = $1",
    "insert into conversation_tags (conversation_id, tag_id) select $1, min(id) from tags on conflict do nothing",
  ]

  test("leave every counter equal to counting", async () => {
    const made: number[] = []
    const work = async (number: number) => {
      for (let turn = 0; turn < 4; turn++) {
        const kind = (number * 7 + turn * 3) % 4
        if (kind < 2 || made.length === 0) {
          const answer = await patiently(() =>
            create(`writer${number % 12}@${domain}`, [`counted ${number % 3}`, "counted"]),
          )
          assert.equal(answer.status, 201)
          made.push(Number(answer.headers.get("resource-id")))
        } else if (kind === 2) {
          const { status } = await patiently(() =>
            post(`/v2/conversations/${made[number % made.length]}/customer`, {
              text: "More",
              customer: { email: `writer${turn}@engines.scenario.example` },
            }),
          )
          assert.ok([201, 404].includes(status), String(status))
        } else {
          const statement = statements[(number + turn) % statements.length] ?? ""
          const parts = statement.replaceAll("$1", String(made[(number * 3) % made.length]))
          await desk.db.run(raw(parts.replaceAll("$2", String(ids.users.ada))))
        }
      }
    }
    let over = false
    const settle = async () => {
      for (; !over; await pause(5)) await settleCounts(desk.db)
    }
    const settlers = [settle(), settle()]
    await Promise.all(Array.from({ length: 50 }, (_, number) => work(number)))
    over = true
    await Promise.all(settlers)
    await rightAfter()
    await settleCounts(desk.db)
    await rightAfter()
  })
})
