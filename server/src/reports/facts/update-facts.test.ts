import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { answer, listWrongFirsts, listWrongSums, mean, readRows } from "../../../test/desk/reports.ts"
import { dispatch } from "../../../test/peers/dispatch.ts"
import { numberAll } from "../../../test/peers/events.ts"
import { runs } from "../../../test/property.ts"
import { type Db, sql } from "../../db/db.ts"
import { insertConversation } from "../../seed/insert/conversations.ts"
import type { NewThread } from "../../seed/insert/threads.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { fillReports, rebuildReports } from "./fill.ts"
import { refreshReports, reportReactions } from "./react.ts"
import { updateFacts } from "./update-facts.ts"
import { verifyReports } from "./verify.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  await fillReports({ db: desk.db })
})
after(() => desk.close())

/** Everything that has happened until now is heard. */
async function hear(): Promise<void> {
  await numberAll(desk.db)
  const [reaction] = reportReactions
  assert.ok(reaction)
  while (await dispatch(desk.db, reaction, { now: desk.clock.now, origin: desk.origin, log: desk.app.log }));
}

async function assertRight(): Promise<void> {
  assert.deepEqual(await listWrongSums(desk.db), [])
  assert.deepEqual(await listWrongFirsts(desk.db), [])
  const { wrong, wrongDays, conversations } = await verifyReports(desk.db)
  assert.deepEqual([wrong, wrongDays], [[], 0])
  assert.ok(conversations > 20)
}

const dayMs = 86_400_000
const hourMs = 3_600_000
const origin = Date.UTC(2026, 0, 5)

describe("what happens", () => {
  const count = async (path: string, name: string) => {
    const { body } = await desk.get(`/v2/reports/${path}?start=2026-03-01&end=2026-04-01`, ada)
    return body.current[name]
  }

  test("is told a moment later: a conversation, a reply that closes it, its removal and its return", async () => {
    const [before, replies] = [await count("company", "closed"), await count("company", "totalReplies")]
    const made = await desk.send("POST", "/v2/conversations", {
      token: ada,
      body: {
        subject: "For reports",
        type: "email",
        mailboxId: ids.inboxes.support,
        status: "active",
        customer: { id: ids.customers.full },
        threads: [{ type: "customer", customer: { id: ids.customers.full }, text: "Where?" }],
        tags: ["vip"],
      },
    })
    const path = made.headers.get("location") ?? ""
    desk.clock.now = new Date(desk.clock.now.getTime() + 90_000)
    const reply = { text: "There.", status: "closed", customer: { id: ids.customers.full } }
    assert.equal((await desk.send("POST", `${path}/reply`, { token: ada, body: reply })).status, 201)
    assert.equal(await count("company", "totalReplies"), replies, "nobody has heard of it yet")
    await hear()
    assert.deepEqual(
      [await count("company", "closed"), await count("company", "totalReplies")],
      [before + 1, replies + 1],
    )
    const id = Number(made.headers.get("resource-id"))
    const facts = await desk.db.many(sql`
      select kind, user_id as user, seconds, amount, range from report_facts where conversation_id = ${id} order by kind`)
    assert.deepEqual(facts, [
      { kind: "closed", user: ids.users.ada, seconds: null, amount: 0, range: null },
      { kind: "created", user: 0, seconds: null, amount: 1, range: null },
      { kind: "received", user: 0, seconds: null, amount: 0, range: null },
      { kind: "reply", user: ids.users.ada, seconds: 90, amount: 1, range: 1 },
      { kind: "resolved", user: ids.users.ada, seconds: 90, amount: 1, range: 1 },
      { kind: "tagged", user: 0, seconds: null, amount: 0, range: null },
    ])
    await desk.send("DELETE", path, { token: ada })
    await hear()
    assert.equal(await count("company", "totalReplies"), replies)
    await desk.db.run(sql`update conversations set state = 'published' where id = ${id}`)
    await updateFacts(desk.db, [id, id])
    await updateFacts(desk.db, [id])
    assert.equal(await count("company", "totalReplies"), replies + 1)
    await assertRight()
  })

  test("a tag that is deleted is told of nowhere any more", async () => {
    const { body } = await desk.get("/v2/tags", ada)
    const tag = body._embedded.tags.find(({ ticketCount }: { ticketCount: number }) => ticketCount > 1)
    assert.equal((await desk.send("DELETE", `/v2/tags/${tag.id}`, { token: ada })).status, 204)
    await hear()
    const { payload } = await desk.db.one<{ payload: object }>(sql`
      select payload from graphile_worker._private_jobs where key = ${`reports.refresh:tagged:${tag.id}`}`)
    await refreshReports({ db: desk.db }, payload, new AbortController().signal)
    const { left } = await desk.db.one<{ left: number }>(sql`
      select count(*) as left from report_facts where kind = 'tagged' and part = ${tag.id}`)
    assert.equal(left, 0)
    await assertRight()
  })
})

