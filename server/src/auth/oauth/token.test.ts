import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, beforeEach, describe, test } from "node:test"
import { addUser, bearer, startTestDesk, statusOf, type TestDesk } from "../../../test/desk/auth.ts"
import { testDatabase } from "../../../test/desk/database.ts"
import { sql } from "../../db/db.ts"
import { hashOf } from "../secrets.ts"
import { type CreatedApp, createApp } from "./apps.ts"

const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
const callback = "https://app.example/cb"

let desk: TestDesk
let userId: number
let ownerId: number
let app: CreatedApp
let other: CreatedApp
let open: CreatedApp
let keys: { client_id: string; client_secret: string }

before(async () => {
  desk = startTestDesk(await testDatabase())
  userId = await addUser(desk.db, { name: "ada" })
  ownerId = await addUser(desk.db, { name: "owner", role: "owner" })
  app = await createApp(desk.db, { name: "App", userId: ownerId, redirectUris: [callback], public: false })
  other = await createApp(desk.db, { name: "Other", userId: ownerId, redirectUris: [callback], public: false })
  open = await createApp(desk.db, {
    name: "Open",
    userId: ownerId,
    redirectUris: [callback, `${callback}/2`],
    public: true,
  })
  keys = keysOf(app)
})
beforeEach(() => desk.db.run(sql`delete from sign_in_failures`))
after(() => desk.close())

function keysOf({ clientId, clientSecret = "" }: CreatedApp) {
  return { client_id: clientId, client_secret: clientSecret }
}

function ask(payload: object | undefined, more: { headers?: Record<string, string>; url?: string; ip?: string } = {}) {
  return desk.app.inject({
    method: "POST",
    url: more.url ?? "/v2/oauth2/token",
    headers: { host: "desk.example", ...more.headers },
    ...(payload === undefined ? {} : { payload }),
    remoteAddress: more.ip ?? "192.0.2.1",
  })
}

async function addCode(more: { client?: CreatedApp; challenge?: string | null; scope?: string; uri?: string } = {}) {
  const code = randomBytes(8).toString("hex")
  await desk.db.run(sql`
    insert into authorization_codes (hash, app_id, user_id, redirect_uri, code_challenge, scope, expires_at)
    values (${hashOf(code)}, ${(more.client ?? app).id}, ${userId}, ${more.uri ?? callback}, ${more.challenge ?? null},
      ${more.scope ?? "full"}, ${new Date(desk.now().getTime() + 600_000)})`)
  return code
}

async function signedInApp(scope = "full"): Promise<{ access_token: string; refresh_token: string }> {
  const code = await addCode({ scope })
  return (await ask({ ...keys, grant_type: "authorization_code", code })).json()
}

function refresh(refresh_token: string, more: object = {}) {
  return ask({ ...keys, grant_type: "refresh_token", refresh_token, ...more })
}

function assertFailure(answer: Awaited<ReturnType<typeof ask>>, status: number, error: string): void {
  assert.equal(answer.statusCode, status, answer.body)
  const body = answer.json()
  assert.deepEqual(Object.keys(body), ["error", "error_description"])
  assert.equal(body.error, error)
  assert.ok(body.error_description.length > 5)
  assert.equal(answer.headers["content-type"], "application/json")
  assert.equal(answer.headers["cache-control"], "no-store")
}

