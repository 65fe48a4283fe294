import assert from "node:assert/strict"
import { mkdtemp, rm, stat } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { type Reply, type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { authority, expired, key, valid } from "../../../test/peers/certificates.ts"
import { reply, startReceiver } from "../../../test/peers/receiver.ts"
import { readConfig } from "../../config.ts"
import { sql } from "../../db/db.ts"
import { credentialsOf } from "./credentials.ts"
import { findConnection } from "./queries.ts"
import { openSecret, SecretUnreadable, sealSecret } from "./secrets.ts"

const known = getCACertificates("default")
const closing: (() => unknown)[] = []
let desk: TestDesk
let owner: string
let inboxId: number

before(async () => {
  setDefaultCACertificates([...known, authority])
  desk = await testDesk({ outgoingAllow: ["127.0.0.2"], outgoingPorts: ["1024-65535"] })
  owner = await desk.tokenFor(await desk.addUser({ email: "owner@desk.example", role: "owner" }))
})
after(async () => {
  for (const close of closing) await close()
  setDefaultCACertificates(known)
  await desk.close()
})

const password = "correct horse battery staple"
const settings = { host: "127.0.0.2", port: 2525, security: "tls", auth: "password", username: "desk", password }
const send = (method: string, path: string, body?: object, token = owner) =>
  desk.send(method, `/v2/mailboxes/${inboxId}/connections${path}`, { token, ...(body && { body }) })

let inboxCount = 0
async function newInbox(): Promise<void> {
  const email = `inbox${++inboxCount}@desk.example`
  const row = await desk.db.one<{ id: number }>(
    sql`insert into inboxes (name, email) values ('Support', ${email}) returning id`,
  )
  inboxId = row.id
}

async function make(more: object = {}): Promise<number> {
  await newInbox()
  const { status, headers, body } = await send("POST", "", { kind: "smtp", ...settings, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return Number(headers.get("resource-id"))
}

const faultsIn = ({ status, body }: Reply) => [status, body._embedded.errors.map(({ path }: { path: string }) => path)]

describe("mail connections", () => {
  test("are made, read, replaced and deleted, and events tell of it", async () => {
    const id = await make({ kind: "imap", port: 993, folder: "Support", backfillDays: 0 })
    const { body } = await send("GET", `/${id}`)
    const { createdAt, updatedAt, _links, ...shown } = body
    assert.deepEqual(shown, {
      id,
      kind: "imap",
      host: "127.0.0.2",
      port: 993,
      security: "tls",
      auth: "password",
      username: "desk",
      hasSecret: true,
      folder: "Support",
      markSeen: true,
      backfillDays: 0,
      backfillStatus: "closed",
      enabled: true,
      state: "new",
    })
    assert.deepEqual((await send("GET", "")).body._embedded.connections, [body])
    assert.equal((await send("PUT", `/${id}`, { ...settings, password: undefined, enabled: false })).status, 204)
    const changed = (await send("GET", `/${id}`)).body
    assert.deepEqual([changed.enabled, changed.hasSecret, changed.folder, changed.port], [false, true, "INBOX", 2525])
    assert.equal((await send("DELETE", `/${id}`)).status, 204)
    assert.equal((await send("GET", `/${id}`)).status, 404)
    const kinds = await desk.db.many(sql`
      select kind, inbox_id from events where subject_id = ${id} and kind like 'mail.%' order by id`)
    const told = ["created", "updated", "deleted"].map((what) => `mail.connection.${what}`)
    assert.deepEqual(
      kinds,
      told.map((kind) => ({ kind, inbox_id: inboxId })),
    )
  })

  test("are one of each kind for an inbox, and nobody's business but administrators'", async () => {
    const id = await make()
    const twin = await send("POST", "", { kind: "smtp", ...settings })
    assert.deepEqual([twin.status, twin.body.code ?? twin.body.logRef !== undefined], [409, true])
    const agent = await desk.tokenFor(
      await desk.addUser({ email: "agent@desk.example", role: "user", inboxIds: [inboxId] }),
    )
    for (const [method, path] of [
      ["GET", ""],
      ["GET", `/${id}`],
      ["POST", `/${id}/test`],
      ["DELETE", `/${id}`],
    ] as const)
      assert.equal((await send(method, path, undefined, agent)).status, 403)
  })

  test("refuse what does not fit together", async () => {
    await newInbox()
    const given = { kind: "imap", ...settings }
    assert.deepEqual(faultsIn(await send("POST", "", { ...given, auth: "none" })), [400, ["auth"]])
    assert.deepEqual(faultsIn(await send("POST", "", { ...given, security: "opportunistic" })), [400, ["security"]])
    assert.deepEqual(faultsIn(await send("POST", "", { ...given, username: " ", password: undefined })), [
      400,
      ["username", "password"],
    ])
    assert.deepEqual(faultsIn(await send("POST", "", { ...given, username: "a\r\nb LOGOUT" })), [400, ["username"]])
    assert.deepEqual(faultsIn(await send("POST", "", { ...given, auth: "oauth2" })), [400, ["oauth", "refreshToken"]])
    const oauth = { tokenUrl: "http://127.0.0.2:8080/token", clientId: "desk" }
    const plain = await send("POST", "", { ...given, auth: "oauth2", oauth, refreshToken: "x" })
    assert.deepEqual(faultsIn(plain), [400, ["oauth.tokenUrl"]])
  })

  test("lead nowhere but where the desk may call, by no spelling (M21)", async () => {
    await newInbox()
    const places: [string, number][] = [
      ["127.0.0.1", 6379],
      ["localhost", 993],
      ["2130706433", 993],
      ["0x7f.1", 993],
      ["[::1]", 993],
      ["::ffff:127.0.0.1", 993],
      ["10.0.0.1", 25],
      ["169.254.169.254", 993],
      ["127.0.0.2", 22],
      ["mail.example:993", 993],
      ["user@mail.example", 993],
      ["mail.example/x", 993],
    ]
    for (const [host, port] of places) {
      const answer = await send("POST", "", { kind: "imap", ...settings, host, port })
      assert.deepEqual(faultsIn(answer), [400, ["host"]], host)
    }
  })

  test("keep a password only for the host and the user that it was given for", async () => {
    const id = await make()
    const again = { ...settings, password: undefined }
    assert.deepEqual(faultsIn(await send("PUT", `/${id}`, { ...again, host: "mail.example" })), [400, ["password"]])
    assert.deepEqual(faultsIn(await send("PUT", `/${id}`, { ...again, username: "other" })), [400, ["password"]])
    assert.deepEqual(faultsIn(await send("PUT", `/${id}`, { ...again, security: "none" })), [400, ["password"]])
    assert.equal((await send("PUT", `/${id}`, { ...again, port: 2526 })).status, 204)
    const row = await findConnection(desk.db, inboxId, "smtp")
    assert.ok(row)
    assert.deepEqual(await openSecret(desk.config, row), { password })
  })
})

describe("secrets", () => {
  test("are encrypted, for one connection and with one key, and nobody is told them (M22)", async () => {
    const id = await make()
    const row = await findConnection(desk.db, inboxId, "smtp")
    assert.ok(row?.secret)
    assert.equal(row.secret.includes(password), false)
    await assert.rejects(openSecret(desk.config, { ...row, kind: "imap" }), SecretUnreadable)
    await assert.rejects(openSecret(desk.config, { ...row, inbox_id: inboxId + 1 }), SecretUnreadable)
    await assert.rejects(openSecret({ ...desk.config, secretsKey: "00".repeat(32) }, row), SecretUnreadable)
    const answers = [
      await send("GET", `/${id}`),
      await send("GET", ""),
      await send("PUT", `/${id}`, { ...settings, port: "x" }),
      await send("PUT", `/${id}`, { ...settings, security: "opportunistic" }),
      await send("POST", "", { kind: "smtp", ...settings }),
      await send("POST", `/${id}/test`),
      await desk.get("/v2/events", owner),
    ]
    for (const answer of answers) {
      const text = JSON.stringify(answer.body)
      assert.equal(/correct horse/.test(text), false, text)
      assert.equal(text.includes(row.secret.toString("base64")), false)
    }
  })

  test("have a key of their own in the data folder, for nobody else to read, where none is given", async () => {
    const folder = await mkdtemp(join(tmpdir(), "secrets-"))
    const config = { ...readConfig({}), dataDir: join(folder, "data") }
    const whose = { inbox_id: 1, kind: "imap" as const }
    const sealed = await Promise.all([1, 2, 3].map(() => sealSecret(config, whose, { password })))
    for (const secret of sealed) assert.deepEqual(await openSecret(config, { ...whose, secret }), { password })
    assert.equal((await stat(join(folder, "data", "secrets.key"))).mode & 0o777, 0o600)
    assert.equal(new Set(sealed.map(String)).size, 3)
    await rm(folder, { recursive: true })
  })
})

async function smtpPeer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    key,
    cert: valid,
    logger: false,
    disableReverseLookup: true,
    // Clients may still be connected when it closes.
    closeTimeout: 100,
    onAuth({ username, password: given, accessToken }, _session, done) {
      const isRight = username === "desk" && (given === password || accessToken === "fresh")
      if (isRight) done(null, { user: 1 })
      else done(Object.assign(new Error("Nope, SECRET BANNER"), { responseCode: 535 }))
    },
    ...options,
  })
  server.on("error", () => {})
  await new Promise<void>((listening) => server.listen(0, "127.0.0.2", listening))
  closing.push(() => new Promise<void>((closed) => server.close(() => closed())))
  return (server.server.address() as AddressInfo).port
}

