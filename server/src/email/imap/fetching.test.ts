import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import PQueue from "p-queue"
import { gateTo } from "../../../test/failures/gate.ts"
import { type FetchingDesk, fetchingDesk } from "../../../test/mail/fetching.ts"
import { authority } from "../../../test/peers/certificates.ts"
import { type Dovecot, startDovecot } from "../../../test/peers/dovecot.ts"
import { until } from "../../../test/until.ts"
import { openDatabase, sql } from "../../db/db.ts"
import { openImap } from "./client.ts"
import { contentsOf, Vanished } from "./contents.ts"
import { fetcherLimits, fetchMail } from "./fetcher.ts"
import { claimConnections, releaseClaims } from "./leases.ts"
import { syncFolder } from "./sync.ts"

const known = getCACertificates("default")
const users = Object.fromEntries(
  ["desk", "seen", "renumbered", "many", "few", "large", "none", "shared", "stolen", "off", "gone", "old", "other"].map(
    (name) => [name, "secret"],
  ),
)
let dovecot: Dovecot
let fetching: FetchingDesk

before(async () => {
  setDefaultCACertificates([...known, authority])
  ;[dovecot, fetching] = await Promise.all([startDovecot({ users }), fetchingDesk()])
})
// A test that fails leaves no node behind that would fetch for the next.
afterEach(() => fetching.stop())
after(async () => {
  setDefaultCACertificates(known)
  await fetching.close()
  await dovecot.remove()
})

const message = (subject: string, body = "Hello") => `From: jane@example.com\r\nSubject: ${subject}\r\n\r\n${body}\r\n`
const connect = (username: string, more: object = {}) =>
  fetching.connect({ port: dovecot.tlsPort, security: "tls", username, ...more })
const shown = async (path: string) => (await fetching.desk.get(path, fetching.owner)).body
const subjects = async (inboxId: number) => {
  const raws = await Promise.all((await fetching.kept(inboxId)).map((row) => fetching.rawOf(row)))
  return raws.map((raw) => /^Subject: (.*)\r$/m.exec(raw)?.[1])
}

describe("mail that is fetched by IMAP", () => {
  test("is what there is and what comes, byte for byte, whether somebody has read it or not (M17)", async () => {
    await dovecot.deliver("desk", message("First", "Gr\xfc\xdfe"))
    await dovecot.deliver("desk", message("Second"))
    const { inboxId, path } = await connect("desk", { port: dovecot.port, security: "starttls" })
    const engine = fetching.start({ idleMs: 60_000 })
    await until(async () => (await fetching.kept(inboxId)).length === 2)
    await dovecot.deliver("desk", message("Third"))
    await until(async () => (await fetching.kept(inboxId)).length === 3)
    assert.deepEqual(await subjects(inboxId), ["First", "Second", "Third"])
    const [first] = await fetching.kept(inboxId)
    assert.ok(first)
    assert.deepEqual([first.outcome, first.envelope.imap.folder, first.envelope.imap.uid], ["waiting", "INBOX", 1])
    await until(async () => (await dovecot.listNames("desk")).every((name) => name.endsWith(":2,S")))
    await until(async () => (await shown(path)).state === "working")
    const { state, backfill, lastSuccessAt } = await shown(path)
    assert.deepEqual([state, backfill.total, backfill.done], ["working", 2, 2])
    assert.ok(backfill.endedAt && lastSuccessAt)
    await engine.stop()
    assert.deepEqual(
      (await fetching.kept(inboxId)).map(({ imported_as: as }) => as),
      [null, null, null],
    )
    // Read by somebody else while the desk was away, it comes all the same.
    await dovecot.deliver("desk", message("Read"))
    const other = await connect("desk", { markSeen: false, backfillDays: 36_500 })
    const again = fetching.start()
    await until(async () => (await fetching.kept(other.inboxId)).length === 4)
    await until(async () => (await fetching.kept(inboxId)).length === 4)
    await again.stop()
  })

  test("comes once, and all of it, where the server numbers it anew (M15)", async () => {
    for (const subject of ["One", "Two", "Three"]) await dovecot.deliver("renumbered", message(subject))
    const { inboxId, path } = await connect("renumbered")
    const engine = fetching.start()
    await until(async () => (await fetching.kept(inboxId)).length === 3)
    await engine.stop()
    await dovecot.renumber("renumbered")
    await dovecot.deliver("renumbered", message("Four"))
    const again = fetching.start()
    await until(async () => (await fetching.kept(inboxId)).length === 4)
    await until(async () => (await shown(path)).backfill.endedAt !== undefined)
    assert.deepEqual((await subjects(inboxId)).sort(), ["Four", "One", "Three", "Two"])
    const numbers = await fetching.kept(inboxId)
    assert.equal(new Set(numbers.map(({ envelope }) => envelope.imap.uidValidity)).size, 2)
    await again.stop()
  })

  test("is only what comes from then on, where nothing older is wanted", async () => {
    await dovecot.deliver("none", message("Before"))
    const { inboxId, path } = await connect("none", { backfillDays: 0 })
    const engine = fetching.start()
    await until(async () => (await shown(path)).state === "working")
    await dovecot.deliver("none", message("After"))
    await until(async () => (await fetching.kept(inboxId)).length > 0)
    assert.deepEqual(await subjects(inboxId), ["After"])
    await engine.stop()
  })

  test("is old where it came before the desk looked there, with the status that was asked for", async () => {
    const { clock } = fetching.desk
    const imported = async (inboxId: number) => (await fetching.kept(inboxId)).map(({ imported_as: as }) => as)
    await dovecot.deliver("old", message("Before"))
    clock.now = new Date(Date.now() + 60_000)
    const closed = await connect("old")
    const active = await connect("old", { backfillStatus: "active" })
    const engine = fetching.start()
    await until(async () => (await imported(closed.inboxId)).length + (await imported(active.inboxId)).length === 2)
    await dovecot.deliver("old", message("After"))
    await until(async () => (await imported(closed.inboxId)).length + (await imported(active.inboxId)).length === 4)
    assert.deepEqual(await imported(closed.inboxId), ["closed", null])
    assert.deepEqual(await imported(active.inboxId), ["active", null])
    // Of another account, mail is old that came before the last time that anything was fetched.
    await until(async () => (await shown(closed.path)).lastSuccessAt !== undefined)
    await dovecot.deliver("other", message("Of another account"))
    const settings = { host: "127.0.0.2", port: dovecot.tlsPort, security: "tls", auth: "password", username: "other" }
    const body = { ...settings, password: "secret" }
    assert.equal((await fetching.desk.send("PUT", closed.path, { token: fetching.owner, body })).status, 204)
    await until(async () => (await imported(closed.inboxId)).length === 3)
    assert.deepEqual(await imported(closed.inboxId), ["closed", null, "closed"])
    await engine.stop()
    clock.now = new Date()
  })

  test("stands in the list with its headers where it is too large", async () => {
    await dovecot.deliver("large", message("Large", `${"x".repeat(70)}\r\n`.repeat(2_000)))
    await dovecot.deliver("large", message("Small"))
    const { inboxId } = await connect("large")
    const engine = fetching.start()
    await until(async () => (await fetching.kept(inboxId)).length === 2)
    const [large, small] = await fetching.kept(inboxId)
    assert.ok(large && small)
    assert.deepEqual([large.outcome, large.reason, small.outcome], ["failed", "too_large", "waiting"])
    assert.equal(await fetching.rawOf(large), "From: jane@example.com\r\nSubject: Large\r\n\r\n")
    await engine.stop()
  })
})

