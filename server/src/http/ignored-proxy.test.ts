import assert from "node:assert/strict"
import { Writable } from "node:stream"
import { after, before, describe, test } from "node:test"
import type { FastifyInstance } from "fastify"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { until } from "../../test/until.ts"
import { buildApp } from "../app.ts"
import { checkProxy } from "../commands/doctor-proxy.ts"
import type { Config } from "../config.ts"
import { sql } from "../db/db.ts"
import { forgetIgnoredProxy } from "./ignored-proxy.ts"

let desk: TestDesk
let ada: string
const apps: FastifyInstance[] = []

before(async () => {
  desk = await testDesk()
  ada = await desk.tokenFor(await desk.addUser({ email: "ada@example.com", role: "admin" }))
})
after(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await desk.close()
})

const encrypted = { "X-Forwarded-Proto": "https" }
const shown = async () => (await desk.get("/v2/account", ada)).body.ignoredProxy
const isShown = async () => (await shown()) !== undefined
const stored = () =>
  desk.db.maybe<{ address: string; seen_at: Date }>(sql`select address, seen_at from ignored_proxies`)
const doctor = (config: Partial<Config> = {}) =>
  checkProxy(desk.db, { ...desk.config, ...config }, () => desk.clock.now)

/** Another node of the desk, whose log can be read. */
function node(settings: Partial<Config> = {}) {
  const lines: { level: number; msg: string; header?: string; address?: string }[] = []
  const log = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const config = { ...desk.config, logLevel: "warn", ...settings }
  const { appDb: db, files, outgoing } = desk
  const app = buildApp({ config, db, replica: undefined, files, outgoing, now: () => desk.clock.now }, log)
  apps.push(app)
  const call = async (headers: Record<string, string>, remoteAddress = "10.0.0.5") => {
    const { statusCode } = await app.inject({
      url: "/healthz",
      headers: { host: "desk.test", ...headers },
      remoteAddress,
    })
    assert.equal(statusCode, 200)
  }
  return { lines, call, app }
}

describe("a request with a forwarded header that is ignored", () => {
  test("shows to admins, with the line to set, and links stay as they are", async () => {
    assert.equal(await shown(), undefined)
    assert.deepEqual(await doctor(), { about: "Proxy", well: "no forwarded header was ignored" })
    const { headers, body } = await desk.get("/v2/account", ada, encrypted)
    assert.equal(body._links.self.href, `${desk.origin}/v2/account`)
    await until(isShown)
    const proxy = await shown()
    const seenAt = `${desk.clock.now.toISOString().slice(0, 19)}Z`
    const expected = { header: "X-Forwarded-Proto", address: "127.0.0.1", trustedProxies: "127.0.0.1", seenAt }
    assert.deepEqual(proxy, expected)
    const etag = { "If-Match": headers.get("etag") ?? "" }
    const changed = await desk.send("PUT", "/v2/account", { token: ada, body: { name: "Acme" }, headers: etag })
    assert.equal(changed.status, 204, "what strangers send is no change of the account")
    const { note, wrong, well } = await doctor()
    assert.deepEqual([wrong, well], [undefined, undefined])
    assert.match(
      note ?? "",
      /^A request came with X-Forwarded-Proto, from 127\.0\.0\.1\. .* set TRUSTED_PROXIES=127\.0\.0\.1 or PUBLIC_URL=https:\/\/desk\.example\.com \(/,
    )
  })

  test("is forgotten after a day, with a start, and where PUBLIC_URL is set", async () => {
    const publicUrl = "https://desk.example.org"
    assert.deepEqual(await doctor({ publicUrl }), {
      about: "Proxy",
      well: `links begin with ${publicUrl} (PUBLIC_URL)`,
    })
    assert.ok(await shown())
    desk.clock.now = new Date(desk.clock.now.getTime() + 86_400_000)
    assert.equal(await shown(), undefined)
    const later = desk.clock.now
    await desk.get("/v2/account", ada, encrypted)
    await until(isShown)
    assert.deepEqual((await stored())?.seen_at, later)
    await forgetIgnoredProxy(desk.db)
    assert.equal(await shown(), undefined)
    assert.deepEqual((await doctor()).well, "no forwarded header was ignored")
  })

  test("is logged once for each address, and noted again after an hour", async () => {
    const { lines, call } = node({ trustedProxies: ["10.0.0.1"] })
    for (const address of ["10.0.0.5", "10.0.0.5", "::ffff:10.0.0.5"]) await call(encrypted, address)
    await until(async () => (await stored())?.address === "10.0.0.5")
    await call(encrypted, "10.0.0.6")
    assert.deepEqual(
      lines.map(({ level, header, address }) => [level, header, address]),
      ["10.0.0.5", "10.0.0.6"].map((address) => [40, "X-Forwarded-Proto", address]),
    )
    assert.match(
      lines[0]?.msg ?? "",
      / from 10\.0\.0\.5\. .* set TRUSTED_PROXIES=10\.0\.0\.1,10\.0\.0\.5 or PUBLIC_URL=/,
    )
    await until(async () => (await stored())?.address === "10.0.0.6")
    desk.clock.now = new Date(desk.clock.now.getTime() + 3_600_000)
    await call(encrypted)
    await until(async () => (await stored())?.address === "10.0.0.5")
    assert.deepEqual((await stored())?.seen_at, desk.clock.now)
    assert.equal(lines.length, 2)
    for (let stranger = 0; stranger < 120; stranger++) await call(encrypted, `203.0.113.${stranger}`)
    assert.equal(lines.length, 100)
  })

  test("is one whose header names another origin", async () => {
    const { lines, call } = node()
    const wrong = [
      [{ "X-Forwarded-Host": "desk.example.com" }, "X-Forwarded-Host"],
      [{ ...encrypted, "X-Forwarded-Proto": "http, https" }, "X-Forwarded-Proto"],
      [{ Forwarded: 'for=192.0.2.1;proto="https"' }, "Forwarded"],
      [{ Forwarded: "for=192.0.2.1, by=10.0.0.1;host=desk.example.com" }, "Forwarded"],
    ] as const
    for (const [at, [headers]] of wrong.entries()) await call(headers, `10.0.1.${at}`)
    assert.deepEqual(
      lines.map(({ header }) => header),
      wrong.map(([, header]) => header),
    )
    assert.doesNotMatch(lines[2]?.msg ?? "", /TRUSTED_PROXIES/, "which would not let it count")
    for (const headers of [
      { "X-Forwarded-Proto": "HTTP", "X-Forwarded-Host": "Desk.test", "X-Forwarded-For": "192.0.2.1" },
      { Forwarded: "for=192.0.2.1;proto=http;host=desk.test" },
      { "X-Forwarded-Proto": "", Forwarded: ";=,;proto" },
    ])
      await call(headers, "10.0.2.1")
    assert.equal(lines.length, wrong.length)
  })

  test("is none of a trusted proxy, and none where PUBLIC_URL is set", async () => {
    const headers = { ...encrypted, "X-Forwarded-Host": "desk.example.com" }
    const trusting = node({ trustedProxies: ["10.0.0.0/8"] })
    await trusting.call(headers)
    const configured = node({ publicUrl: "https://desk.example.org" })
    await configured.call(headers)
    assert.deepEqual([trusting.lines, configured.lines], [[], []])
  })
})