describe("client_credentials", () => {
  const grant = { grant_type: "client_credentials" }

  test("gives a token for the app's user, without a refresh token", async () => {
    const answer = await ask({ ...keys, ...grant })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers["content-type"], "application/json")
    assert.equal(answer.headers["cache-control"], "no-store")
    const { access_token, ...rest } = answer.json()
    assert.deepEqual(rest, { token_type: "bearer", expires_in: 172_800 })
    assert.match(access_token, /^dh_at_[\w-]{43}$/)
    const viewer = await desk.app.inject({ url: "/viewer", headers: bearer(access_token) })
    assert.deepEqual([viewer.json().userId, viewer.json().role], [ownerId, "owner"])
  })

  test("the token works for two days", async () => {
    const { access_token } = (await ask({ ...keys, ...grant })).json()
    desk.pass({ seconds: 172_799 })
    assert.equal(await statusOf(desk, access_token), 200)
    desk.pass({ seconds: 1 })
    assert.equal(await statusOf(desk, access_token), 401)
  })

  test("takes JSON, forms, queries and HTTP Basic; the body wins", async () => {
    const form = new URLSearchParams({ ...keys, ...grant })
    const basic = `Basic ${Buffer.from(`${keys.client_id}:${keys.client_secret}`).toString("base64")}`
    const answers = [
      await desk.app.inject({
        method: "POST",
        url: "/v2/oauth2/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: form.toString(),
      }),
      await ask(undefined, { url: `/v2/oauth2/token?${form}` }),
      await ask(keys, { url: "/v2/oauth2/token?grant_type=client_credentials&client_id=wrong" }),
      await ask(grant, { headers: { authorization: basic } }),
      await ask({ ...grant, ...keys }, { headers: { authorization: basic.replace("Basic", "bAsIc") } }),
      await ask({ ...grant, ...keys }, { headers: bearer("stale") }),
      await ask({ ...grant, ...keys, code: null, extra: [1] }),
    ]
    for (const answer of answers) assert.equal(answer.statusCode, 200, answer.body)
  })

  test("failures are in the words of RFC 6749", async () => {
    assertFailure(await ask({ ...keys }), 400, "invalid_request")
    assertFailure(await ask({ ...keys, grant_type: "password" }), 400, "unsupported_grant_type")
    assertFailure(await ask({ ...keys, grant_type: 5 }), 400, "invalid_request")
    assertFailure(await ask({ ...keys, ...grant, client_id: "a\u0000b" }), 400, "invalid_request")
    assertFailure(await ask([1]), 400, "invalid_request")
    assertFailure(await ask(grant), 401, "invalid_client")
    assertFailure(await ask({ ...keys, ...grant, client_secret: "wrong" }), 400, "invalid_client")
    assertFailure(await ask({ ...grant, client_id: keys.client_id }), 400, "invalid_client")
    assertFailure(await ask({ ...keys, ...grant, client_id: "unknown" }), 400, "invalid_client")
    assertFailure(await ask({ ...keys, ...grant, scope: "everything" }), 400, "invalid_scope")
    assertFailure(await ask({ ...grant, client_id: open.clientId }), 400, "unauthorized_client")
    assertFailure(await ask({ ...grant, client_id: open.clientId, client_secret: "x" }), 400, "invalid_client")
  })

  test("401 with a Basic challenge when the header was used", async () => {
    for (const pair of [`${keys.client_id}:wrong`, "unknown:x", "nocolon", "%zz:x"]) {
      const authorization = `Basic ${Buffer.from(pair).toString("base64")}`
      const answer = await ask(grant, { headers: { authorization } })
      assertFailure(answer, 401, "invalid_client")
      assert.equal(answer.headers["www-authenticate"], 'Basic realm="Deskhand"')
    }
    const authorization = `Basic ${Buffer.from(`${keys.client_id}:${keys.client_secret}`).toString("base64")}`
    assertFailure(await ask({ ...grant, client_id: "x" }, { headers: { authorization } }), 400, "invalid_request")
  })

  test("may be narrowed", async () => {
    const answer = (await ask({ ...keys, ...grant, scope: "read-only" })).json()
    assert.equal(answer.scope, "read-only")
    const write = await desk.app.inject({ method: "POST", url: "/write", headers: bearer(answer.access_token) })
    assert.equal(write.statusCode, 403)
  })

  test("stops when the app's user is deactivated", async () => {
    const leaver = await addUser(desk.db, { name: "leaver" })
    const app = await createApp(desk.db, { name: "X", userId: leaver, redirectUris: [], public: false })
    await desk.db.run(sql`update users set deactivated_at = now() where id = ${leaver}`)
    assertFailure(await ask({ ...keysOf(app), ...grant }), 400, "unauthorized_client")
  })
})