test("a message is gone where the server says so, and not where the line has ended", async () => {
  await dovecot.deliver("gone", message("Here"))
  const { inboxId, id } = await connect("gone")
  const { node: desk } = fetching
  const claimed = await claimConnections(desk.db, { now: new Date(), leaseSeconds: 60, most: 100 })
  const connection = claimed.find((candidate) => candidate.id === id)
  assert.ok(connection)
  const client = await openImap(desk, connection)
  const mailbox = await client.mailboxOpen("INBOX")
  const contents = async (uid: number) =>
    Buffer.concat(await Array.fromAsync(contentsOf(client, { uid, sizeBytes: 1 })))
  assert.match((await contents(1)).toString(), /Subject: Here/)
  await assert.rejects(contents(99), Vanished)
  client.close()
  await assert.rejects(contents(1), (error) => !(error instanceof Vanished))
  const { signal } = new AbortController()
  await assert.rejects(
    syncFolder({
      desk,
      client,
      connection,
      mailbox,
      batches: new PQueue({ concurrency: 1 }),
      signal,
      onProgress: async () => {},
    }),
  )
  await releaseClaims(
    desk.db,
    claimed.map(({ token }) => token),
  )
  const engine = fetching.start()
  await until(async () => (await fetching.kept(inboxId)).length === 1)
  await engine.stop()
})

describe("much mail at once", () => {
  test("comes in batches, goes on where it was broken off, and lets others have theirs (M20)", async () => {
    const [count, first] = [70, 10]
    for (let at = 0; at < count; at++) await dovecot.deliver("many", message(`Many ${at}`))
    const many = await connect("many")
    let writes = 0
    const brokenOff = Promise.withResolvers<never>()
    const { files } = fetching.desk
    const writeStream: typeof files.writeStream = (...given) =>
      ++writes === first + 1 ? brokenOff.promise : files.writeStream(...given)
    const engine = fetching.start({}, { files: { ...files, writeStream } })
    await until(() => writes === first + 1)
    await dovecot.deliver("few", message("Few"))
    const few = await connect("few")
    await until(async () => (await fetching.kept(few.inboxId)).length === 1)
    const stopped = engine.stop()
    brokenOff.reject(new Error("Broken off"))
    await stopped
    const { backfill } = await shown(many.path)
    assert.deepEqual([backfill.total, backfill.done, backfill.endedAt], [count, first, undefined])
    const again = fetching.start()
    await until(async () => (await fetching.kept(many.inboxId)).length >= count)
    await until(async () => (await shown(many.path)).backfill.endedAt !== undefined)
    const uids = (await fetching.kept(many.inboxId)).map(({ envelope }) => envelope.imap.uid)
    assert.deepEqual(
      uids,
      Array.from({ length: count }, (_, at) => at + 1),
    )
    await again.stop()
  })
})

