import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { listWrongConversations, listWrongCounts } from "../../test/desk/seeded.ts"
import { AlternatingFailures } from "../../test/failures/alternating-failures.ts"
import { failAtEach, type Work } from "../../test/failures/failing-work.ts"
import { sql } from "../db/db.ts"
import { wakeDue } from "./editing/snooze.ts"

let on: Changing
let calls: AlternatingFailures
/** What was prepared for a token. */
const conversationOf = new Map<string, number>()
const threadOf = new Map<string, number>()
const customersOf = new Map<string, [number, number]>()
const tagsOf = new Map<string, [kept: number, old: number]>()

before(async () => {
  on = await changingDesk()
  await on.desk.db.run(sql`update routing set state = 'disabled' where inbox_id <> ${on.ids.inboxes.support}`)
  await on.desk.db.run(sql`update routing set state = 'enabled', assignment_limit = 100
    where inbox_id = ${on.ids.inboxes.support}`)
  calls = new AlternatingFailures(on.desk.appDb.pool)
  // A visit is noted in the background, once in a while: not in the middle of what is counted here.
  assert.equal((await on.desk.get("/v2/users/me", on.ada)).status, 200)
})
after(() => on.desk.close())

interface Sent {
  method: string
  path: string
  body?: object
}

/** Without a key: what failed leaves nothing, so that it may be sent again. */
function asking(request: (token: string) => Sent, success = 204) {
  return async (token: string): Promise<boolean> => {
    const { method, path, body } = request(token)
    const { status, headers } = await on.desk.send(method, path, { token: on.ada, ...(body && { body }) })
    assert.ok([success, 503].includes(status), `${status}`)
    assert.equal(headers.get("Retry-After"), status === 503 ? "2" : null)
    return status === success
  }
}

const idOf = <Id>(ids: Map<string, Id>, token: string): Id => ids.get(token) ?? assert.fail(token)
const pathOf = (token: string) => `/v2/conversations/${idOf(conversationOf, token)}`

async function prepare(token: string): Promise<void> {
  conversationOf.set(token, await on.fresh())
}

async function prepareCustomers(token: string): Promise<void> {
  const make = async (name: string) => {
    const body = { emails: [{ value: `${name}.${token}@elsewhere.example` }] }
    const answer = await on.desk.send("POST", "/v2/customers", { token: on.ada, body })
    return Number(answer.headers.get("resource-id"))
  }
  const [one, other] = [await make("one"), await make("other")]
  customersOf.set(token, [one, other])
  const threads = [{ type: "customer", text: "Hello?" }]
  conversationOf.set(token, await on.fresh({ customer: { id: other }, threads }))
}

async function prepareTags(token: string): Promise<void> {
  const make = async (name: string) => {
    const answer = await on.desk.send("POST", "/v2/tags", { token: on.ada, body: { name } })
    return Number(answer.headers.get("resource-id"))
  }
  tagsOf.set(token, [await make(`kept ${token}`), await make(`old ${token}`)])
  conversationOf.set(token, await on.fresh({ tags: [`old ${token}`] }))
}

/** One line item and one event of these kinds, and the conversation is as it should be. */
const hasDone =
  (action: string | undefined, kind: string, condition = sql`true`) =>
  async (token: string) => {
    const id = idOf(conversationOf, token)
    const told = (await on.toldOf(id)).filter((event) => event.kind === kind).length
    const noted = (await on.notesOf(id)).filter((note) => note.action === action).length
    const row = await on.desk.db.maybe(sql`select from conversations where id = ${id} and ${condition}`)
    return told === 1 && noted === (action === undefined ? 0 : 1) && row !== undefined
  }

