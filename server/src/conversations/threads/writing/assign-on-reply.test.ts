import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { listWrongCounts } from "../../../../test/desk/seeded.ts"
import { signInAs } from "../../../../test/desk/session.ts"
import { replace, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
import { sendScheduled } from "../scheduling/send-scheduled.ts"

let on: Threading
let id: number
let ada: Record<string, string>
let grace: Record<string, string>

before(async () => {
  on = await threadingDesk()
  ada = await signInAs(on.desk, on.ids.users.ada)
  grace = await signInAs(on.desk, on.ids.users.grace)
})
after(() => on.desk.close())
beforeEach(async () => {
  id = await on.open({ assignTo: null, threads: [{ type: "customer", text: "Is it open?" }] })
})

const text = "One more word"

async function send(method: string, path: string, body: object | undefined, headers: Record<string, string>) {
  const answer = await on.desk.send(method, path, { headers, ...(body && { body }) })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return Number(answer.headers.get("resource-id"))
}
const reply = (headers: Record<string, string>, body: object = {}) =>
  send("POST", `/v2/conversations/${id}/reply`, { text, ...body }, headers)
const assignee = async () => (await on.read(id)).conversation.assignee?.id
const setting = async (assignOnReply: boolean) => {
  const body = { assignOnReply }
  const { status } = await on.desk.send("PUT", `/v2/mailboxes/${on.ids.inboxes.support}`, { token: on.ada, body })
  assert.equal(status, 204)
}

describe("a reply by a person", () => {
  test("assigns an unassigned conversation to its writer, with a line item and one event", async () => {
    await reply(grace)
    const { conversation, lines } = await on.read(id)
    assert.equal(conversation.assignee.id, on.ids.users.grace)
    assert.deepEqual(lines, ["assigned: Grace Hopper took this conversation"])
    const events = await on.told(id)
    assert.deepEqual(
      events.filter(({ kind }) => kind === "convo.assigned").map(({ data }) => data),
      [{ from: null, to: on.ids.users.grace }],
    )
    assert.deepEqual(await listWrongCounts(on.desk.db), [])
  })

  test("leaves a conversation with its assignee", async () => {
    await reply(grace)
    await reply(ada)
    assert.equal(await assignee(), on.ids.users.grace)
  })

  test("follows `assignTo` of the request, also null", async () => {
    await reply(grace, { assignTo: null })
    assert.equal(await assignee(), undefined)
    await reply(grace, { assignTo: on.ids.users.ada })
    assert.equal(await assignee(), on.ids.users.ada)
  })

  test("assigns nobody where the inbox does not", async () => {
    await setting(false)
    await reply(grace)
    await setting(true)
    assert.equal(await assignee(), undefined)
  })

  test("in the name of another assigns that user", async () => {
    await reply(ada, { user: on.ids.users.grace })
    assert.equal(await assignee(), on.ids.users.grace)
  })

  test("assigns when its undo time is over, not before", async () => {
    await reply(grace, { undoSeconds: 10 })
    assert.equal(await assignee(), undefined)
    on.passTime(11)
    const { appDb: db, config, files, outgoing, clock } = on.desk
    const node = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
    await sendScheduled(node, undefined, new AbortController().signal)
    assert.equal(await assignee(), on.ids.users.grace)
  })

  test("that was a draft assigns its author when it is sent", async () => {
    const threadId = await reply(grace, { draft: true })
    assert.equal(await assignee(), undefined)
    const path = `/v2/conversations/${id}/threads/${threadId}`
    await send("PATCH", path, replace("/state", "published"), grace)
    assert.equal(await assignee(), on.ids.users.grace)
  })
})

describe("no other writing assigns", () => {
  test("a reply with a token, its draft, a note and an import", async () => {
    await on.added(id, "reply", {}, { token: on.tokens.grace })
    const draft = await on.added(id, "reply", { draft: true }, { token: on.tokens.grace })
    const published = replace("/state", "published")
    const answer = await on.change("PATCH", { id, threadId: draft }, published, { token: on.tokens.grace })
    assert.equal(answer.status, 204)
    await send("POST", `/v2/conversations/${id}/notes`, { text }, grace)
    await reply(grace, { imported: true })
    assert.equal(await assignee(), undefined)
  })
})
