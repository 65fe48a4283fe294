import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Tag, TagPage } from "@deskhand/contract/conversations/tag"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
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

const events = (kind: string, id: number) =>
  desk.db.many(sql`select from events where kind = ${kind} and subject_id = ${id}`)

describe("GET /v2/tags", () => {
  test("lists tags by name with counts of what the viewer may see", async () => {
    const { status, body } = await desk.get("/v2/tags", ada)
    assert.equal(status, 200)
    assertShape(TagPage, body)
    const { rows } = await desk.db.pool.query(`select t.id, count(c.id)::int as count from tags t
      left join conversation_tags ct on ct.tag_id = t.id
      left join conversations c on c.id = ct.conversation_id and c.state = 'published' group by t.id`)
    const counts = new Map(rows.map(({ id, count }) => [id, count]))
    for (const tag of body._embedded.tags) assert.equal(tag.ticketCount, counts.get(tag.id), tag.name)

    const limited = await desk.get("/v2/tags", await desk.tokenFor(ids.users.limited))
    const sum = (tags: Tag[]) => tags.reduce((total, tag) => total + tag.ticketCount, 0)
    assert.ok(sum(limited.body._embedded.tags) < sum(body._embedded.tags))
  })
})

describe("POST /v2/tags", () => {
  test("creates one, tells of it, and answers where it is", async () => {
    const { status, headers, body } = await desk.send("POST", "/v2/tags", {
      token: ada,
      body: { name: " Grüße & Co " },
    })
    assert.equal(status, 201)
    assert.equal(body, undefined)
    const id = Number(headers.get("resource-id"))
    assert.equal(headers.get("location"), `${desk.origin}/v2/tags/${id}`)
    const read = await desk.get(`/v2/tags/${id}`, ada)
    assertShape(Tag, read.body)
    assert.equal(read.body.name, "Grüße & Co")
    assert.equal(read.body.slug, "grüße-co")
    assert.equal(read.body.color, "#929499")
    assert.equal(read.body.createdAt, "2026-03-04T05:06:07Z")
    assert.equal((await events("tag.created", id)).length, 1)
  })

  test("400 for a blank name and for one with a character that cannot be kept", async () => {
    for (const name of [" ", "\ufeff", "a\u0000b"]) {
      const { status, body } = await desk.send("POST", "/v2/tags", { token: ada, body: { name } })
      assert.equal(status, 400)
      assert.deepEqual([body._embedded.errors[0].path, body._embedded.errors[0].source], ["name", "JSON"])
    }
    const half = await desk.send("POST", "/v2/tags", { token: ada, body: { name: "\ud800" } })
    assert.equal(half.status, 201)
    assert.equal((await desk.get(half.headers.get("location") ?? "", ada)).body.name, "\ufffd")
  })

  test("takes a color by word, in any case, and answers the hex color", async () => {
    for (const [name, color, hex] of [
      ["by word", "red", "#c9463d"],
      ["in capitals", "GREEN", "#2f9e6d"],
      ["without", "none", "#929499"],
      ["by hex", "#A1B2C3", "#A1B2C3"],
    ] as const) {
      const made = await desk.send("POST", "/v2/tags", { token: ada, body: { name, color } })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const path = made.headers.get("location") ?? ""
      assert.equal((await desk.get(path, ada)).body.color, hex)
      const changed = await desk.send("PUT", path, { token: ada, body: { name, color: "Purple" } })
      assert.equal(changed.status, 204, JSON.stringify(changed.body))
      assert.equal((await desk.get(path, ada)).body.color, "#7a5cc0")
    }
    for (const color of ["colorful", "constructor", "#12345", "", 7]) {
      const { status, body } = await desk.send("POST", "/v2/tags", { token: ada, body: { name: "refused", color } })
      assert.deepEqual([status, body._embedded.errors[0].path], [400, "color"], String(color))
    }
  })

  test("409 for a name that is taken, in whatever case", async () => {
    await desk.send("POST", "/v2/tags", { token: ada, body: { name: "Twin" } })
    const { status, body } = await desk.send("POST", "/v2/tags", { token: ada, body: { name: "TWIN" } })
    assert.equal(status, 409)
    assert.match(body._links.about.href, /tag_exists$/)
    assert.equal(body._embedded.errors[0].path, "name")
  })

  test("403 for a light user and for a read-only token", async () => {
    const light = await desk.tokenFor(ids.users.light)
    assert.equal((await desk.send("POST", "/v2/tags", { token: light, body: { name: "x" } })).status, 403)
    const readOnly = await desk.tokenFor(ids.users.ada, "read-only")
    assert.equal((await desk.send("POST", "/v2/tags", { token: readOnly, body: { name: "x" } })).status, 403)
    assert.equal((await desk.get("/v2/tags", readOnly)).status, 200)
  })
})

