import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { listen } from "../../../test/peers/stream.ts"
import { sql } from "../../db/db.ts"
import { createApp } from "../oauth/apps.ts"
import { issuePersonalToken } from "../tokens/personal-tokens.ts"
import { makeResetLink } from "./resets.ts"

let desk: TestDesk
let userId: number
let email: string
let personal: string
let app: { id: number; keys: object }
let appToken: string

const newPassword = "four unrelated words here"

before(async () => {
  desk = (await scenarioDesk()).desk
})
after(() => desk.close())

let made = 0
/** A user with a personal token and an app that acts for them. */
beforeEach(async () => {
  email = `user${++made}@reset.example`
  userId = await desk.addUser({ email, role: "admin" })
  personal = (await issuePersonalToken(desk.db, { userId, name: "Export", scope: "full" })).token
  const created = await createApp(desk.db, { name: "Sync", userId, redirectUris: [], public: false })
  app = { id: created.id, keys: { client_id: created.clientId, client_secret: created.clientSecret } }
  appToken = (await grant()).body.access_token
})

const grant = () => desk.send("POST", "/v2/oauth2/token", { body: { ...app.keys, grant_type: "client_credentials" } })
const statusOf = async (token: string) => (await desk.get("/v2/users/me", token)).status
const makeLink = async () => (await makeResetLink(desk.db, { userId, now: desk.clock.now })).token
const reset = (token: string, more: object = {}) =>
  desk.send("PUT", "/session/reset", { body: { token, newPassword, ...more } })

async function signIn(password: string): Promise<Record<string, string>> {
  const answer = await desk.send("POST", "/session", { body: { email, password } })
  assert.equal(answer.status, 204)
  const cookie = answer.headers.getSetCookie().map((line) => line.split(";")[0])
  return { cookie: cookie.join("; "), "sec-fetch-site": "same-origin" }
}

async function auditOf(noun: string, id: number): Promise<{ act: string; user_id: number | null; changes: object }[]> {
  return desk.db.many(sql`
    select act, user_id, changes from audit_entries where noun = ${noun} and subject_id = ${id} order by id desc`)
}

describe("a password reset by link", () => {
  test("ends personal tokens, tokens of apps and the secrets of apps that act for the user", async () => {
    assert.deepEqual([await statusOf(personal), await statusOf(appToken)], [200, 200])
    assert.equal((await reset(await makeLink())).status, 204)
    assert.deepEqual([await statusOf(personal), await statusOf(appToken)], [401, 401])
    const refused = await grant()
    assert.deepEqual([refused.status, refused.body.error], [400, "invalid_client"])
    const headers = await signIn(newPassword)
    assert.deepEqual((await desk.get("/v2/users/me/tokens", undefined, headers)).body._embedded.tokens, [])
  })

  test("ends their event streams", async () => {
    const url = `${desk.origin}/v2/events/stream`
    const streams = [await listen(url, { token: personal }), await listen(url, { token: appToken })]
    assert.deepEqual(
      streams.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await reset(await makeLink())).status, 204)
    await Promise.all(streams.map(({ ended }) => ended))
  })

  test("lets an administrator give the app a new secret", async () => {
    await reset(await makeLink())
    const headers = await signIn(newPassword)
    const issued = await desk.send("POST", `/v2/apps/${app.id}/secret`, { headers })
    assert.equal(issued.status, 200)
    app.keys = { client_id: issued.body.clientId, client_secret: issued.body.clientSecret }
    assert.equal((await grant()).status, 200)
  })

  test("says beforehand what acts for the user, and keeps it where they ask for it", async () => {
    const token = await makeLink()
    const checked = await desk.send("POST", "/session/reset/check", { body: { token } })
    assert.deepEqual(checked.body, { email, expiresAt: checked.body.expiresAt, personalTokens: 1, apps: ["Sync"] })
    assert.equal((await reset(token, { keepTokens: true })).status, 204)
    assert.deepEqual([await statusOf(personal), await statusOf(appToken), (await grant()).status], [200, 200, 200])
  })

  test("is in the audit log with everything that it ended", async () => {
    const { id: tokenId } = await desk.db.one<{ id: number }>(
      sql`select id from tokens where user_id = ${userId} and kind = 'personal'`,
    )
    await reset(await makeLink())
    const [user, token, secret] = [
      await auditOf("user", userId),
      await auditOf("token", tokenId),
      await auditOf("app", app.id),
    ].map(([newest]) => newest)
    assert.deepEqual(user && [user.act, user.user_id, Object.keys(user.changes)], [
      "updated",
      userId,
      ["password_hash"],
    ])
    assert.deepEqual(token && [token.act, token.user_id], ["deleted", userId])
    assert.deepEqual(secret, {
      act: "updated",
      user_id: userId,
      changes: { client_secret_hash: ["(secret)", "(secret)"] },
    })
  })

  test("is not outrun by a token or an app that is being made", async () => {
    const token = await makeLink()
    const headers = { authorization: `Bearer ${personal}` }
    const attempts = Array.from({ length: 12 }, (_, n) => [
      desk.send("POST", "/v2/users/me/tokens", { headers, body: { name: `Late ${n}` } }),
      desk.send("POST", "/v2/apps", { headers, body: { name: `Late ${n}` } }),
      grant(),
    ]).flat()
    await Promise.all([reset(token), ...attempts])
    const left = await desk.db.many(sql`
      select kind from tokens where user_id = ${userId} and revoked_at is null`)
    assert.deepEqual(left, [])
    const apps = await Promise.all(
      (await Promise.all(attempts)).flatMap(({ body }) =>
        body?.clientSecret === undefined
          ? []
          : [
              desk.send("POST", "/v2/oauth2/token", {
                body: {
                  client_id: body.clientId,
                  client_secret: body.clientSecret,
                  grant_type: "client_credentials",
                },
              }),
            ],
      ),
    )
    for (const { status } of apps) assert.equal(status, 400)
  })
})

describe("a password change while signed in", () => {
  const change = (headers: Record<string, string>, more: object = {}) =>
    desk.send("PUT", "/session/password", {
      headers,
      body: { currentPassword: newPassword, newPassword: "another four unrelated words", ...more },
    })

  test("keeps personal tokens and apps, and ends them where the user asks for it", async () => {
    await reset(await makeLink(), { keepTokens: true })
    assert.equal((await change(await signIn(newPassword))).status, 204)
    assert.deepEqual([await statusOf(personal), (await grant()).status], [200, 200])

    await reset(await makeLink(), { keepTokens: true })
    const headers = await signIn(newPassword)
    assert.equal((await change(headers, { endTokens: true })).status, 204)
    assert.deepEqual([await statusOf(personal), await statusOf(appToken), (await grant()).status], [401, 401, 400])
    assert.equal((await desk.get("/session", undefined, headers)).status, 200, "the session that asked goes on")
  })
})