async function rawPeer(speak: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}))
    speak(socket)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.2", listening))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const tried = async (more: object) => {
  const id = await make(more)
  const { status, body } = await send("POST", `/${id}/test`)
  assert.equal(status, 200)
  return body
}
const failed = (step: string, problem: string, before: string[]) => ({
  ok: false,
  steps: [...before.map((step) => ({ step, ok: true })), { step, ok: false, problem }],
})

describe("POST /v2/mailboxes/{id}/connections/test", () => {
  const ok = { ok: true, steps: ["connect", "encrypt", "sign-in"].map((step) => ({ step, ok: true })) }
  const count = async () => (await send("GET", "")).body.page.totalElements

  test("connects and signs in with what is not saved, and saves nothing", async () => {
    await newInbox()
    const port = await smtpPeer({ secure: true })
    assert.deepEqual((await send("POST", "/test", { kind: "smtp", ...settings, port })).body, ok)
    const wrong = await send("POST", "/test", { kind: "smtp", ...settings, port, password: "wrong" })
    assert.deepEqual(
      wrong.body,
      failed("sign-in", "The user name or the password was not accepted", ["connect", "encrypt"]),
    )
    assert.equal(await count(), 0)
  })

  test("uses the saved password where it may be kept, and asks for it elsewhere", async () => {
    const port = await smtpPeer({ secure: true })
    const id = await make({ port: 2525 })
    const { password: _, ...rest } = { kind: "smtp", ...settings, port }
    assert.deepEqual((await send("POST", "/test", rest)).body, ok)
    assert.equal((await send("GET", `/${id}`)).body.port, 2525)
    assert.deepEqual(faultsIn(await send("POST", "/test", { ...rest, username: "other" })), [400, ["password"]])
  })

  test("refuses what cannot be saved, tokens that work once, and others than administrators", async () => {
    await newInbox()
    const body = { kind: "smtp", ...settings }
    assert.deepEqual(faultsIn(await send("POST", "/test", { ...body, username: "" })), [400, ["username"]])
    assert.deepEqual(faultsIn(await send("POST", "/test", { ...body, host: "127.0.0.1" })), [400, ["host"]])
    const oauth = { tokenUrl: "https://login.example/token", clientId: "desk" }
    assert.deepEqual(faultsIn(await send("POST", "/test", { ...body, auth: "oauth2", oauth, refreshToken: "once" })), [
      400,
      ["refreshToken"],
    ])
    const email = `agent${inboxCount}@desk.example`
    const agent = await desk.tokenFor(await desk.addUser({ email, role: "user", inboxIds: [inboxId] }))
    assert.equal((await send("POST", "/test", body, agent)).status, 403)
  })
})

