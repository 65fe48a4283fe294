import assert from "node:assert/strict"
import { request } from "node:http"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

describe("an Idempotency-Key", () => {
  test("belongs to the address it was used at: 409 at another, with the same body", async () => {
    const note = (conversationId: number) =>
      desk.send("POST", `/v2/conversations/${conversationId}/notes`, {
        token: ada,
        body: { text: "Noted under one key" },
        headers: { "Idempotency-Key": "one-key" },
      })
    const [here, there] = ids.conversations.paging
    assert.ok(here && there)
    assert.equal((await note(here)).status, 201)
    assert.equal((await note(there)).status, 409)
    const { count } = await desk.db.one<{ count: number }>(
      sql`select count(*) as count from threads where body = 'Noted under one key'`,
    )
    assert.equal(count, 1)
  })

  test("is refused when it is empty, longer than 255 or not ASCII, and nothing is done", async () => {
    for (const key of ["", "k".repeat(256), "schlüssel", "two words"])
      assert.equal(await postTag("never made", key), 400, JSON.stringify(key.slice(0, 10)))
    assert.equal(await postTag("made", "k".repeat(255)), 201)
    const { names } = await desk.db.one<{ names: string[] }>(
      sql`select array_agg(name) as names from tags where name in ('made', 'never made')`,
    )
    assert.deepEqual(names, ["made"])
  })
})

/** With the very bytes of the key, which fetch would look at first. */
function postTag(name: string, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${ada}`, "Content-Type": "application/json", "Idempotency-Key": key }
  return new Promise((resolve, reject) => {
    const sent = request(`${desk.origin}/v2/tags`, { method: "POST", headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on("error", reject).end(JSON.stringify({ name }))
  })
}
