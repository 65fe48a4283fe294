import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { problemOf } from "../../test/mail/threading.ts"
import { routes } from "../app.ts"
import { hashPassword } from "../auth/sessions/passwords.ts"
import { sql } from "../db/db.ts"
import { type Scope, scopeFor } from "./viewer.ts"

const email = "admin@desk.example"
const password = "correct horse battery"

let desk: TestDesk
let adminId: number
let cookie: string
let inboxId: number

before(async () => {
  desk = await testDesk()
  adminId = await desk.addUser({ email, role: "admin" })
  await desk.db.run(sql`update users set password_hash = ${await hashPassword(password)} where id = ${adminId}`)
  const signedIn = await desk.send("POST", "/session", { body: { email, password } })
  cookie = String(signedIn.headers.get("set-cookie")).split(";")[0] ?? ""
  const inbox = { name: "Support", email: "support@desk.example" }
  inboxId = Number((await inSession("POST", "/v2/mailboxes", inbox)).headers.get("Resource-ID"))
})
after(() => desk.close())

const inSession = (method: string, path: string, body?: object) =>
  desk.send(method, path, { headers: { cookie, "sec-fetch-site": "same-origin" }, ...(body && { body }) })

async function newApp(more: object = {}): Promise<{ id: number; client_id: string; client_secret: string }> {
  const { body, headers } = await inSession("POST", "/v2/apps", { name: "Sync", ...more })
  return {
    id: Number(headers.get("Resource-ID")),
    client_id: body.clientId as string,
    client_secret: body.clientSecret as string,
  }
}

const grantTo = ({ client_id, client_secret }: Awaited<ReturnType<typeof newApp>>, scope?: string) =>
  desk.send("POST", "/v2/oauth2/token", {
    body: { grant_type: "client_credentials", client_id, client_secret, ...(scope !== undefined && { scope }) },
  })

const personalToken = async (scope?: Scope) =>
  (await inSession("POST", "/v2/users/me/tokens", { name: "Script", ...(scope && { scope }) })).body.token as string
const appToken = async (more: object = {}, scope?: string) =>
  (await grantTo(await newApp(more), scope)).body.access_token as string

/** Ids of nothing: a call that is let in finds nothing to change. */
const pathOf = (url: string) => url.replace(/:slug/g, "none").replace(/:\w+/g, "999999999")

const writes = routes.filter(({ method }) => method !== "GET")
const administrative = writes.filter(({ permission }) => scopeFor(permission) === "administration")
const configuring = writes.filter(({ permission }) => scopeFor(permission) === "full")

async function callAll(called: typeof routes, token: string): Promise<Map<string, [number, string]>> {
  const answers = new Map<string, [number, string]>()
  for (const { method, url } of called) {
    const answer = await desk.send(method, pathOf(url), { token, ...(method !== "DELETE" && { body: {} }) })
    answers.set(`${method} ${url}`, answer.status < 400 ? [answer.status, ""] : problemOf(answer))
  }
  return answers
}

function assertAll(answers: Map<string, [number, string]>, refused: boolean): void {
  assert.ok(answers.size > 0)
  for (const [name, [status, code]] of answers)
    assert.equal(status === 403 && code === "token_scope", refused, `${name}: ${status} ${code}`)
}