describe("POST /v2/mailboxes/{id}/connections/{id}/test, for SMTP", () => {
  test("tells each step that was well", async () => {
    const ok = (steps: string[]) => ({ ok: true, steps: steps.map((step) => ({ step, ok: true })) })
    const starttls = await smtpPeer({})
    assert.deepEqual(await tried({ port: starttls, security: "starttls" }), ok(["connect", "encrypt", "sign-in"]))
    const tls = await smtpPeer({ secure: true })
    assert.deepEqual(await tried({ port: tls }), ok(["connect", "encrypt", "sign-in"]))
    const open = await smtpPeer({ authOptional: true })
    const nobody = { auth: "none", username: undefined, password: undefined }
    assert.deepEqual(await tried({ port: open, security: "none", ...nobody }), ok(["connect"]))
  })

  test("tells what failed, in words that are none of the other side's (M21)", async () => {
    const port = await smtpPeer({ secure: true })
    assert.deepEqual(
      await tried({ port, password: "wrong" }),
      failed("sign-in", "The user name or the password was not accepted", ["connect", "encrypt"]),
    )
    const banner = await rawPeer((socket) => socket.write("-ERR unknown command SECRET BANNER\r\n+PONG\r\n"))
    const odd = await tried({ port: banner, security: "starttls" })
    assert.equal(odd.ok, false)
    assert.equal(/BANNER|PONG/.test(JSON.stringify(odd)), false)
    const nobody = await rawPeer((socket) => socket.destroy())
    assert.equal((await tried({ port: nobody, security: "starttls" })).steps[0].step, "connect")
  })

  test("signs in nowhere without the encryption that was asked for (M5)", async () => {
    const heard: string[] = []
    const stripped = await rawPeer((socket) => {
      socket.write("220 mail.example ESMTP\r\n")
      socket.on("data", (text) => {
        heard.push(String(text))
        if (/^EHLO/i.test(String(text))) socket.write("250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n")
        else socket.write("454 TLS not available\r\n")
      })
    })
    const { ok, steps } = await tried({ port: stripped, security: "starttls" })
    assert.deepEqual([ok, steps.at(-1).step], [false, "encrypt"])
    assert.equal(/AUTH/.test(heard.join("")), false)
    const old = await smtpPeer({ secure: true, cert: expired })
    assert.deepEqual(await tried({ port: old }), failed("encrypt", "The certificate has expired", ["connect"]))
  })
})

