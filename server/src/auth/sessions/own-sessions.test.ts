import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { OwnSessionPage } from "@deskhand/contract/people/auth"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { listen } from "../../../test/peers/stream.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import { deviceOf } from "./devices.ts"
import { hashPassword } from "./passwords.ts"

const url = "/v2/users/me/sessions"
const password = "correct horse battery"
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0"

let desk: TestDesk
let adaId: number

before(async () => {
  // As a desk that runs: what is remembered of a session must not outlive it.
  desk = await testDesk({ visitorMemory: 60_000 })
  adaId = await desk.addUser({ email: "ada@example.com", role: "user" })
  await desk.addUser({ email: "grace@example.com", role: "user" })
  await desk.db.run(sql`update users set password_hash = ${await hashPassword(password)}`)
})
beforeEach(() => desk.db.run(sql`delete from sessions`))
after(() => desk.close())

async function signIn(name: string, userAgent = "node"): Promise<Record<string, string>> {
  const { status, headers } = await desk.send("POST", "/session", {
    body: { email: `${name}@example.com`, password },
    headers: { "User-Agent": userAgent, "Sec-Fetch-Site": "same-origin" },
  })
  assert.equal(status, 204)
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? ""
  return { Cookie: cookie, "Sec-Fetch-Site": "same-origin" }
}

const read = async (headers: Record<string, string>) => {
  const { status, body } = await desk.get(url, undefined, headers)
  assert.equal(status, 200)
  assertShape(OwnSessionPage, body)
  return body._embedded.sessions
}
const statusOf = async (headers: Record<string, string>) => (await desk.get("/session", undefined, headers)).status
const remove = (path: string, headers: Record<string, string>) => desk.send("DELETE", path, { headers })

describe("GET /v2/users/me/sessions", () => {
  test("lists where the viewer is signed in, and says which one asks", async () => {
    const begunAt = desk.clock.now
    const first = await signIn("ada", firefox)
    desk.clock.now = new Date(begunAt.getTime() + 60_000)
    const second = await signIn("ada")
    await signIn("grace")
    const [newer, older, ...more] = await read(second)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [newer.device, newer.current, older.device, older.current, older.createdAt, older.lastSeenAt],
      ["node", true, "Firefox on Windows", false, "2026-03-04T05:06:07Z", "2026-03-04T05:06:07Z"],
    )
    assert.match(older.address, /127\.0\.0\.1$/)
    assert.equal(older.expiresAt, "2026-04-03T05:06:07Z")
    const seenByFirst = await read(first)
    assert.deepEqual(
      seenByFirst.map(({ current }: { current: boolean }) => current),
      [false, true],
    )
    assert.equal(seenByFirst[1].lastSeenAt, "2026-03-04T05:07:07Z")
    const byToken = await desk.get(url, await desk.tokenFor(adaId))
    assert.ok(byToken.body._embedded.sessions.every(({ current }: { current: boolean }) => !current))
    desk.clock.now = begunAt
  })

  test("401 for nobody", async () => {
    assert.equal((await desk.get(url)).status, 401)
  })
})

describe("DELETE /v2/users/me/sessions", () => {
  test("ends one, with its requests and its streams, and no other", async () => {
    const [mine, lost] = [await signIn("ada"), await signIn("ada")]
    const stream = await listen(`${desk.origin}/v2/events/stream`, { headers: lost })
    const kept = await listen(`${desk.origin}/v2/events/stream`, { headers: mine })
    assert.equal(await statusOf(lost), 200)
    const { id } = (await read(mine)).find(({ current }: { current: boolean }) => !current)
    assert.equal((await remove(`${url}/${id}`, mine)).status, 204)
    assert.equal(await statusOf(lost), 401)
    await stream.ended
    assert.equal(await statusOf(mine), 200)
    assert.equal((await remove(`${url}/${id}`, mine)).status, 404)
    await kept.close()
  })

  test("ends all others", async () => {
    const [mine, other, third] = [await signIn("ada"), await signIn("ada"), await signIn("ada")]
    const grace = await signIn("grace")
    assert.equal((await remove(url, mine)).status, 204)
    assert.deepEqual(await Promise.all([mine, other, third, grace].map(statusOf)), [200, 401, 401, 200])
    assert.equal((await read(mine)).length, 1)
  })

  test("404 for a session of somebody else, 403 for a read-only token and another site", async () => {
    const [mine, grace] = [await signIn("ada"), await signIn("grace")]
    const [{ id }] = await read(grace)
    assert.equal((await remove(`${url}/${id}`, mine)).status, 404)
    assert.equal((await remove(url, { ...mine, "Sec-Fetch-Site": "cross-site" })).status, 403)
    const token = await desk.tokenFor(adaId, "read-only")
    assert.equal((await desk.send("DELETE", url, { token })).status, 403)
    assert.deepEqual(await Promise.all([mine, grace].map(statusOf)), [200, 200])
  })

  test("signing out ends the streams of that session", async () => {
    const mine = await signIn("ada")
    const stream = await listen(`${desk.origin}/v2/events/stream`, { headers: mine })
    assert.equal((await remove("/session", mine)).status, 204)
    await stream.ended
  })
})

test("a device is named by what people know it as", () => {
  const named: [userAgent: string, device: string][] = [
    [firefox, "Firefox on Windows"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15",
      "Safari on macOS",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36", "Chrome on Linux"],
    [
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
      "Edge on Windows",
    ],
    ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605 CriOS/141 Safari/604.1",
      "Chrome on iPhone",
    ],
    ["curl/8.5.0", "curl"],
    ["", "Unknown"],
    ["<script>", "Unknown"],
  ]
  for (const [userAgent, device] of named) assert.equal(deviceOf(userAgent), device)
})
