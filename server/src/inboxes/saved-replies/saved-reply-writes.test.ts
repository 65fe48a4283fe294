import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { SavedReply, SavedReplyList } from "@deskhand/contract/inboxes/saved-reply"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let grace: string
let list: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  grace = await desk.tokenFor(ids.users.grace)
  list = `/v2/mailboxes/${ids.inboxes.support}/saved-replies`
})
after(() => desk.close())

const send = (
  method: string,
  path: string,
  body?: object,
  more: { token?: string; headers?: Record<string, string> } = {},
) => desk.send(method, path, { token: grace, ...(body && { body }), ...more })

describe("saved replies", () => {
  test("are made, changed and deleted by who works in the inbox", async () => {
    const made = await send("POST", list, { name: " Gratitude ", text: "<p>Thank you</p>", chatText: "Thanks!" })
    assert.deepEqual([made.status, made.body], [201, undefined])
    const id = Number(made.headers.get("resource-id"))
    const path = `${list}/${id}`
    assert.equal(made.headers.get("location"), desk.origin + path)
    const read = await desk.get(path, grace)
    assertShape(SavedReply, read.body)
    const _links = { self: { href: desk.origin + path } }
    assert.deepEqual(read.body, { id, name: "Gratitude", text: "<p>Thank you</p>", chatText: "Thanks!", _links })
    const headers = { "If-Match": read.headers.get("etag") ?? "" }
    assert.equal((await send("PUT", path, { name: "Bye", text: "<p>Bye</p>" }, { headers })).status, 204)
    assert.deepEqual((await desk.get(path, grace)).body, { id, name: "Bye", text: "<p>Bye</p>", _links })
    assert.equal((await send("PUT", path, { name: "Lost", text: "x" }, { headers })).status, 412)
    assert.equal((await send("DELETE", path, undefined, { headers })).status, 412)
    assert.equal((await send("DELETE", path)).status, 204)
    assert.equal((await desk.get(path, grace)).status, 404)
    const events = await desk.db.many(sql`select kind, inbox_id from events where subject_id = ${id} order by id`)
    const inbox_id = ids.inboxes.support
    assert.deepEqual(
      events,
      ["created", "updated", "deleted"].map((what) => ({ kind: `saved-reply.${what}`, inbox_id })),
    )
  })

  test("for chats only have no text and are listed on request", async () => {
    const made = await send("POST", list, { name: "Chat only", text: " ", chatText: " Hi\n there " })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const id = Number(made.headers.get("resource-id"))
    const path = `${list}/${id}`
    const _links = { self: { href: desk.origin + path } }
    const read = await desk.get(path, grace)
    assertShape(SavedReply, read.body)
    assert.deepEqual(read.body, { id, name: "Chat only", chatText: "Hi\n there", _links })
    const listed = async (query: string) => {
      const { status, body } = await desk.get(list + query, grace)
      assert.equal(status, 200)
      assertShape(SavedReplyList, body)
      return body.find((reply: { id: number }) => reply.id === id)
    }
    for (const query of ["", "?includeChatReplies=false"]) assert.equal(await listed(query), undefined)
    assert.deepEqual(await listed("?includeChatReplies=true"), { id, name: "Chat only", chatPreview: "Hi there" })

    assert.equal((await send("PUT", path, { name: "Both", text: "<p>Hello</p>", chatText: "Hi" })).status, 204)
    assert.deepEqual(await listed(""), { id, name: "Both", preview: "Hello", chatPreview: "Hi" })
    assert.equal((await send("PUT", path, { name: "Chat only", text: null, chatText: "Hi" })).status, 204)
    assert.deepEqual((await desk.get(path, grace)).body, { id, name: "Chat only", chatText: "Hi", _links })
  })

  test("one that threads were made with can go too", async () => {
    const { id } = await desk.db.one<{ id: number }>(
      sql`select saved_reply_id as id from threads where saved_reply_id is not null limit 1`,
    )
    assert.equal((await send("DELETE", `${list}/${id}`)).status, 204)
  })

  test("names are unique in an inbox, in whatever case, also when they come at once", async () => {
    const answers = await Promise.all(
      ["Twin", "twin", "TWIN", "tWin"].map((name) => send("POST", list, { name, text: "x" })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.equal(refused?.body._embedded.errors[0].path, "name")
    const elsewhere = `/v2/mailboxes/${ids.inboxes.paging}/saved-replies`
    assert.equal((await send("POST", elsewhere, { name: "Twin", text: "x" })).status, 201)
    const other = await send("POST", list, { name: "Other", text: "x" })
    const path = `${list}/${other.headers.get("resource-id")}`
    assert.equal((await send("PUT", path, { name: "Twin", text: "x" })).status, 409)
    assert.equal((await send("PUT", path, { name: "OTHER", text: "x" })).status, 204)
  })

  test("400 names what is wrong; 403 for light users; 404 outside one's inboxes", async () => {
    for (const [body, path] of [
      [{ text: "x" }, "name"],
      [{ name: " ", text: "x" }, "name"],
      [{ name: "x" }, "text"],
      [{ name: "x", text: "" }, "text"],
      [{ name: "x", text: " ", chatText: " " }, "text"],
      [{ name: "x", text: "x", chatText: "x".repeat(15_001) }, "chatText"],
    ] as const) {
      const { status, body: refusal } = await send("POST", list, body)
      assert.deepEqual([status, refusal._embedded.errors[0].path], [400, path])
    }
    const body = { name: "x", text: "x" }
    const light = { token: await desk.tokenFor(ids.users.light) }
    assert.equal((await send("POST", list, body, light)).status, 403)
    const readOnly = { token: await desk.tokenFor(ids.users.grace, "read-only") }
    assert.equal((await send("POST", list, body, readOnly)).status, 403)
    const limited = { token: await desk.tokenFor(ids.users.limited) }
    const hidden = `/v2/mailboxes/${ids.inboxes.hidden}/saved-replies`
    assert.equal((await send("POST", hidden, body, limited)).status, 404)
    assert.equal((await send("PUT", `${hidden}/1`, body, limited)).status, 404)
    const elsewhere = `/v2/mailboxes/${ids.inboxes.paging}/saved-replies/${Object.values(ids.savedReplies)[0]}`
    assert.equal((await send("PUT", elsewhere, body)).status, 404)
    assert.equal((await send("DELETE", elsewhere)).status, 404)
  })
})
