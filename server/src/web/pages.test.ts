import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { after, before, describe, test } from "node:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"

const built = resolve(import.meta.dirname, "../../../web/dist")
const asset = readdirSync(join(built, "assets")).find((name) => /^index-.*\.js$/.test(name)) ?? ""

let desk: TestDesk
before(async () => {
  desk = await testDesk()
})
after(() => desk.close())

const asBrowser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

function fetchRaw(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(desk.origin + path, { method, headers, redirect: "manual" })
}

describe("the application", () => {
  test("is at every address that it may know, with a policy that runs nothing but its own files", async () => {
    const index = readFileSync(join(built, "index.html"), "utf8")
    for (const path of [
      "/",
      "/list/mine",
      "/conversation/12/7",
      "/conversation/12/7?list=all",
      "/sign-in",
      "/unknown/x",
    ]) {
      const answer = await fetchRaw(path, asBrowser)
      assert.equal(answer.status, 200, path)
      assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8")
      assert.equal(await answer.text(), index)
      assert.equal(answer.headers.get("cache-control"), "no-cache")
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff")
      assert.equal(answer.headers.get("referrer-policy"), "no-referrer")
      assert.equal(answer.headers.get("cross-origin-opener-policy"), "same-origin")
      const policy = answer.headers.get("content-security-policy") ?? ""
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
      assert.match(policy, /frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types notifications$/)
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    }
  })

  test("has no script and no style in its page, which the policy would refuse", () => {
    const index = readFileSync(join(built, "index.html"), "utf8")
    assert.doesNotMatch(index, /<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/)
  })

  test("is asked for anew only when it has changed", async () => {
    const etag = (await fetchRaw("/", asBrowser)).headers.get("etag") ?? ""
    const again = await fetchRaw("/", { ...asBrowser, "If-None-Match": etag })
    assert.equal(again.status, 304)
    assert.equal(await again.text(), "")
    assert.equal((await fetchRaw("/", asBrowser, "HEAD")).status, 200)
  })

  test("answers a browser at any path outside the API, whatever characters the path contains", async () => {
    for (const path of [
      "/list/search-ada@customers.example",
      "/list/search-ada%40customers.example",
      "/list/search-www.example.com%2Fprices.html",
      "/list/search-a%2Fb%3Fc%23d",
      "/list/search-100%25",
      "/list/search-100%",
      "/list/search-%E0%A4%A",
      "/list/search-..%2F..%2Fpackage.json",
      "/list/search-invoice.pdf?from=a.b",
      "/customers/search.example",
      "/conversation/12",
      "/conversation/1.5/x.y",
      "/favicon.ico",
      "/index.html",
      "/.env",
      // The longest query that the application accepts, in characters that take nine bytes each in an address.
      `/list/search-${encodeURIComponent("\u6f22".repeat(2_048))}`,
    ]) {
      const answer = await fetchRaw(path, asBrowser)
      assert.equal(answer.status, 200, path)
      assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8", path)
      assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'; script-src 'self'/)
      assert.match(await answer.text(), /id="application"/)
    }
  })

  test("is not where the API is, nor where a program or a file is looked for", async () => {
    for (const path of [
      "/v2/nothing",
      "/v2/nothing.html",
      "/v2/%",
      "/v3/nothing",
      "/docs/nothing",
      "/errors/nothing",
      "/session/nothing",
      "/session/a@b.example",
    ]) {
      const answer = await fetchRaw(path, asBrowser)
      assert.ok([400, 404].includes(answer.status), path)
      assert.equal(answer.headers.get("content-type"), "application/vnd.error+json", path)
    }
    for (const path of ["/list/search-a@b.example", "/favicon.ico", "/robots.txt"])
      assert.equal((await fetchRaw(path)).status, 404, path)
    assert.equal((await fetchRaw("/list/mine")).status, 404)
    assert.equal((await fetchRaw("/")).status, 200)
    assert.equal((await fetchRaw("/assets/nothing.js", asBrowser)).status, 404)
    assert.equal((await fetchRaw("/index.html")).status, 404)
    assert.equal((await fetchRaw("/list/mine", asBrowser, "POST")).status, 404)
    for (const path of [
      "/assets/../package.json",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/assets/..%2f..%2fpackage.json",
    ])
      assert.equal((await fetchRaw(path)).status, 404, path)
  })
})

describe("its files", () => {
  test("are kept for ever, and come compressed to who takes it", async () => {
    const path = `/assets/${asset}`
    const bytes = readFileSync(join(built, "assets", asset))
    const plain = await fetchRaw(path, { "Accept-Encoding": "identity" })
    assert.equal(plain.headers.get("content-type"), "text/javascript; charset=utf-8")
    assert.equal(plain.headers.get("cache-control"), "public, max-age=31536000, immutable")
    assert.equal(plain.headers.get("vary"), "Accept-Encoding")
    assert.equal(plain.headers.get("content-encoding"), null)
    assert.deepEqual(Buffer.from(await plain.arrayBuffer()), bytes)
    for (const [accepted, expected] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip;q=0.5", "gzip"],
      ["gzip;q=0", null],
    ] as const)
      assert.equal((await fetchRaw(path, { "Accept-Encoding": accepted })).headers.get("content-encoding"), expected)
    assert.deepEqual(brotliDecompressSync(readFileSync(join(built, "assets", `${asset}.br`))), bytes)
    assert.deepEqual(gunzipSync(readFileSync(join(built, "assets", `${asset}.gz`))), bytes)
  })

  test("of its first load come to less than 250 kB of script", () => {
    const index = readFileSync(join(built, "index.html"), "utf8")
    const scripts = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path)
    assert.ok(scripts.length > 0)
    const compressed = (path: string) => readFileSync(join(built, `${path}.gz`)).length
    const total = scripts.reduce((sum, path) => sum + compressed(path), 0)
    assert.ok(total < 250_000, `${total} bytes of script, compressed by gzip`)
  })
})

describe("the document of messages", () => {
  test("runs nothing, fetches nothing, and lets pictures in only under another address", async () => {
    const shown = async (path: string) => (await fetchRaw(path)).headers.get("content-security-policy") ?? ""
    const rest =
      "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    const first = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'"
    assert.equal(await shown("/message"), `${first}; img-src data: blob:; ${rest}`)
    assert.equal(await shown("/message-with-images"), `${first}; img-src 'self' data: blob:; ${rest}`)
    const body = await (await fetchRaw("/message")).text()
    assert.doesNotMatch(body, /<script|<link|\son\w+=/)
  })
})
