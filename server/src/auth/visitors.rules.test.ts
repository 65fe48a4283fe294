import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type VisitorRow, Visitors } from "./visitors.ts"

const row: VisitorRow = {
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

describe("who called a moment ago", () => {
  test("is known at once, by the same secret alone", async () => {
    const visitors = new Visitors(60_000)
    const found = visitors.find("secret", async () => row)
    assert.equal(visitors.find("secret", refuse), found, "those who come meanwhile wait for the same answer")
    assert.equal(await found, row)
    assert.equal(visitors.find("secret", refuse), row)
    assert.equal(await visitors.find("another", async () => undefined), undefined)
  })

  test("is asked for again when unknown, when it failed, and when rights have changed", async () => {
    const visitors = new Visitors(60_000)
    assert.equal(await visitors.find("secret", async () => undefined), undefined)
    await assert.rejects(async () => visitors.find("secret", () => Promise.reject(new Error("away"))), /away/)
    assert.equal(await visitors.find("secret", async () => row), row)
    visitors.forget()
    assert.equal(await visitors.find("secret", async () => undefined), undefined)
  })

  test("is asked for every time where nothing is to be remembered", async () => {
    const visitors = new Visitors(0)
    assert.equal(await visitors.find("secret", async () => row), row)
    assert.equal(await visitors.find("secret", async () => undefined), undefined)
  })
})