const works: Record<string, Work> = {
  "changing the status": {
    prepare,
    attempt: asking((token) => ({
      method: "PATCH",
      path: pathOf(token),
      body: { op: "replace", path: "/status", value: "closed" },
    })),
    isDone: hasDone("status-changed", "convo.status", sql`status = 'closed' and closed_at is not null`),
  },
  "merging tags": {
    prepare: prepareTags,
    attempt: asking((token) => {
      const [kept, old] = idOf(tagsOf, token)
      return { method: "POST", path: `/v2/tags/${kept}/merge`, body: { tagIds: [old] } }
    }),
    async isDone(token) {
      const [kept, old] = idOf(tagsOf, token)
      const isTagged = sql`exists (select from conversation_tags where conversation_id = conversations.id and tag_id = ${kept})
        and not exists (select from tags where id = ${old})`
      return hasDone(undefined, "convo.tags", isTagged)(token)
    },
  },
  "setting tags": {
    prepare,
    attempt: asking((token) => ({ method: "PUT", path: `${pathOf(token)}/tags`, body: { tags: [token] } })),
    isDone: hasDone(
      "tags-changed",
      "convo.tags",
      sql`exists (select from conversation_tags where conversation_id = conversations.id)`,
    ),
  },
  "publishing a draft": {
    async prepare(token) {
      await prepare(token)
      const body = { text: token, draft: true, status: "closed" }
      const answer = await on.desk.send("POST", `${pathOf(token)}/reply`, { token: on.ada, body })
      threadOf.set(token, Number(answer.headers.get("resource-id")))
    },
    attempt: asking((token) => ({
      method: "PATCH",
      path: `${pathOf(token)}/threads/${idOf(threadOf, token)}`,
      body: { op: "replace", path: "/state", value: "published" },
    })),
    isDone: hasDone("status-changed", "convo.agent.reply.created", sql`status = 'closed' and waiting_since is null`),
  },
  "waking what is due": {
    async prepare(token) {
      conversationOf.set(token, await on.fresh({ status: "pending" }))
      const snoozedUntil = new Date(on.desk.clock.now.getTime() + 1_000).toISOString()
      assert.equal((await on.put(idOf(conversationOf, token), "snooze", { snoozedUntil })).status, 204)
      on.passSeconds(1)
    },
    attempt() {
      const { appDb, config, files, outgoing, clock } = on.desk
      const desk = { db: appDb, config, files, outgoing, replica: undefined, now: () => clock.now }
      return wakeDue(desk, undefined, new AbortController().signal).then(
        () => true,
        () => false,
      )
    },
    isDone: hasDone("unsnoozed", "convo.status", sql`status = 'active' and snoozed_until is null`),
  },
  "giving out what arrives": {
    attempt: asking(
      (token) => ({
        method: "POST",
        path: "/v2/conversations",
        body: { ...on.minimal, subject: token },
      }),
      201,
    ),
    async isDone(token) {
      const found = await on.desk.db.many<{ id: number }>(sql`select id from conversations where subject = ${token}`)
      conversationOf.set(token, found[0]?.id ?? 0)
      return found.length === 1 && hasDone("assigned", "convo.assigned", sql`assignee_id is not null`)(token)
    },
  },
  "merging customers": {
    prepare: prepareCustomers,
    attempt: asking((token) => {
      const [one, other] = idOf(customersOf, token)
      return { method: "POST", path: `/v2/customers/${one}/merge`, body: { customerIds: [other] } }
    }),
    async isDone(token) {
      const [one, other] = idOf(customersOf, token)
      const gone = (await on.desk.get(`/v2/customers/${other}`, on.ada)).status !== 200
      return gone && (await hasDone(undefined, "convo.updated", sql`customer_id = ${one}`)(token))
    },
  },
}

describe("when a call of the database fails, be it the first or the last", () => {
  for (const [name, work] of Object.entries(works))
    test(`${name} is all or nothing, and done when tried again (K18)`, () =>
      failAtEach(on.desk, calls, { work, failure: "refused" }))

  test("nothing is told or counted wrong after all of that", async () => {
    assert.deepEqual([await listWrongConversations(on.desk.db), await listWrongCounts(on.desk.db)], [[], []])
  })
})
