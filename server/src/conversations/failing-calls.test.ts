import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Reply, scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { listWrongConversations, listWrongCounts } from "../../test/desk/seeded.ts"
import { AlternatingFailures } from "../../test/failures/alternating-failures.ts"
import { failAtEach, type Work } from "../../test/failures/failing-work.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { sendScheduled } from "./threads/scheduling/send-scheduled.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let calls: AlternatingFailures

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  calls = new AlternatingFailures(desk.appDb.pool)
  // A visit is noted in the background, once in a while: not in the middle of what is counted here.
  assert.equal((await desk.get("/v2/users/me", ada)).status, 200)
})
after(() => desk.close())

/** Everything that is done in one transaction and must be done wholly or not at all. */
const works: Record<string, Omit<Work, "isDone"> & Partial<Work>> = {
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
  "continue in a new conversation": {
    ...posting((token) => ({ path: `${continuedBy.get(token)}/continue` })),
    async prepare(token) {
      const { headers } = await post(`${token}-old`, { path: "/v2/conversations", body: conversationNamed(token) })
      continuedBy.set(token, `/v2/conversations/${headers.get("Resource-ID")}`)
    },
    isDone: async (token) => {
      const linked = sql`linked_conversation_id is not null and conversation_id = c.id`
      const { count } = await desk.db.one<{ count: number }>(sql`
        select count(*) as count from conversations c
        where subject = ${token} and (select count(*) from threads where ${linked}) = 1`)
      return count === 2
    },
  },
  "mark as read": {
    async prepare(token) {
      await desk.db.run(sql`
        with forgotten as (delete from conversation_reads where conversation_id = ${readBy(token)})
        update users set unread_since = '2000-01-01' where id = ${ids.users.ada}`)
    },
    async attempt(token) {
      const { status } = await desk.send("PUT", `${conversationOf(token)}/read`, { token: ada })
      assert.ok([204, 503].includes(status), `${status}`)
      return status === 204
    },
    async isDone(token) {
      const { reads, events } = await desk.db.one<{ reads: number; events: number }>(sql`
        select (select count(*) from conversation_reads where conversation_id = ${readBy(token)}) as reads,
          (select count(*) from events where kind = 'read.changed' and conversation_id = ${readBy(token)}) as events`)
      return reads === 1 && events > 0
    },
  },
  "follow a conversation": {
    async attempt(token) {
      const { status } = await desk.send("PUT", `${conversationOf(token)}/followers/me`, { token: ada })
      assert.ok([204, 503].includes(status), `${status}`)
      return status === 204
    },
    async isDone(token) {
      const id = Number(conversationOf(token).split("/").at(-1))
      const { followers, events } = await desk.db.one<{ followers: number; events: number }>(sql`
        select (select count(*) from conversation_followers where conversation_id = ${id}) as followers,
          (select count(*) from events where conversation_id = ${id} and kind = 'convo.followers.changed') as events`)
      assert.equal(followers, events)
      return followers === 1
    },
  },
  "send what is scheduled": {
    async prepare(token) {
      await post(token, { path: `${conversationOf(token)}/reply`, body: { text: token, undoSeconds: 1 } })
      desk.clock.now = new Date(desk.clock.now.getTime() + 1_000)
    },
    attempt: () => {
      const { appDb, config, files, outgoing, clock } = desk
      const { signal } = new AbortController()
      return sendScheduled(
        { db: appDb, config, files, outgoing, replica: undefined, now: () => clock.now },
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
  for (const [name, work] of Object.entries(works))
    test(`${name} is all or nothing, and done when tried again (K18)`, () =>
      failAtEach(desk, calls, { work: { isDone, ...work }, failure: "refused" }))

  test("nothing is told or counted wrong after all of that", async () => {
    assert.deepEqual([await listWrongConversations(desk.db), await listWrongCounts(desk.db)], [[], []])
  })
})

async function isDone(token: string): Promise<boolean> {
  const { count } = await desk.db.one<{ count: number }>(
    sql`select count(*) as count from threads where body = ${token} and state = 'published'`,
  )
  return count === 1
}

/** The conversations that are continued, by the token of the attempt. */
const continuedBy = new Map<string, string>()

function conversationNamed(subject: string): object {
  return {
    subject,
    type: "email",
    mailboxId: ids.inboxes.support,
    status: "active",
    customer: { email: `${subject}@elsewhere.example` },
    tags: [subject],
    threads: [{ type: "customer", text: subject }],
  }
}

interface Request {
  path: string
  body?: object
}

function post(token: string, { path, body }: Request): Promise<Reply> {
  return desk.send("POST", path, { token: ada, body, headers: { "Idempotency-Key": token } })
}

function posting(request: (token: string) => Request): Omit<Work, "isDone"> {
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

function readBy(token: string): number {
  return Number(conversationOf(token).split("/").at(-1))
}

function fileOf(token: string) {
  return { fileName: `${token}.txt`, mimeType: "text/plain", data: btoa(token) }
}