describe("random histories", () => {
  /** One that no test has deleted. */
  let tagId: number
  const people = () => [ids.users.ada, ids.users.grace, ids.users.limited]
  const customers = () => [ids.customers.full, ids.customers.accents, ids.customers.withoutEmail]
  const inboxes = () => [ids.inboxes.support, ids.inboxes.hidden]
  const pick = <Item>(items: Item[], index: number): Item => items[index % items.length] as Item
  const moment = fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minute) => origin + minute * 60_000)
  const thread = fc.record({
    who: fc.integer({ min: 0, max: 4 }),
    type: fc.constantFrom("message", "note", "phone", "chat", "line"),
    afterMinutes: fc.integer({ min: 0, max: 4_000 }),
    state: fc.constantFrom("published", "published", "published", "hidden", "bounced"),
    rating: fc.constantFrom("great", "okay", "not_good", "unknown", undefined, undefined, undefined),
  })
  const history = fc.record({
    at: moment,
    inbox: fc.nat(),
    customer: fc.nat(),
    type: fc.constantFrom("email", "chat", "phone"),
    closesAfter: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
    tags: fc.nat({ max: 2 }),
    threads: fc.array(thread, { minLength: 1, maxLength: 6 }),
  })
  const change = fc.record({
    which: fc.nat(),
    what: fc.constantFrom("delete", "spam", "move", "customer", "reopen", "back", "tag", "untag"),
  })

  async function insert({
    at,
    inbox,
    customer,
    type,
    closesAfter,
    tags,
    threads,
  }: typeof history extends fc.Arbitrary<infer One> ? One : never) {
    let now = at
    const rows = threads.map((given, index): NewThread => {
      now += given.afterMinutes * 60_000
      const createdAt = new Date(now)
      const fromCustomer = given.who > 2
      if (given.type === "line" && index > 0)
        return {
          type: "lineitem",
          createdAt,
          createdById: pick(people(), given.who),
          status: given.state === "hidden" ? "closed" : "active",
          action: { type: "status-changed", text: "Changed" },
        }
      if (fromCustomer)
        return {
          type: type === "chat" ? "chat" : "customer",
          createdAt,
          body: "<p>?</p>",
          state: given.state === "bounced" ? "hidden" : given.state,
        }
      const own = given.type === "line" ? "message" : given.type
      return {
        type: own,
        createdAt,
        createdById: pick(people(), given.who),
        body: "<p>!</p>",
        state: given.state,
        ...(given.rating && own === "message" && { rating: { rating: given.rating, at: new Date(now + hourMs) } }),
      }
    })
    const tagIds = Object.values(ids.tags)
      .filter((id) => typeof id === "number")
      .slice(0, tags)
    const known = await desk.db.many<{ id: number }>(sql`select id from tags where id = any(${tagIds}::bigint[])`)
    const { id } = await insertConversation(desk.db, {
      inboxId: pick(inboxes(), inbox),
      customerId: pick(customers(), customer),
      type,
      subject: "Random",
      tagIds: known.map((tag) => tag.id),
      threads: Object.fromEntries(rows.map((row, index) => [`t${index}`, row])),
      ...(closesAfter !== undefined && {
        closed: { at: new Date(now + closesAfter * 60_000), byId: pick(people(), inbox) },
      }),
    })
    return id
  }

  async function alter(id: number, what: string, which: number, db: Db = desk.db): Promise<void> {
    if (what === "untag") await db.run(sql`delete from conversation_tags where conversation_id = ${id}`)
    if (what === "tag")
      await db.run(sql`
        insert into conversation_tags (conversation_id, tag_id, created_at)
        select ${id}, ${tagId}, created_at from conversations where id = ${id} on conflict do nothing`)
    const set = {
      delete: sql`state = 'deleted'`,
      back: sql`state = 'published'`,
      spam: sql`status = 'spam', closed_at = null, closed_by_id = null`,
      move: sql`inbox_id = ${pick(inboxes(), which)}`,
      customer: sql`customer_id = ${pick(customers(), which)}`,
      reopen: sql`status = 'active', closed_at = null, closed_by_id = null`,
    }[what]
    await db.run(sql`update conversations set ${set ?? sql`id = id`} where id = ${id}`)
  }

  test("give the figures of a slow count of the rows, however often and in whichever order they are told", async () => {
    tagId = (await desk.db.one<{ id: number }>(sql`select min(id) as id from tags`)).id
    await fc.assert(
      fc.asyncProperty(
        fc.array(history, { minLength: 4, maxLength: 10 }),
        fc.array(change, { maxLength: 8 }),
        fc.tuple(moment, fc.integer({ min: 30, max: 70 * 24 * 60 })),
        async (histories, changes, [from, minutes]) => {
          const made: number[] = []
          for (const given of histories) made.push(await insert(given))
          await updateFacts(desk.db, made.toReversed())
          for (const { which, what } of changes) {
            const id = pick(made, which)
            await alter(id, what, which)
            if (which % 3 > 0) await updateFacts(desk.db, [id, pick(made, which + 1)])
          }
          await updateFacts(desk.db, [...made, ...made.slice(0, 2)])
          const [start, end] = [new Date(from), new Date(from + minutes * 60_000)]
          await compare({ start, end })
          await compare({
            start: new Date(Math.floor(from / dayMs) * dayMs),
            end: new Date(Math.ceil(end.getTime() / dayMs) * dayMs + dayMs),
          })
        },
      ),
      { numRuns: runs(2) },
    )
    await assertRight()
  })

  async function compare(period: { start: Date; end: Date }): Promise<void> {
    const rows = await readRows(desk.db)
    const query = `?start=${period.start.toISOString()}&end=${period.end.toISOString()}`
    for (const [more, question] of [
      ["", {}],
      [`&mailboxes=${ids.inboxes.hidden}`, { inboxIds: [ids.inboxes.hidden] }],
      ["&types=chat,phone", { types: ["chat", "phone"] }],
      [`&tags=${tagId}`, { tagIds: [tagId] }],
      [`&user=${ids.users.grace}`, { userIds: [ids.users.grace] }],
    ] as const) {
      const told = answer(rows, { ...period, ...(question as object) })
      const read = async (path: string) => (await desk.get(`/v2/reports/${path}${query}${more}`, ada)).body.current
      if ("userIds" in question) {
        const user = await read("user")
        assert.deepEqual(
          [user.totalReplies, user.closed, user.customersHelped, user.totalConversations, user.resolved],
          [told.replies, told.closed, told.helped.size, told.conversations.size, told.resolutions.length],
        )
        continue
      }
      const [company, conversations, productivity, happiness] = [
        await read("company"),
        await read("conversations"),
        await read("productivity"),
        await read("happiness"),
      ]
      assert.deepEqual(
        [company.totalReplies, company.closed, company.customersHelped, company.totalUsers],
        [told.replies, told.closed, told.helped.size, told.users.size],
      )
      assert.deepEqual(
        [conversations.totalConversations, conversations.newConversations, conversations.customers],
        [told.conversations.size, told.created.length, told.customers.size],
      )
      assert.equal(productivity.resolved, told.resolutions.length)
      assert.ok(Math.abs(productivity.responseTime - mean(told.responses)) < 1e-6)
      assert.ok(Math.abs(productivity.firstResponseTime - mean(told.firsts)) < 1e-6)
      assert.deepEqual(
        [happiness.greatCount, happiness.okayCount, happiness.notGoodCount, happiness.totalCustomersWithRatings],
        [told.ratings["great"], told.ratings["okay"], told.ratings["not_good"], told.rated.size],
      )
    }
  }

  test("what has not changed is not written again, and one that is told of twice counts once", async () => {
    const rows = () =>
      desk.db.many<{ id: number; version: string }>(sql`
        select conversation_id as id, concat(kind, part, ' ', xmin) as version from report_facts order by 1, kind, part`)
    const all = (await desk.db.many<{ id: number }>(sql`select id from conversations order by id`)).map(({ id }) => id)
    assert.ok(all.length > 50, "more than are read at once")
    await updateFacts(desk.db, all)
    const before = await rows()
    await updateFacts(desk.db, all)
    assert.deepEqual(await rows(), before)
    const { id: changed } = await desk.db.one<{ id: number }>(sql`
      select max(id) as id from conversations where state = 'published' and status <> 'spam'
        and not exists (select from conversation_tags where conversation_id = conversations.id and tag_id = ${tagId})`)
    await alter(changed, "tag", 0)
    await updateFacts(desk.db, [changed, ...all])
    const others = (found: typeof before) => found.filter(({ id }) => id !== changed)
    assert.deepEqual(others(await rows()), others(before))
    await assertRight()
  })

  test("overlapping transactions neither lose a member nor count one twice", async () => {
    const known = await desk.db.many<{ id: number }>(sql`
      select id from conversations where subject = 'Random' order by id limit 6`)
    const changes = ["customer", "delete", "tag", "move", "back", "untag", "reopen", "back"]
    await Promise.all(
      changes.map((what, index) =>
        desk.db.transaction(async (db) => {
          const { id } = pick(known, index)
          await alter(id, what, index, db)
          await updateFacts(db, [id, pick(known, index + 1).id])
        }),
      ),
    )
    await assertRight()
    await compare({ start: new Date(origin), end: new Date(origin + 90 * dayMs) })
  })

  test("what is told anew from nothing is what was kept", async () => {
    const tables = ["report_facts", "report_tops", "report_weeks", "report_days", "report_ranges"]
    const kept = async () => {
      const found: unknown[] = []
      for (const table of tables) {
        const { rows } = await desk.db.pool.query(
          `select md5(string_agg(line, ' ' order by line)) as hash from (select t::text as line from ${table} t
            where ${{ report_tops: "amount <> 0", report_weeks: "0 <> any(sums)", report_days: "0 <> any(sums)", report_ranges: "0 <> any(sums)" }[table] ?? "true"}) lines`,
        )
        found.push(rows[0].hash)
      }
      return found
    }
    const before = await kept()
    const seen: number[] = []
    await rebuildReports(desk.db, (done) => seen.push(done))
    assert.deepEqual(await kept(), before)
    assert.equal(seen.at(-1), (await readRows(desk.db)).length)
    assert.equal((await verifyReports(desk.db)).waiting, 0)
  })

  test("a rebuild that is cut off again and again goes on, and what happens meanwhile is told once", async () => {
    const known = await desk.db.many<{ id: number }>(
      sql`select id from conversations where subject = 'Random' order by id`,
    )
    const cutOff = () => {
      throw new Error("cut off")
    }
    const changes = ["tag", "move", "delete", "customer", "untag", "reopen", "back", "spam"]
    let rounds = 0
    do {
      await assert.rejects(rebuildReports(desk.db, cutOff, { batch: 20, span: 10 }), /cut off/)
      const { id } = pick(known, 7 * rounds)
      await alter(id, pick(changes, rounds), rounds)
      await updateFacts(desk.db, [id])
      rounds++
    } while ((await verifyReports(desk.db)).waiting > 0)
    assert.ok(rounds > 5, "in several steps of either kind")
    await assertRight()
  })

  test("doctor finds a fact that is not so, and a sum", async () => {
    await desk.db.run(sql`update report_facts set seconds = 12345 where kind = 'reply'`)
    const { wrong, wrongDays } = await verifyReports(desk.db)
    assert.ok(wrong.length > 0 && wrongDays > 0)
    await rebuildReports(desk.db)
    await assertRight()
  })
})
