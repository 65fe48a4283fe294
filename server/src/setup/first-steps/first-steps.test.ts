import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { FirstSteps } from "@deskhand/contract/people/setup"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { listWrongCounts } from "../../../test/desk/seeded.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import { loadSample } from "../../seed/sample.ts"

let desk: TestDesk
let ownerId: number
let owner: string

before(async () => {
  desk = await testDesk()
  ownerId = await desk.addUser({ email: "owner@desk.example", role: "owner" })
  owner = await desk.tokenFor(ownerId)
  await loadSample(desk.db, desk.clock.now, ownerId)
})
after(() => desk.close())

const read = async () => {
  const { status, body } = await desk.get("/v2/account/first-steps", owner)
  assert.equal(status, 200)
  assertShape(FirstSteps, body)
  return body
}

/** The tests below go through them in this order, on one desk. */
test("a new desk with samples has done none", async () => {
  const { sampleConversations, ...done } = await read()
  assert.ok(sampleConversations > 0)
  assert.deepEqual(done, { mailConnected: false, teammateInvited: false, replySent: false })
})

test("mail is connected once it comes in and goes out", async () => {
  const inbox = { name: "Help", email: "help@desk.example" }
  const { headers } = await desk.send("POST", "/v2/mailboxes", { token: owner, body: inbox })
  const id = Number(headers.get("Resource-ID"))
  const insert = (kind: string, enabled: boolean) =>
    desk.db.run(sql`
      insert into mail_connections (inbox_id, kind, host, port, security, auth, username, folder, mark_seen,
        backfill_days, backfill_status, fetches_since, enabled, created_at, updated_at)
      values (${id}, ${kind}, 'mail.example', 993, 'tls', 'password', 'desk', 'INBOX', true, 0, 'closed', now(), ${enabled}, now(), now())`)
  await insert("imap", true)
  assert.equal((await read()).mailConnected, false)
  await insert("smtp", false)
  assert.equal((await read()).mailConnected, false)
  await desk.db.run(sql`update mail_connections set enabled = true`)
  assert.equal((await read()).mailConnected, true)
})

test("a teammate counts, and neither samples nor who has left", async () => {
  const user = { firstName: "Edith", lastName: "Clarke", email: "edith@desk.example", sendInvite: false }
  const { headers } = await desk.send("POST", "/v2/users", { token: owner, body: user })
  assert.equal((await read()).teammateInvited, true)
  await desk.send("DELETE", `/v2/users/${headers.get("Resource-ID")}`, { token: owner })
  assert.equal((await read()).teammateInvited, false)
})

test("a reply to a sample counts, also when the samples are gone", async () => {
  const { body } = await desk.get("/v2/conversations?status=active", owner)
  const [{ id }] = body._embedded.conversations
  const replied = await desk.send("POST", `/v2/conversations/${id}/reply`, { token: owner, body: { text: "Hello" } })
  assert.equal(replied.status, 201)
  assert.equal((await read()).replySent, true)

  const removed = await desk.send("DELETE", "/v2/account/sample-conversations", { token: owner })
  assert.equal(removed.status, 204)
  const { sampleConversations, replySent } = await read()
  assert.deepEqual([sampleConversations, replySent], [0, true])
  assert.equal((await desk.get("/v2/conversations?status=all", owner)).body.page.totalElements, 0)
  assert.deepEqual(await listWrongCounts(desk.db), [])
  const again = await desk.send("DELETE", "/v2/account/sample-conversations", { token: owner })
  assert.equal(again.status, 204)
})

test("403 for agents, who neither read nor remove", async () => {
  const agent = await desk.tokenFor(await desk.addUser({ email: "agent@desk.example", role: "user" }))
  assert.equal((await desk.get("/v2/account/first-steps", agent)).status, 403)
  assert.equal((await desk.send("DELETE", "/v2/account/sample-conversations", { token: agent })).status, 403)
})
