import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { type MailDesk, mailDesk, mailOf } from "../../../test/mail/mail.ts"
import { eventually } from "../../../test/peers/events.ts"
import { sql } from "../../db/db.ts"
import { unavailable } from "../../errors.ts"
import type { Desk } from "../../http/route.ts"
import { startReceiving } from "./engine.ts"
import { claimFresh, claimSuspect, releaseMessages } from "./queue.ts"

let on: MailDesk
let running: { stop(): Promise<void> }[] = []

before(async () => {
  on = await mailDesk()
})
after(() => on.close())
afterEach(async () => {
  await Promise.all(running.map((node) => node.stop()))
  running = []
  await on.desk.db.run(sql`delete from mail_messages`)
})

/** With a part of it replaced. */
function start(more: Partial<Desk> = {}): void {
  running.push(startReceiving({ ...on.node, ...more }, on.desk.app.log))
}

let made = 0
const raw = (text = `Text ${++made}`) => mailOf({ from: `engine${made}@elsewhere.example`, text })
/** In their order. */
async function keepMany(amount: number, inboxId: number): Promise<number[]> {
  const ids = await Promise.all(Array.from({ length: amount }, () => on.keep(raw(), { inboxId })))
  return ids.toSorted((one, other) => one - other)
}
const countOf = async (outcome: string) =>
  (await on.desk.db.one<{ count: number }>(sql`select count(*) from mail_messages where outcome = ${outcome}`)).count
const claims = { now: new Date("2026-03-04T05:06:07.891Z"), lentSeconds: 20, most: 10, mostBytes: 1_000_000 }
const nodes = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const

describe("nodes that take mail in", () => {
  test("settle every message once, those of one inbox in the order in which they came", async () => {
    const inboxes = [on.ids.inboxes.paging, on.ids.inboxes.empty]
    for (const inboxId of inboxes) await keepMany(30, inboxId)
    start()
    start()
    await eventually(async () => (await countOf("stored")) === 60)
    for (const inboxId of inboxes) {
      const rows = await on.desk.db.many<{ id: number; thread_id: number; attempts: number }>(
        sql`select id, thread_id, attempts from mail_messages where inbox_id = ${inboxId} order by id`,
      )
      const threads = rows.map((row) => row.thread_id)
      assert.deepEqual(
        threads,
        threads.toSorted((one, other) => one - other),
      )
      assert.deepEqual(new Set(rows.map(({ attempts }) => attempts)), new Set([1]))
    }
    const { count } = await on.desk.db.one<{ count: number }>(sql`
      select count(*) from threads t join mail_messages m on t.id = m.thread_id`)
    assert.equal(count, 60)
  })

  test("leave an inbox alone of which another node has something, until that is not heard of any more", async () => {
    const { paging, empty } = on.ids.inboxes
    const [first] = await keepMany(1, paging)
    const db = on.desk.appDb
    const claimed = await claimFresh(db, { ...claims, claim: nodes[0] })
    assert.deepEqual(
      claimed.map(({ id, attempts }) => [id, attempts]),
      [[first, 1]],
    )
    const [second] = await keepMany(1, paging)
    const [other] = await keepMany(1, empty)
    const found = await claimFresh(db, { ...claims, claim: nodes[1] })
    assert.deepEqual(
      found.map(({ id }) => id),
      [other],
    )
    assert.equal(await claimSuspect(db, { ...claims, claim: nodes[1] }), undefined)
    // The node itself goes on with its inbox.
    assert.deepEqual(
      (await claimFresh(db, { ...claims, claim: nodes[0] })).map(({ id }) => id),
      [second],
    )
    await releaseMessages(db, [second ?? 0], nodes[0])
    const late = { ...claims, now: new Date(claims.now.getTime() + 20_000), claim: nodes[1] }
    assert.deepEqual([(await claimSuspect(db, late))?.id, (await claimSuspect(db, late))?.id], [first, other])
    assert.deepEqual(
      (await claimFresh(db, late)).map(({ id, attempts }) => [id, attempts]),
      [[second, 1]],
    )
  })

  test("take no more at once than fits, and the largest alone", async () => {
    const small = await keepMany(3, on.ids.inboxes.paging)
    const large = await on.keep(raw("x".repeat(5_000)), { inboxId: on.ids.inboxes.empty })
    const claiming = { ...claims, claim: nodes[0], mostBytes: 1_000 }
    assert.deepEqual(
      (await claimFresh(on.desk.appDb, claiming)).map(({ id }) => id),
      [small[0]],
    )
    await on.desk.db.run(sql`delete from mail_messages where id = any(${small}::bigint[])`)
    assert.deepEqual(
      (await claimFresh(on.desk.appDb, claiming)).map(({ id }) => id),
      [large],
    )
  })
})

