import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { after, before, beforeEach, describe, test } from "node:test"
import {
  addUser,
  bearer,
  cookieOf,
  fromPage,
  origin,
  password,
  signInAs,
  startTestDesk,
  type TestDesk,
} from "../../../test/desk/auth.ts"
import { testDatabase } from "../../../test/desk/database.ts"
import { sql } from "../../db/db.ts"
import { type CreatedApp, createApp } from "./apps.ts"

const callback = "https://app.example/cb?from=desk"
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
const pkce = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" }

let desk: TestDesk
let adaId: number
let app: CreatedApp
let native: CreatedApp
let cookie: string

before(async () => {
  desk = startTestDesk(await testDatabase())
  adaId = await addUser(desk.db, { name: "ada" })
  const name = 'Robo <script>alert("1")</script>'
  app = await createApp(desk.db, { name, userId: adaId, redirectUris: [callback], public: false })
  native = await createApp(desk.db, {
    name: "Phone",
    userId: adaId,
    redirectUris: ["com.example.phone:/cb", "http://[::1]:9000/cb"],
    public: true,
  })
})
beforeEach(async () => {
  await desk.db.run(sql`delete from sign_in_failures`)
  cookie = cookieOf(await signInAs(desk, "ada"))
})
after(() => desk.close())

function urlOf(query: Record<string, string>, path = "/oauth2/authorize"): string {
  return `${path}?${new URLSearchParams({ client_id: app.clientId, ...query })}`
}

function look(query: Record<string, string>, headers: Record<string, string> = fromPage(cookie)) {
  return desk.app.inject({ url: urlOf(query), headers })
}

function post(url: string, form: Record<string, string>, headers = fromPage(cookie)) {
  return desk.app.inject({
    method: "POST",
    url,
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  })
}

/** The fields of the consent form as a browser would send them. */
async function consentForm(query: Record<string, string>) {
  const { body } = await look(query)
  const unescaped = (text: string | undefined) => (text ?? "").replaceAll("&#38;", "&").replaceAll("&#39;", "'")
  return {
    action: unescaped(/<form method="post" action="([^"]+)"/.exec(body)?.[1]),
    seal: unescaped(/name="seal" value="([^"]+)"/.exec(body)?.[1]),
  }
}

function redirectOf(answer: { statusCode: number; headers: Record<string, unknown> }) {
  assert.equal(answer.statusCode, 302)
  const location = String(answer.headers["location"])
  assert.ok(location.startsWith(`${callback}&`), location)
  const { from: _, ...parameters } = Object.fromEntries(new URL(location).searchParams)
  return parameters
}

async function countCodes(): Promise<number> {
  return (await desk.db.one<{ count: number }>(sql`select count(*) from authorization_codes`)).count
}