describe("authorization_code", () => {
  const grant = { grant_type: "authorization_code" }

  test("gives access and refresh for the user who consented", async () => {
    const code = await addCode({ challenge })
    const answer = await ask({ ...keys, ...grant, code, code_verifier: verifier, redirect_uri: callback })
    const { access_token, refresh_token, ...rest } = answer.json()
    assert.deepEqual(rest, { token_type: "bearer", expires_in: 172_800 })
    assert.match(refresh_token, /^dh_rt_/)
    const viewer = await desk.app.inject({ url: "/viewer", headers: bearer(access_token) })
    assert.equal(viewer.json().userId, userId)
    assert.equal(await statusOf(desk, refresh_token), 401)
  })

  test("the redirect URI may be left out where there is one, and public apps need no secret", async () => {
    assert.equal((await ask({ ...keys, ...grant, code: await addCode() })).statusCode, 200)
    const code = await addCode({ client: open, challenge })
    const proof = { ...grant, client_id: open.clientId, code, code_verifier: verifier }
    assertFailure(await ask(proof), 400, "invalid_grant")
    assert.equal((await ask({ ...proof, redirect_uri: callback })).statusCode, 200)
  })

  test("invalid_grant for whatever does not fit", async () => {
    const plain = await addCode()
    const proven = await addCode({ challenge })
    const wrong: object[] = [
      { code: "unknown" },
      { code: plain, ...keysOf(other) },
      { code: plain, redirect_uri: `${callback}/` },
      { code: plain, code_verifier: verifier },
      { code: proven },
      { code: proven, code_verifier: `${verifier}x` },
      { code: proven, code_verifier: challenge },
    ]
    for (const parameters of wrong) assertFailure(await ask({ ...keys, ...grant, ...parameters }), 400, "invalid_grant")
    assert.equal((await ask({ ...keys, ...grant, code: plain })).statusCode, 200)
    assertFailure(await ask({ ...keys, ...grant }), 400, "invalid_request")
  })

  test("a code lives for ten minutes", async () => {
    const [early, late] = [await addCode(), await addCode()]
    desk.pass({ seconds: 599 })
    assert.equal((await ask({ ...keys, ...grant, code: early })).statusCode, 200)
    desk.pass({ seconds: 1 })
    assertFailure(await ask({ ...keys, ...grant, code: late }), 400, "invalid_grant")
  })

  test("reuse revokes the tokens it gave", async () => {
    const code = await addCode()
    const first = (await ask({ ...keys, ...grant, code })).json()
    assert.equal(await statusOf(desk, first.access_token), 200)
    assertFailure(await ask({ ...keys, ...grant, code }), 400, "invalid_grant")
    assert.equal(await statusOf(desk, first.access_token), 401)
    assertFailure(await refresh(first.refresh_token), 400, "invalid_grant")
  })

  test("of ten parallel uses at most one wins", async () => {
    const code = await addCode()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ ...keys, ...grant, code })))
    assert.deepEqual(answers.map((answer) => answer.statusCode).sort(), [200, ...Array(9).fill(400)])
  })

  test("the scope never grows beyond the consent", async () => {
    const code = await addCode({ scope: "read-only" })
    assertFailure(await ask({ ...keys, ...grant, code, scope: "full" }), 400, "invalid_scope")
    const granted = (await ask({ ...keys, ...grant, code })).json()
    assert.equal(granted.scope, "read-only")
    assertFailure(await refresh(granted.refresh_token, { scope: "drafts-only" }), 400, "invalid_scope")
    assert.equal((await refresh(granted.refresh_token)).json().scope, "read-only")
  })
})

