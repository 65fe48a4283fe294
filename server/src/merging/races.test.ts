import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { typed } from "../../test/desk/creating.ts"
import type { Reply } from "../../test/desk/desk.ts"
import { type Asked, assertAllRight, type Joining, joiningDesk, problemOf } from "../../test/desk/joining.ts"
import { runs } from "../../test/property.ts"
import { until } from "../../test/until.ts"
import { sql } from "../db/db.ts"

let joining: Joining
before(async () => {
  joining = await joiningDesk()
})
after(() => joining.desk.close())

const merge = (into: Asked, ...sources: Asked[]) =>
  joining.send(into.id, "merge", { conversationIds: sources.map(({ id }) => id) })

/** Sends all at once, to rows that nobody gets before all wait for them. */
async function atOnce(held: Asked[], ...requests: (() => Promise<Reply>)[]): Promise<Reply[]> {
  let answers: Promise<Reply>[] = []
  await joining.desk.db.transaction(async (db) => {
    const ids = held.map(({ id }) => id)
    await db.run(sql`select from conversations where id = any(${ids}::bigint[]) order by id for update`)
    answers = requests.map((request) => request())
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await joining.desk.db.many(waiting)).length === requests.length)
  })
  return Promise.all(answers)
}

/** Every thread is in a conversation that is there, no id leads to one that is gone, and none is both. */
async function assertNothingLost(threadIds: number[]): Promise<void> {
  const { db } = joining.desk
  const found = await db.many(sql`select t.id from threads t join conversations c on c.id = t.conversation_id
    where t.id = any(${threadIds}::bigint[])`)
  assert.equal(found.length, threadIds.length)
  const chained = await db.many(sql`
    select from merged_conversations m where m.id in (select id from conversations) or m.into_id in
      (select id from merged_conversations) or m.into_id not in (select id from conversations)`)
  assert.deepEqual(chained, [])
}

describe("merges at once", () => {
  test("of two into one another: one wins, the other is told that it came second", async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await joining.asked("One"), await joining.asked("Other")]
      const answers = await atOnce(
        [one, other],
        () => merge(one, other),
        () => merge(other, one),
      )
      const loser = answers.find(({ status }) => status !== 204)
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
      assert.deepEqual(loser && problemOf(loser), [409, "conversation_merged"])
      await assertNothingLost([...one.threadIds, ...other.threadIds])
    }
    await assertAllRight(joining.desk.db)
  })

  test("into what is merged itself: both, or the second is told; ids lead on in one hop", async () => {
    for (let round = 0; round < 3; round++) {
      const [start, middle, end] = [await joining.asked("A"), await joining.asked("B"), await joining.asked("C")]
      const answers = await atOnce(
        [middle],
        () => merge(middle, start),
        () => merge(end, middle),
      )
      const statuses = answers.map(({ status }) => status)
      assert.ok(statuses[1] === 204 && (statuses[0] === 204 || statuses[0] === 409), String(statuses))
      await assertNothingLost([start, middle, end].flatMap(({ threadIds }) => threadIds))
      const { headers } = await joining.desk.get(`/v2/conversations/${middle.id}`, joining.ada)
      assert.equal(headers.get("location"), `${joining.desk.origin}/v2/conversations/${end.id}`)
      if (statuses[0] === 204) {
        const first = await joining.desk.get(`/v2/conversations/${start.id}`, joining.ada)
        assert.equal(first.headers.get("location"), `${joining.desk.origin}/v2/conversations/${end.id}`)
      }
    }
    await assertAllRight(joining.desk.db)
  })

  test("while threads are added to the source: each is here afterwards, or was refused", async () => {
    for (let round = 0; round < 5; round++) {
      const [target, source] = [await joining.asked("Target"), await joining.asked("Source")]
      const writes = [
        () => joining.send(source.id, "customer", { text: "Me too", customer: { email: "me@elsewhere.example" } }),
        () => joining.send(source.id, "reply", { text: "Yes" }),
        () => joining.send(source.id, "notes", { text: "Hm" }),
        () => joining.send(source.id, "split", { threadId: source.threadIds[1] }),
        () => joining.send(source.id, "forward", { text: "Look", to: ["supplier@cogs.example"] }),
      ]
      const answers = await atOnce([source], writes[round % 5] ?? assert.fail(), () => merge(target, source), ...writes)
      const [, merging, ...others] = answers
      assert.equal(merging?.status, 204)
      for (const { status } of others) assert.ok([201, 400, 404].includes(status), String(status))
      const ids = answers.flatMap(({ headers }) => headers.get("location")?.match(/\/threads\/(\d+)$/)?.[1] ?? [])
      await assertNothingLost([...source.threadIds, ...target.threadIds, ...ids.map(Number)])
    }
    await assertAllRight(joining.desk.db)
  })

  test("of many in all directions, without waiting for one another first", async () => {
    for (let round = 0; round < 3; round++) {
      const all: Asked[] = []
      for (let made = 0; made < 5; made++) all.push(await joining.asked(`Crowd${made}`))
      const pairs = fc.sample(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 2, maxLength: 3 }), {
        numRuns: 9,
        seed: round,
      })
      const answers = await Promise.all(
        pairs.map((picked) => {
          const [into, ...sources] = picked.map((index) => all[index] ?? assert.fail())
          return merge(into ?? assert.fail(), ...sources)
        }),
      )
      for (const { status, body } of answers) assert.ok([204, 404, 409].includes(status), JSON.stringify(body))
      assert.ok(answers.some(({ status }) => status === 204))
      await assertNothingLost(all.flatMap(({ threadIds }) => threadIds))
    }
    await assertAllRight(joining.desk.db)
  })
})