describe("GET /oauth2/authorize", () => {
  test("without a session: the sign-in form", async () => {
    const answer = await look({ state: "s" }, { host: "desk.example" })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers["content-type"], "text/html; charset=utf-8")
    assert.match(answer.body, /<input type="password" name="password"/)
    assert.match(answer.body, /Sign in to My desk/)
    assert.doesNotMatch(answer.body, /<script|name="decision"/)
  })

  test("with one: the question, with names that cannot break out", async () => {
    const answer = await look({ state: "s" })
    assert.equal(answer.statusCode, 200)
    assert.match(answer.body, /Robo &#60;script&#62;.* wants to act for you on My desk/)
    assert.match(answer.body, /read and change whatever you may/)
    assert.match(answer.body, /You are ada \(ada@example.com\)/)
    assert.match(answer.body, /name="decision" value="allow"/)
    assert.doesNotMatch(answer.body, /<script/)
    assert.match((await look({ state: "s", scope: "read-only" })).body, /cannot change anything/)
  })

  test("the alias that sends only client_id and state shows the same page", async () => {
    const url = urlOf({ state: "s" }, "/authentication/authorizeClientApplication")
    const answer = await desk.app.inject({ url, headers: fromPage(cookie) })
    assert.equal(answer.body, (await look({ state: "s" })).body)
  })

  test("may not be framed, runs no script, and sends forms home and to the app only", async () => {
    const answer = await look({ state: "s" })
    const style = /<style>([^<]*)<\/style>/.exec(answer.body)?.[1] ?? ""
    const hash = createHash("sha256").update(style).digest("base64")
    assert.equal(
      answer.headers["content-security-policy"],
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' https://app.example; frame-ancestors 'none'; base-uri 'none'`,
    )
    assert.equal(answer.headers["referrer-policy"], "same-origin")
    assert.equal(answer.headers["cache-control"], "private, no-store")
    for (const [redirect_uri, source] of [
      ["com.example.phone:/cb", "com.example.phone:"],
      ["http://[::1]:9000/cb", "http:"],
    ]) {
      const page = await look({ client_id: native.clientId, ...pkce, redirect_uri: redirect_uri ?? "" })
      assert.ok(String(page.headers["content-security-policy"]).includes(`form-action 'self' ${source};`), page.body)
    }
  })

  test("an error page and no redirect for unknown apps and redirect URIs", async () => {
    const wrong: Record<string, string>[] = [
      { client_id: "unknown" },
      { client_id: "" },
      { redirect_uri: `${callback}x` },
      { redirect_uri: "https://app.example/cb" },
      { redirect_uri: "https://evil.example/cb?from=desk" },
      { client_id: native.clientId, ...pkce },
    ]
    for (const query of wrong) {
      const answer = await look({ state: "s", ...query })
      assert.equal(answer.statusCode, 400, JSON.stringify(query))
      assert.equal(answer.headers["location"], undefined)
      assert.match(answer.body, /This does not work/)
      assert.match(String(answer.headers["content-security-policy"]), /form-action 'none'/)
    }
  })

  test("a parameter that no database can hold is refused before any page is made", async () => {
    const answer = await look({ state: "s", client_id: "a\u0000b" })
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.headers["location"], undefined)
    assert.equal(answer.headers["content-type"], "application/vnd.error+json")
  })

  test("other mistakes go back to the app", async () => {
    const cases: [Record<string, string>, string][] = [
      [{ state: "s", response_type: "token" }, "unsupported_response_type"],
      [{ state: "s", ...pkce, code_challenge_method: "plain" }, "invalid_request"],
      [{ state: "s", scope: "admin" }, "invalid_scope"],
    ]
    for (const [query, error] of cases) {
      const { error_description: _, ...rest } = redirectOf(await look({ redirect_uri: callback, ...query }))
      assert.deepEqual(rest, { error, state: "s", iss: origin })
    }
    assert.equal(redirectOf(await look({}))["error"], "invalid_request")
  })

  test("changes nothing, whatever it is sent", async () => {
    const before = await countCodes()
    const { seal } = await consentForm({ state: "s" })
    assert.equal((await look({ state: "s", decision: "allow", seal })).statusCode, 200)
    assert.equal(await countCodes(), before)
  })

  test("prompt=login asks for the password again", async () => {
    assert.match((await look({ state: "s", prompt: "login" })).body, /name="password"/)
  })
})

describe("signing in on the page", () => {
  const form = { email: "ada@example.com", password }

  test("303 back to the question with a fresh session", async () => {
    const answer = await post(urlOf({ state: "s", prompt: "login" }), form, fromPage())
    assert.equal(answer.statusCode, 303)
    assert.equal(answer.headers["location"], `${origin}${urlOf({ state: "s" })}`)
    assert.match((await look({ state: "s" }, fromPage(cookieOf(answer)))).body, /name="decision"/)
  })

  test("401 and the form again, without the password", async () => {
    const answer = await post(
      urlOf({ state: "s" }),
      { email: 'x"<b>@example.com', password: "secret-guess" },
      fromPage(),
    )
    assert.equal(answer.statusCode, 401)
    assert.equal(answer.headers["set-cookie"], undefined)
    assert.match(answer.body, /The e-mail address or the password is wrong/)
    assert.match(answer.body, /value="x&#34;&#60;b&#62;@example.com"/)
    assert.ok(!answer.body.includes("secret-guess"))
  })

  test("429 page that says how long to wait", async () => {
    await desk.db.run(sql`delete from sessions`)
    for (let tries = 0; tries < 5; tries++) await post(urlOf({ state: "s" }), { ...form, password: "x" }, fromPage())
    const answer = await post(urlOf({ state: "s" }), form, fromPage())
    assert.equal(answer.statusCode, 429)
    assert.equal(answer.headers["retry-after"], "1")
    assert.match(answer.body, /Too many attempts. Wait 1 second, then try again/)
  })

  test("403 from another site", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}]) {
      const answer = await post(urlOf({ state: "s" }), form, { host: "desk.example", ...headers } as Record<
        string,
        string
      >)
      assert.equal(answer.statusCode, 403)
      assert.equal(answer.headers["set-cookie"], undefined)
    }
  })
})