describe("refresh_token", () => {
  test("rotates: each works once and gives the next", async () => {
    const first = await signedInApp()
    const second = (await refresh(first.refresh_token)).json()
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal(await statusOf(desk, second.access_token), 200)
    assert.equal((await refresh(second.refresh_token)).statusCode, 200)
  })

  test("reuse within ten seconds is refused and nothing more; later it revokes the family", async () => {
    const first = await signedInApp()
    const second = (await refresh(first.refresh_token)).json()
    desk.pass({ seconds: 10 })
    assertFailure(await refresh(first.refresh_token), 400, "invalid_grant")
    assert.equal(await statusOf(desk, second.access_token), 200)
    desk.pass({ seconds: 1 })
    assertFailure(await refresh(first.refresh_token), 400, "invalid_grant")
    assert.equal(await statusOf(desk, second.access_token), 401)
    assert.equal(await statusOf(desk, first.access_token), 401)
    assertFailure(await refresh(second.refresh_token), 400, "invalid_grant")
  })

  test("of ten parallel uses exactly one wins, and its tokens go on", async () => {
    const { refresh_token } = await signedInApp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refresh_token)))
    const won = answers.filter((answer) => answer.statusCode === 200)
    assert.equal(won.length, 1)
    for (const answer of answers) if (answer !== won[0]) assertFailure(answer, 400, "invalid_grant")
    assert.equal((await refresh(won[0]?.json().refresh_token)).statusCode, 200)
  })

  test("belongs to its client", async () => {
    const { refresh_token, access_token } = await signedInApp()
    assertFailure(await refresh(refresh_token, keysOf(other)), 400, "invalid_grant")
    assertFailure(await refresh(access_token), 400, "invalid_grant")
    assertFailure(await refresh(refresh_token, { client_secret: "wrong" }), 400, "invalid_client")
    assert.equal((await refresh(refresh_token)).statusCode, 200)
  })

  test("ends after 60 days without use, and a year after the consent in any case", async () => {
    const idle = await signedInApp()
    const busy = await signedInApp()
    let token = busy.refresh_token
    for (let days = 0; days < 354; days += 59) {
      desk.pass({ days: 59 })
      token = (await refresh(token)).json().refresh_token
      assert.ok(token)
    }
    assertFailure(await refresh(idle.refresh_token), 400, "invalid_grant")
    desk.pass({ days: 10 })
    token = (await refresh(token)).json().refresh_token
    assert.ok(token)
    desk.pass({ days: 1 })
    assertFailure(await refresh(token), 400, "invalid_grant")
  })

  test("a narrowed access token does not narrow the next", async () => {
    const { refresh_token } = await signedInApp()
    const narrow = (await refresh(refresh_token, { scope: "read-only" })).json()
    assert.equal(narrow.scope, "read-only")
    const wide = (await refresh(narrow.refresh_token)).json()
    const write = await desk.app.inject({ method: "POST", url: "/write", headers: bearer(wide.access_token) })
    assert.equal(write.statusCode, 204)
  })

  test("stops for a deactivated user", async () => {
    const { refresh_token } = await signedInApp()
    await desk.db.run(sql`update users set deactivated_at = now() where id = ${userId}`)
    assertFailure(await refresh(refresh_token), 400, "invalid_grant")
    await desk.db.run(sql`update users set deactivated_at = null where id = ${userId}`)
  })
})

describe("throttling", () => {
  const grant = { grant_type: "client_credentials" }

  test("429 after ten wrong secrets of a client from one address; the right one still works", async () => {
    const wrong = { ...keys, ...grant, client_secret: "wrong" }
    for (let tries = 0; tries < 10; tries++) assertFailure(await ask(wrong), 400, "invalid_client")
    const refused = await ask(wrong)
    assertFailure(refused, 429, "temporarily_unavailable")
    assert.equal(refused.headers["retry-after"], "1")
    assert.equal((await ask({ ...keys, ...grant })).statusCode, 200)
    assertFailure(await ask(wrong, { ip: "198.51.100.1" }), 400, "invalid_client")
    desk.pass({ seconds: 1 })
    assertFailure(await ask(wrong), 400, "invalid_client")
  })

  test("429 after thirty unknown clients from one address", async () => {
    const unknown = (n: number) => ask({ ...keys, ...grant, client_id: `unknown${n}` })
    for (let n = 0; n < 30; n++) assertFailure(await unknown(n), 400, "invalid_client")
    assertFailure(await unknown(30), 429, "temporarily_unavailable")
    assert.equal((await ask({ ...keys, ...grant })).statusCode, 200)
  })

  test("429 after ten wrong grants from one address, whatever X-Forwarded-For says", async () => {
    for (let tries = 0; tries < 10; tries++) {
      const answer = await ask(
        { ...keys, grant_type: "refresh_token", refresh_token: "wrong" },
        { headers: { "x-forwarded-for": `203.0.113.${tries}`, "cf-connecting-ip": `203.0.113.${tries}` } },
      )
      assertFailure(answer, 400, "invalid_grant")
    }
    assertFailure(await refresh("wrong"), 429, "temporarily_unavailable")
    assert.equal((await ask({ ...keys, ...grant })).statusCode, 200)
    assertFailure(
      await ask({ ...keys, grant_type: "refresh_token", refresh_token: "x" }, { ip: "198.51.100.2" }),
      400,
      "invalid_grant",
    )
  })

  test("successes leave no row", async () => {
    await ask({ ...keys, ...grant })
    const { count } = await desk.db.one<{ count: number }>(sql`select count(*) from sign_in_failures`)
    assert.equal(count, 0)
  })
})

