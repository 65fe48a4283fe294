import assert from "node:assert/strict"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { absentFiles } from "../../test/desk/http.ts"
import { patientLimits } from "../../test/until.ts"
import { buildApp } from "../app.ts"
import { issuePersonalToken } from "../auth/tokens/personal-tokens.ts"
import { readConfig } from "../config.ts"
import { type Database, openDatabase, sql } from "../db/db.ts"
import { openOutgoing } from "./outgoing/safe-fetch.ts"

let primary: TestDatabase
let standIn: TestDatabase
let replica: Database
let get: (path: string, token: string) => Promise<{ status: number; body: { lastName: string } }>
let post: (token: string) => Promise<number>
let close: () => Promise<void>
let cutTheLine: () => void
const clock = { now: new Date("2026-03-04T05:06:07Z") }
const tokens: string[] = []

// Two databases that differ in one name show which of them answered.
before(async () => {
  primary = await testDatabase()
  standIn = await testDatabase()
  for (const [database, name] of [
    [primary, "Primary"],
    [standIn, "Replica"],
  ] as const)
    await database.db.run(sql`insert into users (id, type, first_name, last_name, email, role, initials, mention)
      select n, 'user', 'A', ${name}, 'a' || n || '@example.com', 'admin', 'A', 'a' || n from generate_series(1, 2) n`)
  for (const userId of [1, 2])
    tokens.push((await issuePersonalToken(primary.db, { userId, name: "Test", scope: "administration" })).token)
  const line = await listenInFrontOf(standIn.url)
  cutTheLine = line.cut
  replica = openDatabase({ url: line.url, connections: 2, prepared: true, ...patientLimits })
  const config = readConfig({ LOG_LEVEL: "silent" })
  const desk = {
    config,
    db: primary.db,
    replica,
    files: absentFiles(),
    outgoing: openOutgoing(config),
    now: () => clock.now,
  }
  const app = buildApp(desk)
  const origin = await app.listen({ port: 0, host: "127.0.0.1" })
  const headers = (token: string) => ({ Authorization: `Bearer ${token}`, "Content-Type": "application/json" })
  get = async (path, token) => {
    const response = await fetch(origin + path, { headers: headers(token) })
    return { status: response.status, body: (await response.json()) as { lastName: string } }
  }
  let tagCount = 0
  post = async (token) => {
    const body = JSON.stringify({ name: `t${++tagCount}` })
    return (await fetch(`${origin}/v2/tags`, { method: "POST", headers: headers(token), body })).status
  }
  close = () => app.close()
})
after(async () => {
  await close()
  await replica.close()
  await primary.drop()
  await standIn.drop()
})

describe("with a replica", () => {
  const answered = async (token: string | undefined) => (await get("/v2/users/me", token ?? "")).body.lastName

  test("reads come from it", async () => {
    assert.equal(await answered(tokens[0]), "Replica")
  })

  test("whoever has just written reads from the primary, others do not", async () => {
    assert.equal(await post(tokens[0] ?? ""), 201)
    assert.equal(await answered(tokens[0]), "Primary")
    assert.equal(await answered(tokens[1]), "Replica")
    clock.now = new Date(clock.now.getTime() + 10_000)
    assert.equal(await answered(tokens[0]), "Replica")
  })

  test("a replica that is away costs nobody an answer", async () => {
    cutTheLine()
    assert.equal(await answered(tokens[1]), "Primary")
    assert.equal(await answered(tokens[1]), "Primary")
  })
})

/** A line to a database that can be cut, as a replica that goes away would be. */
async function listenInFrontOf(url: string): Promise<{ url: string; cut: () => void }> {
  const target = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    // A PostgreSQL with a socket is there too.
    const host = target.hostname.startsWith("%2F") ? "127.0.0.1" : target.hostname
    const far = connect(Number(target.port || 5432), host)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on("error", () => {})
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const near = new URL(url)
  near.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: near.href,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