describe("deciding", () => {
  test("allow: a code that gives tokens for this person", async () => {
    const query = { state: "a b&c", redirect_uri: callback, scope: "read-only", response_type: "code", ...pkce }
    const { action, seal } = await consentForm(query)
    const { code = "", ...rest } = redirectOf(await post(action, { seal, decision: "allow" }))
    assert.deepEqual(rest, { state: "a b&c", iss: origin })
    assert.match(code, /^dh_ac_[\w-]{43}$/)
    const answer = await desk.app.inject({
      method: "POST",
      url: "/v2/oauth2/token",
      payload: {
        grant_type: "authorization_code",
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: callback,
        code,
        code_verifier: verifier,
      },
    })
    const { access_token, scope } = answer.json()
    assert.equal(scope, "read-only")
    const viewer = await desk.app.inject({ url: "/viewer", headers: bearer(access_token) })
    assert.deepEqual([viewer.json().userId, viewer.json().scope], [adaId, "read-only"])
  })

  test("deny: access_denied and no code", async () => {
    const before = await countCodes()
    const { action, seal } = await consentForm({ state: "s" })
    const { error_description: _, ...rest } = redirectOf(await post(action, { seal, decision: "deny" }))
    assert.deepEqual(rest, { error: "access_denied", state: "s", iss: origin })
    assert.equal(await countCodes(), before)
  })

  test("403 without a seal, with a foreign one, or with that of another question", async () => {
    const before = await countCodes()
    const { action, seal } = await consentForm({ state: "s", scope: "read-only" })
    const strangersSeal = "x".repeat(seal.length)
    for (const form of [{}, { seal: "" }, { seal: strangersSeal }, { seal: "é" }])
      assert.equal((await post(action, { ...form, decision: "allow" })).statusCode, 403)
    for (const query of [
      { state: "s" },
      { state: "other", scope: "read-only" },
      { state: "s", scope: "read-only", ...pkce },
    ])
      assert.equal((await post(urlOf(query as Record<string, string>), { seal, decision: "allow" })).statusCode, 403)
    const otherSession = cookieOf(await signInAs(desk, "ada"))
    assert.equal((await post(action, { seal, decision: "allow" }, fromPage(otherSession))).statusCode, 403)
    assert.equal(await countCodes(), before)
    redirectOf(await post(action, { seal, decision: "allow" }))
  })

  test("403 from another site, even with the right seal", async () => {
    const { action, seal } = await consentForm({ state: "s" })
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "null" },
      {},
    ]) {
      const answer = await post(action, { seal, decision: "allow" }, {
        host: "desk.example",
        cookie,
        ...headers,
      } as Record<string, string>)
      assert.equal(answer.statusCode, 403)
      assert.equal(answer.headers["location"], undefined)
    }
  })

  test("without a session the sign-in form comes back", async () => {
    const { action, seal } = await consentForm({ state: "s" })
    await desk.db.run(sql`delete from sessions`)
    const answer = await post(action, { seal, decision: "allow" })
    assert.equal(answer.statusCode, 401)
    assert.match(answer.body, /name="password"/)
  })
})

describe("createApp", () => {
  test("refuses redirect URIs that would leak codes, and public apps without one", async () => {
    const more = { name: "App", userId: adaId }
    await assert.rejects(
      createApp(desk.db, { ...more, redirectUris: ["http://app.example/cb"], public: false }),
      /redirect URI/,
    )
    await assert.rejects(createApp(desk.db, { ...more, redirectUris: [], public: true }), /needs a redirect URI/)
  })

  test("gives a secret to those who can keep one, and keeps its hash", async () => {
    assert.match(app.clientSecret ?? "", /^dh_cs_[\w-]{43}$/)
    assert.equal(native.clientSecret, undefined)
    const rows = await desk.db.many<{ row: string }>(sql`select apps::text as row from apps`)
    assert.ok(rows.every(({ row }) => !row.includes((app.clientSecret ?? "").slice(6))))
  })
})