describe("POST /v2/oauth2/revoke", () => {
  const url = "/v2/oauth2/revoke"

  test("a refresh token takes its whole family with it", async () => {
    const { access_token, refresh_token } = await signedInApp()
    const answer = await ask({ ...keys, token: refresh_token }, { url })
    assert.deepEqual([answer.statusCode, answer.body], [200, ""])
    assert.equal(await statusOf(desk, access_token), 401)
    assertFailure(await refresh(refresh_token), 400, "invalid_grant")
  })

  test("an access token goes alone", async () => {
    const { access_token, refresh_token } = await signedInApp()
    assert.equal(
      (await ask({ ...keys, token: access_token, token_type_hint: "refresh_token" }, { url })).statusCode,
      200,
    )
    assert.equal(await statusOf(desk, access_token), 401)
    assert.equal((await refresh(refresh_token)).statusCode, 200)
  })

  test("200 without effect for unknown and other clients' tokens", async () => {
    const { access_token, refresh_token } = await signedInApp()
    for (const token of ["unknown", access_token, refresh_token])
      assert.equal((await ask({ ...keysOf(other), token }, { url })).statusCode, 200)
    assert.equal(await statusOf(desk, access_token), 200)
    assert.equal((await refresh(refresh_token)).statusCode, 200)
  })

  test("needs client authentication", async () => {
    const { access_token } = await signedInApp()
    assertFailure(await ask({ token: access_token }, { url }), 401, "invalid_client")
    assertFailure(await ask({ ...keys, client_secret: "x", token: access_token }, { url }), 400, "invalid_client")
    assertFailure(await ask({ ...keys }, { url }), 400, "invalid_request")
    assert.equal(await statusOf(desk, access_token), 200)
  })

  test("a bearer revokes itself and nobody else", async () => {
    const [one, two] = [await signedInApp(), await signedInApp()]
    const byOne = { url, headers: bearer(one.access_token) }
    assert.equal((await ask({ token: two.access_token }, byOne)).statusCode, 200)
    assert.equal(await statusOf(desk, two.access_token), 200)
    assert.equal(await statusOf(desk, one.access_token), 200)
    assert.equal((await ask(undefined, byOne)).statusCode, 200)
    assert.equal(await statusOf(desk, one.access_token), 401)
  })
})

describe("GET /.well-known/oauth-authorization-server", () => {
  test("names the endpoints and what they take", async () => {
    const answer = await desk.app.inject({
      url: "/.well-known/oauth-authorization-server",
      headers: { host: "desk.example" },
    })
    assert.equal(answer.headers["content-type"], "application/json")
    assert.deepEqual(answer.json(), {
      issuer: "http://desk.example",
      authorization_endpoint: "http://desk.example/oauth2/authorize",
      token_endpoint: "http://desk.example/v2/oauth2/token",
      revocation_endpoint: "http://desk.example/v2/oauth2/revoke",
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "client_credentials", "refresh_token"],
      scopes_supported: ["read-only", "drafts-only", "full", "administration"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    })
  })
})

describe("a token request that cannot be read", () => {
  const cases = [
    { name: "broken JSON", headers: { "content-type": "application/json" }, payload: "{", status: 400 },
    { name: "another media type", headers: { "content-type": "text/plain" }, payload: "x", status: 415 },
  ]
  for (const { name, headers, payload, status } of cases)
    test(`${name} is refused in the words of OAuth`, async () => {
      const answer = await desk.app.inject({ method: "POST", url: "/v2/oauth2/token", headers, payload })
      assert.equal(answer.statusCode, status)
      assert.equal(answer.headers["content-type"], "application/json")
      assert.equal(answer.json().error, "invalid_request")
    })
})
