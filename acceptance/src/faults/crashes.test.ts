import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Random } from "../bad-input/random.ts"
import { until } from "../until.ts"
import { check } from "./checker.ts"
import { chooseSeed, crashNode, crashPostgres, prefixOf } from "./crashes.ts"
import { type Ground, openGround, startNode } from "./ground.ts"
import { isSuccess, Load, sendAttempt } from "./load.ts"
import { operations } from "./operations.ts"
import { addScheduled, listSendings } from "./scheduled.ts"
import { readMark, readStored } from "./stored.ts"
import { crashUploads, sweepUploads } from "./uploads.ts"

const seed = chooseSeed()
/** A few cycles; docs/fault-coverage.md says how to run many. */
const cycles = Number(process.env["FAULT_CYCLES"] ?? 2)

let ground: Ground

before(async () => {
  ground = await openGround()
})
after(() => ground.close())

describe("what was acknowledged is there, once and whole", () => {
  test("after kill -9 of the process that serves (K1)", async () => {
    await crashNode({ ground, seed, cycles })
  })

  test("after kill -9 of PostgreSQL, and the desk goes on by itself (K9)", async () => {
    await crashPostgres({ ground, seed: seed + 1, cycles: Math.ceil(cycles / 2) })
  })

  test("with its files, after kill -9 during uploads; what else there is is swept (K8)", async () => {
    await crashUploads(ground)
    await sweepUploads(ground)
  })
})

describe("SIGTERM", () => {
  test("under load ends a node in order, and no client sees an error that turns to another (K11)", async () => {
    const mark = await readMark(ground.db)
    const prefix = `${prefixOf(seed + 2)}1-`
    const [leaving, staying] = [await startNode(ground), await startNode(ground)]
    const load = new Load({
      ground,
      prefix,
      random: new Random(seed + 2),
      origins: [leaving.origin, staying.origin],
      conversationIds: [ground.conversationId],
    })
    try {
      await until(() => load.acknowledged >= 40)
      assert.equal((await leaving.signal("SIGTERM")).code, 0)
      const before = load.acknowledged
      await until(() => load.acknowledged >= before + 20)
    } finally {
      await load.stop()
      await staying.signal("SIGTERM")
    }
    assert.ok([...load.statuses.keys()].every(isSuccess))
    assert.deepEqual(check(load.attempts, await readStored(ground.db, mark, prefix), operations), [])
    assert.deepEqual(
      load.attempts.filter(({ acknowledged }) => acknowledged.length !== 1),
      [],
      "every request was answered, once",
    )
  })

  test("takes no more connections, and still answers what is under way (K11)", async () => {
    const node = await startNode(ground)
    const holder = await ground.db.connect()
    await holder.query("begin")
    await holder.query("select from conversations where id = $1 for update", [ground.conversationId])
    const attempt = {
      token: `${prefixOf(seed + 2)}2-1`,
      operation: "add a customer's thread",
      target: { inboxId: ground.ids.inboxes.empty, conversationId: ground.conversationId },
      acknowledged: [],
    }
    const answer = sendAttempt(attempt, { origins: [node.origin], token: ground.token })
    await until(async () => (await countWaiting()) > 0)
    const ended = node.signal("SIGTERM")
    await until(() =>
      fetch(`${node.origin}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    await holder.query("commit")
    holder.release()
    assert.equal((await answer)?.status, 201)
    assert.equal((await ended).code, 0)
  })
})

/**
 * Requests to a node that wait for a row. Others may wait too: the sequencer of a node for its lock, and reactions of the
 * keeper, whose connections use the socket in its data folder.
 */
async function countWaiting(): Promise<number> {
  const { rows } = await ground.db.query(
    `select count(*)::integer as waiting from pg_stat_activity
    where client_addr is not null and wait_event in ('tuple', 'transactionid')`,
  )
  return rows[0].waiting
}

describe("several nodes that look after what is scheduled", () => {
  test("send each thread exactly once (K12)", async () => {
    const nodes = [await startNode(ground, { role: "--worker" }), await startNode(ground, { role: "--worker" })]
    const threadIds = await addScheduled(ground, { conversations: 5, threadsOfEach: 10, inSeconds: 0 })
    try {
      await until(async () => (await listSendings(ground, threadIds)).every(({ scheduled }) => !scheduled))
    } finally {
      for (const node of nodes) assert.equal((await node.signal("SIGTERM")).code, 0)
    }
    const sendings = await listSendings(ground, threadIds)
    assert.equal(sendings.length, 50)
    assert.deepEqual(
      sendings.filter(({ state, events, entries }) => state !== "published" || events !== 1 || entries !== 1),
      [],
    )
  })
})
