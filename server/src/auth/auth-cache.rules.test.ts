import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { AuthCache, type ViewerRow } from "./auth-cache.ts"

const row: ViewerRow = {
  user_id: 1,
  role: "user",
  scope: "full",
  is_app: false,
  inbox_ids: [1],
  expires_at: null,
  last_visit_at: null,
  seen_at: null,
}
const refuse = () => assert.fail("the database was asked")

describe("the auth cache", () => {
  test("gives a known viewer at once, by the same secret alone", async () => {
    const cache = new AuthCache(60_000)
    const found = cache.find("secret", async () => row)
    const shared = cache.find("secret", refuse)
    assert.equal(await found, row)
    assert.equal(await shared, row, "concurrent requests share the query")
    assert.equal(cache.find("secret", refuse), row)
    assert.equal(await cache.find("another", async () => undefined), undefined)
  })

  test("caches neither unknown secrets nor failures, and nothing from before rights changed", async () => {
    const cache = new AuthCache(60_000)
    assert.equal(await cache.find("secret", async () => undefined), undefined)
    await assert.rejects(async () => cache.find("secret", () => Promise.reject(new Error("away"))), /away/)
    assert.equal(await cache.find("secret", async () => row), row)
    cache.clear()
    assert.equal(await cache.find("secret", async () => undefined), undefined)
  })

  test("does not cache what a query that began before rights changed finds", async () => {
    const cache = new AuthCache(60_000)
    const query = Promise.withResolvers<ViewerRow>()
    const found = cache.find("secret", () => query.promise)
    cache.clear()
    const newer = { ...row, inbox_ids: [] }
    assert.equal(await cache.find("secret", async () => newer), newer)
    query.resolve(row)
    assert.equal(await found, row)
    assert.equal(cache.find("secret", refuse), newer)
  })

  test("says that nobody has a secret, also when rights changed during the query", async () => {
    const cache = new AuthCache(60_000)
    const asked = Promise.withResolvers<undefined>()
    const found = cache.find("secret", () => asked.promise)
    cache.clear()
    asked.resolve(undefined)
    assert.equal(await found, undefined)
    assert.equal(await cache.find("secret", async () => row), row)
  })

  test("counts the time of an entry from when the query began", async (context) => {
    let now = 0
    context.mock.method(performance, "now", () => now)
    const cache = new AuthCache(1_000)
    await cache.find("secret", async () => {
      now = 900
      return row
    })
    now = 999
    assert.equal(cache.find("secret", refuse), row)
    now = 1_001
    assert.equal(await cache.find("secret", async () => undefined), undefined)
  })

  test("asks every time where entries last no time", async () => {
    const cache = new AuthCache(0)
    assert.equal(await cache.find("secret", async () => row), row)
    assert.equal(await cache.find("secret", async () => undefined), undefined)
  })
})