describe("Idempotency-Key", () => {
  const post = (name: string, key: string, token = ada) =>
    desk.send("POST", "/v2/tags", { token, body: { name }, headers: { "Idempotency-Key": key } })

  test("the same request again gets the first answer again", async () => {
    const first = await post("once", "key-1")
    const second = await post("once", "key-1")
    assert.equal(first.status, 201)
    assert.equal(second.status, 201)
    assert.equal(second.headers.get("resource-id"), first.headers.get("resource-id"))
    assert.equal(second.headers.get("location"), first.headers.get("location"))
    assert.equal(second.headers.get("idempotency-replayed"), "true")
  })

  test("fifty at once make one tag", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post("fifty", "key-50")))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(answers.map(({ headers }) => headers.get("resource-id"))).size, 1)
    const { count } = await desk.db.one<{ count: number }>(sql`select count(*) from tags where name = 'fifty'`)
    assert.equal(count, 1)
  })

  test("409 with another body", async () => {
    await post("body-a", "key-body")
    assert.equal((await post("body-b", "key-body")).status, 409)
  })

  test("another user's key is another key", async () => {
    const other = await desk.tokenFor(ids.users.grace)
    assert.equal((await post("mine", "key-shared")).status, 201)
    assert.equal((await post("theirs", "key-shared", other)).status, 201)
  })

  test("a request that failed does not use the key up", async () => {
    assert.equal((await post("", "key-failed")).status, 400)
    assert.equal((await post("TWIN", "key-failed")).status, 409)
    assert.equal((await post("works now", "key-failed")).status, 201)
  })

  test("is kept for 24 hours", async () => {
    const now = desk.clock.now
    const first = await post("for a day", "key-day")
    desk.clock.now = new Date(now.getTime() + 24 * 3_600_000 - 1_000)
    assert.equal((await post("for a day", "key-day")).headers.get("resource-id"), first.headers.get("resource-id"))
    desk.clock.now = new Date(now.getTime() + 24 * 3_600_000)
    assert.equal((await post("for a day", "key-day")).status, 409, "runs again, and the name is taken")
    desk.clock.now = now
  })

  test("has 1 to 255 visible ASCII characters", async () => {
    assert.equal((await post("long key", "k".repeat(255))).status, 201)
    assert.equal((await post("longer key", "k".repeat(256))).status, 400)
    assert.equal((await post("spaced key", "a b")).status, 400)
  })
})

describe("PUT /v2/tags/{id}", () => {
  test("renames, and If-Match refuses what has changed meanwhile", async () => {
    const made = await desk.send("POST", "/v2/tags", { token: ada, body: { name: "before", color: "#112233" } })
    const path = `/v2/tags/${made.headers.get("resource-id")}`
    const etag = (await desk.get(path, ada)).headers.get("etag") ?? ""
    const put = (name: string, headers: Record<string, string>) =>
      desk.send("PUT", path, { token: ada, body: { name }, headers })
    assert.equal((await put("after", { "If-Match": etag })).status, 204)
    const read = await desk.get(path, ada)
    assert.equal(read.body.name, "after")
    assert.equal(read.body.color, "#112233")
    const stale = await put("lost", { "If-Match": etag })
    assert.equal(stale.status, 412)
    assert.equal(stale.body._links.about.href, `${desk.origin}/errors/changed_meanwhile`)
    assert.equal((await desk.get(path, ada)).body.name, "after")
    assert.equal((await put("forced", { "If-Match": "*" })).status, 204)
  })

  test("404 for one that is not there", async () => {
    assert.equal((await desk.send("PUT", "/v2/tags/999999", { token: ada, body: { name: "x" } })).status, 404)
  })
})

describe("DELETE /v2/tags/{id}", () => {
  test("If-Match spares what has changed meanwhile", async () => {
    const made = await desk.send("POST", "/v2/tags", { token: ada, body: { name: "spared" } })
    const path = `/v2/tags/${made.headers.get("resource-id")}`
    const stale = await desk.send("DELETE", path, { token: ada, headers: { "If-Match": '"old"' } })
    assert.equal(stale.status, 412)
    const etag = (await desk.get(path, ada)).headers.get("etag") ?? ""
    assert.equal((await desk.send("DELETE", path, { token: ada, headers: { "If-Match": etag } })).status, 204)
  })

  test("takes it off conversations, keeps the counts right and tells of it", async () => {
    const { id } = await desk.db.one<{ id: number }>(sql`select tag_id as id from conversation_tags
      group by tag_id order by count(*) desc limit 1`)
    assert.equal((await desk.send("DELETE", `/v2/tags/${id}`, { token: ada })).status, 204)
    assert.equal((await desk.get(`/v2/tags/${id}`, ada)).status, 404)
    assert.equal((await events("tag.deleted", id)).length, 1)
    const { count } = await desk.db.one<{ count: number }>(
      sql`select count(*) from conversation_tags where tag_id = ${id}`,
    )
    assert.equal(count, 0)
  })
})