describe("a message that ends the process, or fails in a way that nobody foresaw", () => {
  test("is tried five times and then kept as unreadable; others do not wait for it (K14)", async () => {
    const bad = raw()
    const id = await on.keep(bad, { inboxId: on.ids.inboxes.paging, envelope: { from: "sender@elsewhere.example" } })
    let tries = 0
    const files = {
      ...on.node.files,
      read: async (file: Parameters<Desk["files"]["read"]>[0]) => {
        if (file.sizeBytes !== bad.length) return on.node.files.read(file)
        tries++
        throw new Error("Nobody foresaw this")
      },
    }
    let late = 0
    start({ files, now: () => new Date(on.desk.clock.now.getTime() + late) })
    const other = await on.settled(await on.keep(raw("Meanwhile, longer"), { inboxId: on.ids.inboxes.paging }))
    assert.deepEqual([other.outcome, (await waiting(id)).outcome], ["stored", "waiting"])
    await eventually(async () => {
      late += 60_000
      return (await countOf("failed")) === 1
    })
    const row = await on.settled(id)
    assert.deepEqual([tries, row.outcome, row.reason], [5, "failed", "unreadable"])
    const { conversation, threads } = await on.read(row.conversation_id ?? 0)
    assert.equal(conversation.subject, "A message that could not be read")
    assert.equal(conversation.primaryCustomer.email, "sender@elsewhere.example")
    assert.match(threads.at(-1).body, new RegExp(`could not be read.*href="/v2/messages/${id}/raw"`))
  })

  test("takes nobody with it who is settled at the same time (K14)", async () => {
    const inboxId = on.ids.inboxes.paging
    await on.desk.db.run(sql`alter table threads add constraint unforeseen check (body not like '%unforeseen%')`)
    try {
      const ids = [...(await keepMany(3, inboxId)), await on.keep(raw("An unforeseen word"), { inboxId })]
      ids.push(...(await keepMany(3, inboxId)))
      start()
      await eventually(async () => (await countOf("stored")) === 6)
      const rows = await on.desk.db.many<{ id: number; outcome: string; attempts: number; thread_id: number | null }>(
        sql`select id, outcome, attempts, thread_id from mail_messages order by id`,
      )
      assert.deepEqual(
        rows.filter(({ outcome }) => outcome === "waiting").map(({ id, attempts }) => [id, attempts]),
        [[ids[3], 1]],
      )
      const threads = rows.flatMap((row) => row.thread_id ?? [])
      assert.deepEqual(
        threads,
        threads.toSorted((one, other) => one - other),
      )
    } finally {
      await on.desk.db.run(sql`alter table threads drop constraint unforeseen`)
    }
  })

  test("is taken up alone where it was begun before, so that nobody else is blamed (K14)", async () => {
    const ids = await keepMany(3, on.ids.inboxes.paging)
    // As nodes leave it: one died with all three under way, and later ones with the first alone.
    await on.desk.db.run(sql`update mail_messages set attempts = 1, claim = ${nodes[0]}, claimed_until = ${claims.now}`)
    await on.desk.db.run(sql`update mail_messages set attempts = 5, suspect = true where id = ${ids[0]}`)
    let [atOnce, mostAtOnce] = [0, 0]
    const files = {
      ...on.node.files,
      read: async (file: Parameters<Desk["files"]["read"]>[0]) => {
        mostAtOnce = Math.max(mostAtOnce, ++atOnce)
        const contents = await on.node.files.read(file)
        atOnce--
        return contents
      },
    }
    start({ files })
    const rows = await Promise.all(ids.map(on.settled))
    assert.deepEqual(
      rows.map(({ outcome, attempts }) => [outcome, attempts]),
      [
        ["failed", 6],
        ["stored", 1],
        ["stored", 1],
      ],
    )
    assert.equal(mostAtOnce, 1)
  })

  test("counts no attempt that ended with others beside it, nor one that was given back", async () => {
    const db = on.desk.appDb
    const [id = 0] = await keepMany(1, on.ids.inboxes.paging)
    const hours = (count: number) => ({ ...claims, now: new Date(claims.now.getTime() + count * 3_600_000) })
    await claimFresh(db, { ...claims, claim: nodes[0] })
    const attempts: (number | undefined)[] = []
    for (const hour of [1, 2, 3]) {
      const suspect = await claimSuspect(db, { ...hours(hour), claim: nodes[1] })
      attempts.push(suspect?.attempts)
      if (hour === 2) await releaseMessages(db, [id], nodes[1])
    }
    assert.deepEqual(attempts, [1, 2, 2])
  })

  test("is not blamed for a store that is away, or a node that stops", async () => {
    const id = await on.keep(raw())
    let tries = 0
    const files = {
      ...on.node.files,
      read: async (file: Parameters<Desk["files"]["read"]>[0]) => {
        if (++tries < 2) throw unavailable("The file cannot be read at the moment")
        return on.node.files.read(file)
      },
    }
    start({ files })
    const row = await on.settled(id)
    assert.deepEqual([tries, row.outcome, row.attempts], [2, "stored", 1])
  })
})

async function waiting(id: number) {
  return on.desk.db.one<{ outcome: string }>(sql`select outcome from mail_messages where id = ${id}`)
}
