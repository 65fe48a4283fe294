import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { patientLimits } from "../../test/until.ts"
import { buildApp } from "../app.ts"
import { openDatabase, sql } from "../db/db.ts"
import { forgetOldMinutes } from "./rate-limit.ts"

const limit = 100
let desk: TestDesk
let token: string
let secondNode: { origin: string; close(): Promise<void> }

before(async () => {
  desk = await testDesk({ rateLimit: limit })
  token = await desk.tokenFor(await desk.addUser({ email: "ann@example.com", role: "admin" }))
  secondNode = await startSecondNode()
})
after(async () => {
  await secondNode.close()
  await desk.close()
})

/** Each test has a minute to itself. */
function nextMinute(): void {
  desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
}

describe("a rate limit", () => {
  test("is told on every answer; a read costs 1 and a write 2", async () => {
    nextMinute()
    const remaining = async (method: string, body?: object) => {
      const { headers } = await desk.send(method, "/v2/tags", { token, body })
      assert.equal(headers.get("x-ratelimit-limit-minute"), "100")
      return Number(headers.get("x-ratelimit-remaining-minute"))
    }
    assert.equal(await remaining("GET"), 99)
    assert.equal(await remaining("GET"), 98)
    assert.equal(await remaining("POST", { name: "x" }), 96)
    assert.equal(await remaining("POST", {}), 94, "a refused write costs too")
  })

  test("429 says when to come back", async () => {
    nextMinute()
    for (let spent = 0; spent < limit; spent++) assert.equal((await desk.get("/v2/users/me", token)).status, 200)
    const { status, headers, body } = await desk.get("/v2/users/me", token)
    assert.equal(status, 429)
    assert.equal(headers.get("retry-after"), "53")
    assert.equal(headers.get("x-ratelimit-retry-after"), "53")
    assert.equal(headers.get("x-ratelimit-remaining-minute"), "0")
    assert.equal(body.message, "This desk takes 100 requests a minute")
    nextMinute()
    assert.equal((await desk.get("/v2/users/me", token)).status, 200)
  })

  test("holds over two nodes with 300 requests at once, for few writes to the database", async () => {
    nextMinute()
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        desk.get(`${index % 2 === 0 ? desk.origin : secondNode.origin}/v2/users/me`, token),
      ),
    )
    const passed = answers.filter(({ status }) => status === 200).length
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]))
    assert.ok(passed <= limit && passed >= limit - 4, `${passed} passed`)
    const { taken } = await desk.db.one<{ taken: number }>(
      sql`select taken from rate_windows where minute = date_trunc('minute', ${desk.clock.now}::timestamptz)`,
    )
    assert.ok(taken <= limit + 4, `blocks of ${taken} were taken in all`)
  })

  test("does not touch what is public", async () => {
    const { headers } = await desk.get("/healthz")
    assert.equal(headers.get("x-ratelimit-limit-minute"), null)
  })

  test("old minutes are forgotten", async () => {
    await forgetOldMinutes(desk.db, new Date(desk.clock.now.getTime() + 2 * 3_600_000))
    const { left } = await desk.db.one<{ left: number }>(sql`select count(*) as left from rate_windows`)
    assert.equal(left, 0)
  })
})

async function startSecondNode(): Promise<{ origin: string; close(): Promise<void> }> {
  const db = openDatabase({ url: desk.databaseUrl, connections: 5, prepared: true, ...patientLimits })
  const app = buildApp({
    config: desk.config,
    db,
    replica: undefined,
    files: desk.files,
    outgoing: desk.outgoing,
    now: () => desk.clock.now,
  })
  const origin = await app.listen({ port: 0, host: "127.0.0.1" })
  return {
    origin,
    async close() {
      await app.close()
      await db.close()
    },
  }
}