/** Where everything ought to be: what each conversation holds, and where each id that is gone leads. */
class Model {
  readonly threads = new Map<number, number[]>()
  readonly leadsTo = new Map<number, number>()

  merge(into: number, sources: number[]): void {
    for (const source of sources) {
      this.threads.set(
        into,
        [...this.of(into), ...this.of(source)].sort((one, other) => one - other),
      )
      this.threads.delete(source)
      for (const [old, target] of this.leadsTo) if (target === source) this.leadsTo.set(old, into)
      this.leadsTo.set(source, into)
    }
  }

  split(from: number, at: number, started: number): void {
    const all = this.of(from)
    this.threads.set(from, all.slice(0, at))
    this.threads.set(started, all.slice(at))
  }

  of(id: number): number[] {
    return this.threads.get(id) ?? assert.fail(`${id} is gone`)
  }
}

const step = fc.record({ merges: fc.boolean(), one: fc.nat(), other: fc.nat(), third: fc.option(fc.nat()) })

describe("merges and splits", () => {
  test("in any order leave every thread once, each id leading to the right place, and everything counted", async () => {
    const { desk, ada, ids, made } = joining
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const model = new Model()
        for (let index = 0; index < 4; index++) {
          const kinds = ["customer", "reply", "note"].slice(0, 1 + (index % 3))
          const conversation = await made({
            customer: { email: `c${index}@elsewhere.example` },
            mailboxId: index === 2 ? ids.inboxes.hidden : ids.inboxes.support,
            status: index === 3 ? "closed" : "active",
            tags: [`any-${index % 2}`],
            threads: [...kinds, "customer"].map((kind) => typed(kind)),
          })
          model.threads.set(
            conversation.id,
            conversation.threads.map(({ id }) => id),
          )
        }
        for (const { merges, one, other, third } of steps) {
          const there = [...model.threads.keys()]
          const pick = (index: number) => there[index % there.length] ?? assert.fail()
          const id = pick(one)
          if (merges) {
            const sources = [...new Set([pick(other), ...(third === null ? [] : [pick(third)])])].filter(
              (is) => is !== id,
            )
            if (sources.length === 0) continue
            const { status } = await joining.send(id, "merge", { conversationIds: sources })
            assert.equal(status, 204)
            model.merge(id, sources)
          } else {
            const held = model.of(id)
            const at = other % held.length
            const { status, headers } = await joining.send(id, "split", { threadId: held[at] })
            assert.equal(status, at === 0 ? 400 : 201)
            if (at > 0) model.split(id, at, Number(headers.get("resource-id")))
          }
        }
        for (const [id, threadIds] of model.threads) {
          const { threads } = await joining.read(id)
          assert.deepEqual(
            threads.filter(({ type }) => type !== "lineitem").map((thread) => thread.id),
            threadIds,
          )
        }
        for (const [old, target] of model.leadsTo) {
          const { status, headers } = await desk.get(`/v2/conversations/${old}`, ada)
          assert.deepEqual([status, headers.get("location")], [301, `${desk.origin}/v2/conversations/${target}`])
        }
        await assertNothingLost([...model.threads.values()].flat())
        await assertAllRight(desk.db)
      }),
      { numRuns: runs(5) },
    )
  })
})