describe("OAuth", () => {
  test("asks for an access token once, keeps a new refresh token, and says when it is refused", async () => {
    const given: string[] = []
    let answer = reply("200 OK", JSON.stringify({ access_token: "fresh", expires_in: 3600, refresh_token: "second" }))
    const tokens = await startReceiver(
      (socket, request) => {
        given.push(request.split("\r\n\r\n")[1] ?? "")
        socket.write(answer)
      },
      { tls: { cert: valid, key } },
    )
    closing.push(() => tokens.close())
    const oauth = { tokenUrl: `https://127.0.0.2:${tokens.port}/token`, clientId: "desk" }
    const port = await smtpPeer({ secure: true, authMethods: ["XOAUTH2"] })
    const more = { port, auth: "oauth2", oauth, password: undefined, refreshToken: "first", clientSecret: "hush" }
    assert.equal((await tried(more)).ok, true)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(given[0])), {
      grant_type: "refresh_token",
      refresh_token: "first",
      client_id: "desk",
      client_secret: "hush",
    })
    const row = await findConnection(desk.db, inboxId, "smtp")
    assert.ok(row)
    assert.deepEqual(await openSecret(desk.config, row), { refreshToken: "second", clientSecret: "hush" })
    const node = { ...desk, db: desk.appDb, replica: undefined, now: () => desk.clock.now }
    assert.deepEqual(await credentialsOf(node, row), { user: "desk", accessToken: "fresh" })
    assert.equal(given.length, 1)
    answer = reply("400 Bad Request", JSON.stringify({ error: "invalid_grant" }))
    const refused = await tried(more)
    const problem = "The refresh token was not accepted. Let the owner of the account sign in again"
    assert.deepEqual(refused, failed("sign-in", problem, ["connect", "encrypt"]))
  })
})