describe("nodes", () => {
  test("fetch for a connection one at a time, and each message once", async () => {
    for (let at = 0; at < 30; at++) await dovecot.deliver("shared", message(`Shared ${at}`))
    const { inboxId } = await connect("shared")
    const engines = [fetching.start(), fetching.start(), fetching.start()]
    await until(async () => (await fetching.kept(inboxId)).length >= 30)
    await dovecot.deliver("shared", message("Last"))
    await until(async () => (await fetching.kept(inboxId)).length >= 31)
    await Promise.all(engines.map((engine) => engine.stop()))
    assert.equal((await fetching.kept(inboxId)).length, 31)
  })

  test("write nothing once the connection is another's (K10)", async () => {
    const { inboxId, id } = await connect("stolen")
    await dovecot.deliver("stolen", message("Late"))
    const { db } = fetching.node
    const claimed = await claimConnections(db, { now: new Date(), leaseSeconds: 60, most: 100 })
    const connection = claimed.find((candidate) => candidate.id === id)
    assert.ok(connection)
    await releaseClaims(
      db,
      claimed.flatMap(({ token }) => (token === connection.token ? [] : [token])),
    )
    await db.run(sql`update mail_connections set fetcher = gen_random_uuid() where id = ${id}`)
    const { signal } = new AbortController()
    const { node: desk, logger: log } = fetching
    await fetchMail({ desk, connection, batches: new PQueue({ concurrency: 1 }), limits: fetcherLimits, log, signal })
    assert.deepEqual(await fetching.kept(inboxId), [])
    await db.run(sql`update mail_connections set fetcher = ${connection.token} where id = ${id}`)
    const stop = new AbortController()
    const ended = fetchMail({
      desk,
      connection,
      batches: new PQueue({ concurrency: 1 }),
      limits: fetcherLimits,
      log,
      signal: stop.signal,
    })
    await until(async () => (await fetching.kept(inboxId)).length === 1)
    stop.abort()
    await ended
  })

  test("stop where a connection is switched off, and begin where another comes", async () => {
    const { inboxId, path } = await connect("off")
    const engine = fetching.start({ idleMs: 60_000 })
    await until(async () => (await shown(path)).state === "working")
    const settings = { host: "127.0.0.2", port: dovecot.tlsPort, security: "tls", auth: "password", username: "off" }
    const put = (enabled: boolean) =>
      fetching.desk.send("PUT", path, { token: fetching.owner, body: { ...settings, enabled } })
    assert.equal((await put(false)).status, 204)
    await dovecot.deliver("off", message("While it was off"))
    const other = await connect("off")
    await until(async () => (await fetching.kept(other.inboxId)).length === 1)
    assert.deepEqual(await fetching.kept(inboxId), [])
    assert.equal((await put(true)).status, 204)
    await until(async () => (await fetching.kept(inboxId)).length === 1)
    await engine.stop()
  })

  test("stop within seconds while the database is silent", async () => {
    const gate = await gateTo(fetching.desk.databaseUrl)
    const far = openDatabase({ url: gate.url, connections: 4, prepared: true, statementTimeoutMs: 5_000 })
    const engine = fetching.start({}, { db: far })
    const claimed = sql`select from mail_connections where fetcher is not null`
    await until(async () => (await fetching.desk.db.many(claimed)).length > 0)
    gate.freeze()
    await engine.stop()
    gate.open()
    await far.close().catch(() => {})
    await gate.close()
    await fetching.desk.db.run(sql`update mail_connections set fetcher = null, fetched_until = null`)
  })
})

describe("POST /v2/mailboxes/{id}/connections/{id}/test, for IMAP", () => {
  const tried = async (more: object) => {
    const { path } = await connect("desk", { enabled: false, ...more })
    return (await fetching.desk.send("POST", `${path}/test`, { token: fetching.owner })).body
  }

  test("opens the folder, and says what does not work", async () => {
    const steps = ["connect", "encrypt", "sign-in", "folder"]
    const ok = { ok: true, steps: steps.map((step) => ({ step, ok: true })) }
    assert.deepEqual(await tried({}), ok)
    assert.deepEqual(await tried({ port: dovecot.port, security: "starttls" }), ok)
    const failing = async (more: object) => (await tried(more)).steps.at(-1)
    assert.deepEqual(await failing({ password: "wrong" }), {
      step: "sign-in",
      ok: false,
      problem: "The user name or the password was not accepted",
    })
    assert.deepEqual(await failing({ folder: "Nowhere" }), {
      step: "folder",
      ok: false,
      problem: "There is no such folder, or it may not be opened",
    })
    assert.equal((await failing({ port: dovecot.port, security: "tls" })).step, "encrypt")
  })
})
