import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import { after, before, describe, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { SMTPServer } from "smtp-server"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { authority, key, valid } from "../../../test/peers/certificates.ts"
import { type IdentityProvider, startIdentityProvider } from "../../../test/peers/identity-provider.ts"
import { patientLimits } from "../../../test/until.ts"
import { openDatabase, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { forgetToken } from "./access-token.ts"
import { credentialsOf } from "./credentials.ts"
import { findConnection } from "./queries.ts"
import { tryConnection } from "./trial.ts"

const known = getCACertificates("default")
const closing: (() => unknown)[] = []
let desk: TestDesk
let owner: string
/** Two on one database. */
let nodes: [Desk, Desk]

before(async () => {
  setDefaultCACertificates([...known, authority])
  desk = await testDesk({ outgoingAllow: ["127.0.0.2"], outgoingPorts: ["1024-65535"] })
  owner = await desk.tokenFor(await desk.addUser({ email: "owner@desk.example", role: "owner" }))
  const other = openDatabase({ url: desk.databaseUrl, connections: 4, prepared: true, ...patientLimits })
  closing.push(() => other.close())
  const node: Desk = { ...desk, db: desk.appDb, replica: undefined, now: () => desk.clock.now }
  nodes = [node, { ...node, db: other }]
})
after(async () => {
  for (const close of closing.reverse()) await close()
  setDefaultCACertificates(known)
  await desk.close()
})

/** A server that takes only the provider's last access token. */
async function startServer(provider: IdentityProvider): Promise<number> {
  const server = new SMTPServer({
    key,
    cert: valid,
    secure: true,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    authMethods: ["XOAUTH2"],
    onAuth({ accessToken }, _session, done) {
      if (provider.isGood(accessToken)) done(null, { user: 1 })
      else done(Object.assign(new Error("No"), { responseCode: 535 }))
    },
  })
  server.on("error", () => {})
  await new Promise<void>((listening) => server.listen(0, "127.0.0.2", listening))
  closing.push(() => new Promise<void>((closed) => server.close(() => closed())))
  return (server.server.address() as AddressInfo).port
}

let inboxCount = 0

/** An inbox that sends with a refresh token of the provider. */
async function connect(provider: IdentityProvider) {
  closing.push(() => provider.close())
  const port = await startServer(provider)
  const { id: inboxId } = await desk.db.one<{ id: number }>(
    sql`insert into inboxes (name, email) values ('Support', ${`inbox${++inboxCount}@desk.example`}) returning id`,
  )
  const body = {
    ...{ kind: "smtp", host: "127.0.0.2", port, security: "tls", auth: "oauth2", username: "desk" },
    ...{ oauth: { tokenUrl: provider.tokenUrl, clientId: "desk" }, refreshToken: "first" },
  }
  const made = await desk.send("POST", `/v2/mailboxes/${inboxId}/connections`, { token: owner, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const row = async () => (await findConnection(desk.db, inboxId, "smtp")) ?? assert.fail("There is no connection")
  return { row, body, path: `/v2/mailboxes/${inboxId}/connections/${made.headers.get("resource-id")}` }
}

describe("the access token of a connection", () => {
  test("is refreshed once, however many on however many nodes need it at once", async () => {
    const provider = await startIdentityProvider({ first: "first", delayMs: 400 })
    const { row } = await connect(provider)
    const connection = await row()
    const tries = await Promise.all([...nodes, ...nodes].map((node) => tryConnection(node, connection)))
    assert.deepEqual(
      tries.map(({ ok, steps }) => [ok, steps.at(-1)]),
      tries.map(() => [true, { step: "sign-in", ok: true }]),
    )
    assert.deepEqual(provider.used, ["first"])
    await desk.db.run(sql`update mail_connections set access_token_until = now() where id = ${connection.id}`)
    const again = await Promise.all(nodes.map((node) => credentialsOf(node, connection)))
    assert.deepEqual(again, [
      { user: "desk", accessToken: "access-2" },
      { user: "desk", accessToken: "access-2" },
    ])
    assert.deepEqual(provider.used, ["first", "refresh-1"])
  })

  test("is refreshed by another node when the one that began it is gone", async () => {
    const provider = await startIdentityProvider({ first: "first", delayMs: 0 })
    const { row } = await connect(provider)
    const connection = await row()
    await desk.db.run(sql`update mail_connections set refresher = gen_random_uuid(),
      refreshed_until = clock_timestamp() + interval '1 second' where id = ${connection.id}`)
    assert.equal((await tryConnection(nodes[1], connection)).ok, true)
    const { early } = await desk.db.one<{ early: boolean }>(sql`
      select access_token_until < now() + interval '1 hour' - interval '1 minute' as early, refresher
      from mail_connections where id = ${connection.id} and refresher is null`)
    assert.equal(early, false)
    assert.deepEqual(provider.used, ["first"])
  })

  test("is replaced when a server refuses it, unless it has been already", async () => {
    const provider = await startIdentityProvider({ first: "first", delayMs: 0 })
    const connection = await (await connect(provider)).row()
    const [node, other] = nodes
    const first = await credentialsOf(node, connection)
    assert.deepEqual(first, { user: "desk", accessToken: "access-1" })
    provider.endToken()
    await forgetToken(node, connection, "access-1")
    assert.deepEqual(await credentialsOf(node, connection), { user: "desk", accessToken: "access-2" })
    await forgetToken(other, connection, "access-1")
    assert.deepEqual(await credentialsOf(other, connection), { user: "desk", accessToken: "access-2" })
    assert.deepEqual(provider.used, ["first", "refresh-1"])
  })

  test("is encrypted, and keeps its refresh token when other settings change meanwhile", async () => {
    const provider = await startIdentityProvider({ first: "first", delayMs: 300 })
    const { row, body, path } = await connect(provider)
    const connection = await row()
    const refreshing = credentialsOf(nodes[0], connection)
    const { kind: _, refreshToken: __, ...settings } = body
    const put = await desk.send("PUT", path, { token: owner, body: { ...settings, enabled: false } })
    assert.equal(put.status, 204, JSON.stringify(put.body))
    assert.deepEqual(await refreshing, { user: "desk", accessToken: "access-1" })
    const { access_token: sealed } = await desk.db.one<{ access_token: Buffer }>(
      sql`select access_token from mail_connections where id = ${connection.id}`,
    )
    assert.equal(sealed.includes("access-1"), false)
    await desk.db.run(sql`update mail_connections set access_token_until = now() where id = ${connection.id}`)
    assert.deepEqual(await credentialsOf(nodes[1], connection), { user: "desk", accessToken: "access-2" })
    assert.deepEqual(provider.used, ["first", "refresh-1"])
  })
})