describe("administrative writes", () => {
  test("are those to people, access, apps, mail connections and the account", () => {
    const urls = new Set(administrative.map(({ url }) => url))
    for (const url of [
      "/v2/users",
      "/v2/users/:userId",
      "/v2/users/:userId/reset-link",
      "/v3/system-users",
      "/v2/apps/:appId/secret",
      "/v2/mailboxes",
      "/v2/mailboxes/:mailboxId/users",
      "/v2/mailboxes/:mailboxId/connections",
      "/v2/account",
    ])
      assert.ok(urls.has(url), url)
  })

  test("need a token that says so", async () => {
    const refused = {
      "a personal token": await personalToken(),
      "a full personal token": await personalToken("full"),
      "an app token": await appToken(),
      "a narrowed token of an app with the right": await appToken({ administration: true }, "full"),
      "a drafts-only token": await personalToken("drafts-only"),
      "a read-only token": await personalToken("read-only"),
    }
    for (const token of Object.values(refused)) assertAll(await callAll(administrative, token), true)
  })

  test("work with a token that says so, and in a session", async () => {
    assertAll(await callAll(administrative, await personalToken("administration")), false)
    const token = await appToken({ administration: true })
    const apps = administrative.filter(({ url }) => !url.startsWith("/v2/apps") && !url.endsWith("/reset-link"))
    assertAll(await callAll(apps, token), false)
    for (const { method, url } of administrative) {
      const answer = await inSession(method, pathOf(url), method === "DELETE" ? undefined : {})
      assert.notEqual(answer.status, 403, `${method} ${url}`)
    }
  })

  test("a plain app or drafts-only token invites no admin and changes nobody's address", async () => {
    const victim = await desk.addUser({ email: "victim@desk.example", role: "admin" })
    for (const token of [await appToken(), await personalToken("drafts-only")]) {
      const body = { firstName: "Eve", lastName: "X", email: "eve@evil.example", role: "admin" }
      const invited = await desk.send("POST", "/v2/users", { token, body })
      assert.deepEqual(problemOf(invited), [403, "token_scope"])
      assert.match(invited.body.message, /`administration`/)
      const moved = await desk.send("PUT", `/v2/users/${victim}`, { token, body: { email: "eve@evil.example" } })
      assert.deepEqual(problemOf(moved), [403, "token_scope"])
    }
    const found = await inSession("GET", "/v2/users?email=eve@evil.example")
    assert.equal(found.body.page.totalElements, 0)
  })

  test("a role that does not administer is told so, whatever the token", async () => {
    const userId = await desk.addUser({ email: "agent@desk.example", role: "user", inboxIds: [inboxId] })
    const answer = await desk.send("POST", "/v2/users", { token: await desk.tokenFor(userId), body: {} })
    assert.deepEqual(problemOf(answer), [403, "forbidden"])
  })
})

describe("writes to the setup of the desk", () => {
  test("work with full tokens, because client libraries make webhooks, workflows and teams", async () => {
    assert.ok(configuring.some(({ url }) => url === "/v2/webhooks"))
    assertAll(await callAll(configuring, await personalToken()), false)
    assertAll(await callAll(configuring, await appToken()), false)
  })

  test("never with drafts-only or read-only tokens: a workflow could send what the token may not", async () => {
    for (const scope of ["drafts-only", "read-only"] as const)
      assertAll(await callAll(configuring, await personalToken(scope)), true)
  })
})

describe("the scope `administration`", () => {
  test("is never given by a token without it, nor to an app without the right", async () => {
    for (const scope of ["full", "drafts-only"] as const) {
      const answer = await desk.send("POST", "/v2/users/me/tokens", {
        token: await personalToken(scope),
        body: { name: "Wider", scope: "administration" },
      })
      assert.equal(answer.status, 403, scope)
    }
    const plain = await grantTo(await newApp(), "administration")
    assert.deepEqual([plain.status, plain.body.error], [400, "invalid_scope"])
  })

  test("is not for people who do not administer", async () => {
    const userId = await desk.addUser({ email: "agent-2@desk.example", role: "user" })
    const answer = await desk.send("POST", "/v2/users/me/tokens", {
      token: await desk.tokenFor(userId),
      body: { name: "Wider", scope: "administration" },
    })
    assert.equal(answer.status, 403)
  })

  test("a personal token has it only when asked for, and says so in the list", async () => {
    await personalToken()
    await personalToken("administration")
    const { body } = await inSession("GET", "/v2/users/me/tokens?size=2")
    assert.deepEqual(
      body._embedded.tokens.map(({ scope }: { scope: string }) => scope),
      ["administration", "full"],
    )
  })

  test("ends at once when an app loses the right", async () => {
    const app = await newApp({ administration: true })
    const token = (await grantTo(app)).body.access_token
    const invite = () => desk.send("POST", "/v2/users", { token, body: {} })
    assert.equal((await invite()).status, 400)
    const { body } = await inSession("GET", `/v2/apps/${app.id}`)
    assert.equal(body.administration, true)
    const change = { name: "Sync", redirectUris: [] }
    assert.equal((await inSession("PUT", `/v2/apps/${app.id}`, change)).status, 204)
    assert.equal((await invite()).status, 400, "what is left out stays")
    assert.equal((await inSession("PUT", `/v2/apps/${app.id}`, { ...change, administration: false })).status, 204)
    assert.deepEqual(problemOf(await invite()), [403, "token_scope"])
    assert.equal((await desk.get("/v2/users/me", token)).status, 200)
  })
})
