import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Folder, type ListedFolder } from "@deskhand/contract/inboxes/folder"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let list: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  list = `/v2/mailboxes/${ids.inboxes.support}/folders`
})
after(() => desk.close())

const send = (
  method: string,
  path: string,
  body?: object,
  more: { token?: string; headers?: Record<string, string> } = {},
) => desk.send(method, path, { token: ada, ...(body && { body }), ...more })
const listed = async () => (await desk.get(list, ada)).body._embedded.folders as ListedFolder[]
const standard = async () => (await listed()).find(({ type }) => type === "closed")?.id ?? 0

describe("custom folders", () => {
  test("are made with a query, shown with its counts, changed and deleted", async () => {
    const query = "(status:closed)"
    const made = await send("POST", list, { name: " Done ", query })
    assert.deepEqual([made.status, made.body], [201, undefined])
    const id = Number(made.headers.get("resource-id"))
    const path = `${list}/${id}`
    assert.equal(made.headers.get("location"), desk.origin + path)
    const { body, headers } = await desk.get(path, ada)
    assertShape(Folder, body)
    const { total } = await desk.db.one<{ total: number }>(sql`select count(*) as total from conversations
      where inbox_id = ${ids.inboxes.support} and status = 'closed' and state = 'published'`)
    const updatedAt = "2026-03-04T05:06:07Z"
    const folder = { id, name: "Done", type: "custom", userId: 0, updatedAt, totalCount: total, activeCount: 0 }
    assert.ok(total > 0)
    assert.deepEqual(body, { ...folder, query })
    assert.deepEqual((await listed()).at(-1), folder)
    const stale = { headers: { "If-Match": headers.get("etag") ?? "" } }
    assert.equal((await send("PUT", path, { query: "tag:scenario-vip" }, stale)).status, 204)
    const { body: changed } = await desk.get(path, ada)
    assert.deepEqual([changed.name, changed.query], ["Done", "tag:scenario-vip"])
    assert.equal((await send("PUT", path, { name: "Lost" }, stale)).status, 412)
    assert.equal((await send("DELETE", path, undefined, stale)).status, 412)
    assert.equal((await send("DELETE", path)).status, 204)
    assert.equal((await desk.get(path, ada)).status, 404)
    const kinds = await desk.db.many(sql`
      select kind, inbox_id from events where subject_id = ${id} and kind like 'folder.%' order by id`)
    const inbox_id = ids.inboxes.support
    assert.deepEqual(
      kinds,
      ["created", "updated", "deleted"].map((what) => ({ kind: `folder.${what}`, inbox_id })),
    )
  })

  test("400 tells where a query cannot be read, and names what else is wrong", async () => {
    for (const [query, at] of [
      ["(tag:x", 6],
      ["nothing:here", 0],
      [" ", 1],
    ] as const)
      for (const [method, path] of [
        ["POST", list],
        ["PUT", `${list}/${ids.folders.support["custom"]}`],
      ] as const) {
        const { status, body } = await send(method, path, { name: "x", query })
        const [error] = body._embedded.errors
        assert.deepEqual([status, error.path, error.source], [400, "query", "JSON"])
        assert.match(error.message, new RegExp(`at character ${at}:`))
      }
    for (const [body, path] of [
      [{ query: "tag:x" }, "name"],
      [{ name: " ", query: "tag:x" }, "name"],
      [{ name: "x" }, "query"],
      [{ name: "x", query: "tag:x", teamId: ids.teams.empty }, "query"],
      [{ name: "x", teamId: ids.users.grace }, "teamId"],
      [{ name: "x", query: "x".repeat(2_049) }, "query"],
    ] as const) {
      const { status, body: refusal } = await send("POST", list, body)
      assert.deepEqual([status, refusal._embedded.errors[0].path], [400, path], JSON.stringify(body))
    }
  })
})

describe("folders of teams", () => {
  test("are made once for each inbox, named as the team unless otherwise, and renamed", async () => {
    const made = await send("POST", list, { teamId: ids.teams.empty })
    assert.equal(made.status, 201)
    const path = `${list}/${made.headers.get("resource-id")}`
    const { body } = await desk.get(path, ada)
    assert.deepEqual(
      [body.name, body.type, body.teamId, body.totalCount],
      ["Scenario Nobody", "team", ids.teams.empty, 0],
    )
    const again = await send("POST", list, { teamId: ids.teams.empty })
    assert.deepEqual([again.status, again.body._embedded.errors[0].path], [409, "teamId"])
    assert.equal((await send("PUT", path, { name: "Ours" })).status, 204)
    assert.equal((await desk.get(path, ada)).body.name, "Ours")
    assert.equal((await send("PUT", path, { query: "tag:x" })).status, 400)
    assert.equal((await send("DELETE", path)).status, 204)
  })
})

describe("standard folders", () => {
  test("stay as they are", async () => {
    const path = `${list}/${await standard()}`
    assert.equal((await desk.get(path, ada)).body.type, "closed")
    for (const [method, body] of [
      ["PUT", { name: "x" }],
      ["DELETE", undefined],
    ] as const) {
      const { status, body: refusal } = await send(method, path, body)
      assert.equal(status, 403)
      assert.match(refusal.message, /standard folder/)
    }
  })
})

describe("who may", () => {
  test("403 for users, light users and read-only tokens; 404 outside the inbox", async () => {
    const tokens = [
      await desk.tokenFor(ids.users.grace),
      await desk.tokenFor(ids.users.light),
      await desk.tokenFor(ids.users.ada, "read-only"),
    ]
    for (const token of tokens)
      assert.equal((await send("POST", list, { name: "x", query: "tag:x" }, { token })).status, 403)
    const elsewhere = `/v2/mailboxes/${ids.inboxes.paging}/folders/${ids.folders.support["custom"]}`
    assert.equal((await desk.get(elsewhere, ada)).status, 404)
    assert.equal((await send("PUT", elsewhere, { name: "x" })).status, 404)
    assert.equal((await send("DELETE", elsewhere)).status, 404)
    assert.equal((await send("POST", "/v2/mailboxes/999999/folders", { name: "x", query: "tag:x" })).status, 404)
  })
})
