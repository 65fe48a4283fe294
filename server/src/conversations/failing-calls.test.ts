import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { sql } from "../db/db.ts"
import { loadScenario, type ScenarioIds } from "../seed/scenario.ts"
import { type Reply, type TestDesk, testDesk } from "../testing/desk.ts"
import { FailingCalls, type Failure } from "../testing/failing.ts"
import { countRows, listWrongConversations, listWrongCounts } from "../testing/seeded.ts"
import { sendScheduled } from "./threads/send-scheduled.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let calls: FailingCalls
let made = 0

before(async () => {
  desk = await testDesk()
  ids = await loadScenario(desk.db, desk.clock.now)
  ada = await desk.tokenFor(ids.users.ada)
  calls = new FailingCalls(desk.appDb.pool)
  // A visit is noted in the background, once in a while: not in the middle of what is counted here.
  assert.equal((await desk.get("/v2/users/me", ada)).status, 200)
})
after(() => desk.close())

interface Work {
  /** What has to be there before. */
  prepare?: (token: string) => Promise<void>
  /** Gives whether it was done; may be tried again. */
  attempt: (token: string) => Promise<boolean>
}

/** Everything that is done in one transaction and must be done wholly or not at all. */
const works: Record<string, Work> = {
  "create a conversation": posting((token) => ({
    path: "/v2/conversations",
    body: {
      subject: "All or nothing",
      type: "email",
      mailboxId: ids.inboxes.support,
      status: "active",
      customer: { email: `${token}@elsewhere.example` },
      tags: [token],
      threads: [{ type: "customer", text: token, attachments: [fileOf(token)] }],
    },
  })),
  "add a customer's thread": posting((token) => ({
    path: `${conversationOf(token)}/customer`,
    body: { text: token, customer: { email: `${token}@elsewhere.example` }, attachments: [fileOf(token)] },
  })),
  reply: posting((token) => ({
    path: `${conversationOf(token)}/reply`,
    body: { text: token, status: "closed", attachments: [fileOf(token)] },
  })),
  "send what is scheduled": {
    async prepare(token) {
      await post(token, { path: `${conversationOf(token)}/reply`, body: { text: token, undoSeconds: 1 } })
      desk.clock.now = new Date(desk.clock.now.getTime() + 1_000)
    },
    attempt: () => {
      const { appDb, config, files, clock } = desk
      const { signal } = new AbortController()
      return sendScheduled(
        { db: appDb, config, files, replica: undefined, now: () => clock.now },
        undefined,
        signal,
      ).then(
        () => true,
        () => false,
      )
    },
  },
}

describe("when a call of the database fails, be it the first or the last", () => {
  for (const failure of ["lost", "refused"] as const)
    for (const [name, work] of Object.entries(works))
      test(`${name} is all or nothing, and done when tried again (K18, ${failure})`, () => failAtEach(work, failure))

  test("nothing is told or counted wrong after all of that", async () => {
    assert.deepEqual([await listWrongConversations(desk.db), await listWrongCounts(desk.db)], [[], []])
  })
})

/** Fails the first call, then the second, and so on until there is none left to fail. */
async function failAtEach({ prepare, attempt }: Work, failure: Failure): Promise<void> {
  for (let call = 1; ; call++) {
    const token = `token${++made}`
    await prepare?.(token)
    const rows = await countRows(desk.db)
    calls.failAt(call, failure)
    const done = await attempt(token)
    const failed = calls.end()
    await assertAtRest()
    if (!done) {
      assert.ok(failed)
      assert.deepEqual(await countRows(desk.db), rows, `something of it is there after call ${call} failed`)
      assert.ok(await attempt(token), `not done when tried again after call ${call} failed`)
    }
    assert.equal(await countPublished(token), 1)
    if (failed) continue
    assert.ok(call > 8, `only ${call - 1} calls`)
    return
  }
}

/** No connection is kept, none stays in a transaction, and nobody waits for one. */
async function assertAtRest(): Promise<void> {
  const { totalCount, idleCount, waitingCount } = desk.appDb.pool
  assert.deepEqual({ idleCount, waitingCount }, { idleCount: totalCount, waitingCount: 0 })
  for (let tries = 0; (await countBusy()) > 0; tries++) {
    assert.ok(tries < 1_000, "a session is still in a transaction")
    await pause(5)
  }
}

async function countBusy(): Promise<number> {
  const { busy } = await desk.db.one<{ busy: number }>(sql`
    select count(*) as busy from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and state <> 'idle'`)
  return busy
}

async function countPublished(token: string): Promise<number> {
  const { count } = await desk.db.one<{ count: number }>(
    sql`select count(*) as count from threads where body = ${token} and state = 'published'`,
  )
  return count
}

interface Request {
  path: string
  body: object
}

function post(token: string, { path, body }: Request): Promise<Reply> {
  return desk.send("POST", path, { token: ada, body, headers: { "Idempotency-Key": token } })
}

function posting(request: (token: string) => Request): Work {
  return {
    async attempt(token) {
      const { status, headers } = await post(token, request(token))
      assert.ok([201, 503].includes(status), `${status}`)
      assert.equal(headers.get("Retry-After"), status === 503 ? "2" : null)
      return status === 201
    },
  }
}

/** Another one each time, so that none is full. */
function conversationOf(token: string): string {
  const { paging } = ids.conversations
  return `/v2/conversations/${paging[Number(token.replace("token", "")) % paging.length]}`
}

function fileOf(token: string) {
  return { fileName: `${token}.txt`, mimeType: "text/plain", data: btoa(token) }
}
