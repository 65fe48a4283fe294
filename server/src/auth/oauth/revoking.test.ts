import assert from "node:assert/strict"
import { request } from "node:http"
import { after, before, beforeEach, describe, test } from "node:test"
import { type Creating, creatingDesk } from "../../../test/desk/creating.ts"
import { crossing } from "../../../test/desk/crossing.ts"
import { until } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import { issuePersonalToken } from "../tokens/personal-tokens.ts"

let on: Creating
let inboxId: number
let userId: number
let token: string
let tokenId: number
let conversationId: number

before(async () => {
  on = await creatingDesk()
})
after(() => on.desk.close())

let inboxCount = 0
/** An inbox with one user and one conversation. */
beforeEach(async () => {
  const name = `revoked-${++inboxCount}`
  const inbox = await on.desk.db.one<{ id: number }>(sql`
    insert into inboxes (name, email) values (${name}, ${`${name}@scenario.example`}) returning id`)
  inboxId = inbox.id
  userId = await on.desk.addUser({ email: `user.${name}@scenario.example`, role: "user", inboxIds: [inboxId] })
  const issued = await issuePersonalToken(on.desk.db, { userId, name: "Test", scope: "administration" })
  token = issued.token
  tokenId = issued.id
  conversationId = (await on.made({ mailboxId: inboxId })).id
})

const path = () => `/v2/conversations/${conversationId}`
const note = () => on.desk.send("POST", `${path()}/notes`, { token, body: { text: "Seen" } })
const list = async () => (await on.desk.get(`/v2/conversations?mailbox=${inboxId}`, token)).body._embedded.conversations
const countNotes = async () =>
  (
    await on.desk.db.one<{ count: number }>(
      sql`select count(*) as count from threads where conversation_id = ${conversationId} and type = 'note'`,
    )
  ).count

async function takeInbox(): Promise<void> {
  const taken = await on.desk.send("PUT", `/v2/mailboxes/${inboxId}/users`, { token: on.ada, body: { userIds: [] } })
  assert.equal(taken.status, 204)
}

/** As the user does who lost it, with another token. */
async function revokeToken(): Promise<void> {
  const other = await on.desk.tokenFor(userId)
  const revoked = await on.desk.send("DELETE", `/v2/users/me/tokens/${tokenId}`, { token: other })
  assert.equal(revoked.status, 204)
}

const endings = [
  { what: "the inbox is taken away", end: takeInbox, refusal: 404 },
  { what: "the token is revoked", end: revokeToken, refusal: 401 },
]

describe("when rights end", () => {
  test("what was listed before is out of reach, for reading and for writing", async () => {
    assert.deepEqual(
      (await list()).map(({ id }: { id: number }) => id),
      [conversationId],
    )
    await takeInbox()
    assert.deepEqual(await list(), [])
    const { etag } = await on.desk.get(path(), on.ada).then(({ headers }) => ({ etag: headers.get("etag") ?? "" }))
    const attempts: [method: string, under: string, body?: object][] = [
      ["GET", ""],
      ["PATCH", "", { op: "replace", path: "/status", value: "closed" }],
      ["DELETE", ""],
      ["PUT", "/tags", { tags: ["late"] }],
      ["POST", "/reply", { text: "Late" }],
      ["POST", "/merge", { conversationIds: [conversationId + 1] }],
    ]
    for (const [method, under, body] of attempts)
      for (const headers of [{}, { "If-Match": etag }]) {
        const { status } = await on.desk.send(method, path() + under, { token, headers, ...(body && { body }) })
        assert.equal(status, 404, `${method} ${under}`)
      }
    assert.equal((await on.desk.get(path(), on.ada)).headers.get("etag"), etag)
  })

  for (const { what, end, refusal } of endings) {
    test(`${what}: a request that is under way may end, and none begins after it`, async () => {
      let ended = false
      const begun: { late: boolean; status: number }[] = []
      const writer = async () => {
        for (let status = 201; status === 201; ) {
          const late = ended
          status = (await note()).status
          begun.push({ late, status })
        }
      }
      const writers = [writer(), writer(), writer(), writer()]
      await until(() => begun.length >= 8)
      await end()
      ended = true
      await Promise.all(writers)
      assert.deepEqual(new Set(begun.map(({ status }) => status)), new Set([201, refusal]))
      for (const { late, status } of begun) if (late) assert.equal(status, refusal)
      assert.equal(await countNotes(), begun.filter(({ status }) => status === 201).length)
    })
  }

  test("who was in the middle of a change ends it whole, and begins no other", async () => {
    const patched = () =>
      on.desk.send("PATCH", path(), { token, body: { op: "replace", path: "/subject", value: "Changed" } })
    // Taking the inbox away waits for nobody but for its own event.
    const [answer] = await crossing(on.desk.db, patched, takeInbox)
    assert.equal(answer.status, 204)
    assert.equal((await on.desk.get(path(), on.ada)).body.subject, "Changed")
    assert.equal((await patched()).status, 404)
  })
})

describe("an upload that began before and is complete after", () => {
  /** Sends all but the end, does the work when the desk has read the head, and sends the rest. */
  async function upload(threadId: string, between: () => Promise<void>): Promise<number> {
    const data = "SGVsbG8gd29ybGQh".repeat(4_000)
    const text = JSON.stringify({ fileName: "late.txt", mimeType: "text/plain", data })
    const arrived = new Promise<void>((resolve) => {
      on.desk.app.server.once("request", () => resolve())
    })
    const sent = request(`${on.desk.origin}${path()}/threads/${threadId}/attachments`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "content-length": text.length },
    })
    const status = new Promise<number>((resolve, reject) => {
      sent.on("error", reject)
      sent.on("response", (response) => {
        response.resume()
        response.on("end", () => resolve(response.statusCode ?? 0))
      })
    })
    sent.write(text.slice(0, 20_000))
    await arrived
    await between()
    sent.end(text.slice(20_000))
    return status
  }

  for (const { what, end, refusal } of endings)
    test(`${what}: it is there whole or refused, and the next is refused`, async () => {
      const { headers } = await note()
      const threadId = headers.get("resource-id") ?? ""
      const first = await upload(threadId, end)
      assert.ok([201, refusal].includes(first), String(first))
      assert.equal(await upload(threadId, async () => {}), refusal)
      const { body } = await on.desk.get(`${path()}/threads/${threadId}`, on.ada)
      const sizes = body._embedded.attachments.map(({ size }: { size: number }) => size)
      assert.deepEqual(sizes, first === 201 ? [48_000] : [])
    })
})
