import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Inbox } from "@deskhand/contract/inboxes/inbox"
import { defaultRatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import type { ListedUser } from "@deskhand/contract/people/user"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let made = 0

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const send = (
  method: string,
  path: string,
  body?: object,
  more: { token?: string; headers?: Record<string, string> } = {},
) => desk.send(method, path, { token: ada, ...(body && { body }), ...more })
const makeInbox = async (more: object = {}) => {
  const { headers } = await send("POST", "/v2/mailboxes", {
    name: "Made",
    email: `made${++made}@desk.example`,
    ...more,
  })
  return Number(headers.get("resource-id"))
}
const kindsOf = async (id: number) =>
  (
    await desk.db.many<{ kind: string }>(sql`
    select kind from events where subject_id = ${id} and kind like 'inbox.%' order by id`)
  ).map(({ kind }) => kind)

describe("POST /v2/mailboxes", () => {
  test("creates one with its settings and folders, seen by admins at once", async () => {
    const { status, headers, body } = await send("POST", "/v2/mailboxes", {
      name: " Returns ",
      email: "returns@desk.example",
      signature: "<p>Yours</p>",
      statusAfterReply: "closed",
      defaultAssignee: ids.users.edsger,
      autoReply: { enabled: true, subject: "We have it", text: "<p>Thanks</p>" },
      ratingRequests: true,
      ratingTexts: { mailQuestion: " How did we do? ", thanks: "" },
      useReplyTo: "always",
      assignOnReply: false,
    })
    assert.deepEqual([status, body], [201, undefined])
    const id = Number(headers.get("resource-id"))
    const path = `/v2/mailboxes/${id}`
    assert.equal(headers.get("location"), desk.origin + path)
    const read = await desk.get(path, ada)
    assertShape(Inbox, read.body)
    const { slug, ...rest } = read.body
    assert.match(slug, /^[0-9a-f]{16}$/)
    assert.deepEqual(rest, {
      id,
      name: "Returns",
      email: "returns@desk.example",
      signature: "<p>Yours</p>",
      statusAfterReply: "closed",
      defaultAssignee: ids.users.edsger,
      autoReply: { enabled: true, subject: "We have it", text: "<p>Thanks</p>" },
      ratingRequests: true,
      ratingTexts: { ...defaultRatingTexts, mailQuestion: "How did we do?" },
      useReplyTo: "always",
      assignOnReply: false,
      createdAt: "2026-03-04T05:06:07Z",
      updatedAt: "2026-03-04T05:06:07Z",
      _links: {
        self: { href: desk.origin + path },
        fields: { href: `${desk.origin}${path}/fields` },
        folders: { href: `${desk.origin}${path}/folders` },
      },
    })
    assert.equal((await desk.get(`${path}/folders`, ada)).body.page.totalElements, 9)
    assert.deepEqual(await kindsOf(id), ["inbox.created"])
    assert.equal((await desk.get(path, await desk.tokenFor(ids.users.grace))).status, 404)
  })

  test("of ten at once with one address one is made", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send("POST", "/v2/mailboxes", { name: "Twin", email: "Twin@desk.example" })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
    const refused = answers.find(({ status }) => status === 409)
    assert.equal(refused?.body._embedded.errors[0].path, "email")
  })

  test("400 names what is wrong, 403 for users", async () => {
    const right = { name: "x", email: "right@desk.example" }
    for (const [wrong, path] of [
      [{ name: "" }, "name"],
      [{ name: " " }, "name"],
      [{ email: "nowhere" }, "email"],
      [{ statusAfterReply: "spam" }, "statusAfterReply"],
      [{ signature: "x".repeat(15_001) }, "signature"],
      [{ autoReply: { subject: "x".repeat(256) } }, "autoReply.subject"],
      [{ ratingTexts: { commentLabel: "x".repeat(201) } }, "ratingTexts.commentLabel"],
      // Nobody but admins may enter it yet.
      [{ defaultAssignee: ids.users.grace }, "defaultAssignee"],
      [{ defaultAssignee: ids.teams.firstLine }, "defaultAssignee"],
    ] as const) {
      const { status, body } = await send("POST", "/v2/mailboxes", { ...right, ...wrong })
      assert.deepEqual([status, body._embedded.errors[0].path], [400, path], JSON.stringify(wrong))
    }
    const tokens = [
      await desk.tokenFor(ids.users.grace),
      await desk.tokenFor(ids.users.light),
      await desk.tokenFor(ids.users.ada, "read-only"),
    ]
    for (const token of tokens) assert.equal((await send("POST", "/v2/mailboxes", right, { token })).status, 403)
  })
})

describe("PUT /v2/mailboxes/{id}", () => {
  test("changes what is given and leaves the rest", async () => {
    const id = await makeInbox({
      signature: "<p>S</p>",
      autoReply: { enabled: true, text: "T" },
      defaultAssignee: ids.users.ada,
    })
    const path = `/v2/mailboxes/${id}`
    const { body: before, headers } = await desk.get(path, ada)
    const etag = headers.get("etag") ?? ""
    const change = { name: "Renamed", autoReply: { enabled: false }, defaultAssignee: null }
    assert.equal((await send("PUT", path, change, { headers: { "If-Match": etag } })).status, 204)
    const { defaultAssignee, ...kept } = before
    assert.equal(defaultAssignee, ids.users.ada)
    assert.deepEqual((await desk.get(path, ada)).body, {
      ...kept,
      name: "Renamed",
      autoReply: { enabled: false, subject: "", text: "T" },
    })
    assert.equal((await send("PUT", path, { name: "Lost" }, { headers: { "If-Match": etag } })).status, 412)
    assert.deepEqual(await kindsOf(id), ["inbox.created", "inbox.updated"])
  })

  test("409 for another's address, 404 for none, 400 for an assignee who may not enter", async () => {
    const id = await makeInbox()
    const path = `/v2/mailboxes/${id}`
    const known = (await desk.get(`/v2/mailboxes/${ids.inboxes.support}`, ada)).body.email
    const taken = await send("PUT", path, { email: known.toUpperCase() })
    assert.deepEqual([taken.status, taken.body._embedded.errors[0].path], [409, "email"])
    assert.equal((await send("PUT", "/v2/mailboxes/999999", { name: "x" })).status, 404)
    assert.equal((await send("PUT", path, { defaultAssignee: ids.users.grace })).status, 400)
    await send("PUT", `${path}/users`, { userIds: [ids.users.grace] })
    assert.equal((await send("PUT", path, { defaultAssignee: ids.users.grace })).status, 204)
  })
})

describe("PUT /v2/mailboxes/{id}/users", () => {
  const usersOf = async (id: number) =>
    (await desk.get(`/v2/users?mailbox=${id}`, ada)).body._embedded.users.map(({ id }: ListedUser) => id)

  test("sets who may enter, beside owners and admins", async () => {
    const { ada: adaId, edsger, grace, light, limited } = ids.users
    const id = await makeInbox()
    const path = `/v2/mailboxes/${id}/users`
    assert.equal((await send("PUT", path, { userIds: [grace, light, adaId, grace] })).status, 204)
    assert.deepEqual(await usersOf(id), [adaId, edsger, grace, light])
    assert.equal((await desk.get(`/v2/mailboxes/${id}`, await desk.tokenFor(grace))).status, 200)
    assert.equal((await send("PUT", path, { userIds: [limited, light] })).status, 204)
    assert.deepEqual(await usersOf(id), [adaId, edsger, light, limited])
    assert.equal((await desk.get(`/v2/mailboxes/${id}`, await desk.tokenFor(grace))).status, 404)
    const { data } = await desk.db.one<{ data: object }>(sql`
      select data from events where subject_id = ${id} and kind = 'inbox.updated' order by id desc limit 1`)
    assert.deepEqual(data, { addedUserIds: [limited], removedUserIds: [grace] })
  })

  test("400 names who cannot enter, 404 for no inbox, 403 for users", async () => {
    const path = `/v2/mailboxes/${ids.inboxes.support}/users`
    for (const stranger of [ids.teams.firstLine, ids.users.deactivated, 999_999]) {
      const { status, body } = await send("PUT", path, { userIds: [ids.users.grace, stranger] })
      assert.deepEqual([status, body._embedded.errors[0].path], [400, "userIds[1]"])
    }
    assert.equal((await send("PUT", "/v2/mailboxes/999999/users", { userIds: [] })).status, 404)
    assert.equal(
      (await send("PUT", path, { userIds: [] }, { token: await desk.tokenFor(ids.users.grace) })).status,
      403,
    )
  })
})

describe("DELETE /v2/mailboxes/{id}", () => {
  test("409 while there are conversations, deleted ones too, and says what to do", async () => {
    for (const id of [ids.inboxes.support, ids.inboxes.paging]) {
      const { status, body } = await send("DELETE", `/v2/mailboxes/${id}`)
      assert.equal(status, 409)
      assert.match(body.message, /move them to another inbox first/)
    }
    const id = await makeInbox()
    await desk.db.run(sql`
      update conversations set inbox_id = ${id}, state = 'deleted' where id = ${ids.conversations.paging[0]}`)
    assert.equal((await send("DELETE", `/v2/mailboxes/${id}`)).status, 409)
  })

  test("an empty one goes with all that belongs to it", async () => {
    const id = await makeInbox()
    const path = `/v2/mailboxes/${id}`
    await send("POST", `${path}/fields`, { name: "F", type: "dropdown", options: [{ label: "A" }] })
    await send("POST", `${path}/saved-replies`, { name: "R", text: "T" })
    await send("POST", `${path}/folders`, { name: "V", query: "tag:x" })
    await send("PUT", `${path}/users`, { userIds: [ids.users.grace] })
    const userIds = [ids.users.grace]
    await send("PUT", `${path}/routing`, {
      state: "enabled",
      assignmentLimit: 1,
      assignmentMethod: "balanced",
      userIds,
    })
    assert.equal((await send("DELETE", path, undefined, { headers: { "If-Match": '"old"' } })).status, 412)
    assert.equal((await send("DELETE", path)).status, 204)
    assert.equal((await desk.get(path, ada)).status, 404)
    assert.equal((await send("DELETE", path)).status, 404)
    assert.deepEqual(
      await desk.db.many(sql`select inbox_id from events where subject_id = ${id} and kind = 'inbox.deleted'`),
      [{ inbox_id: null }],
    )
    const { left } = await desk.db.one<{ left: number }>(sql`
      select (select count(*) from folders where inbox_id = ${id}) + (select count(*) from custom_fields
        where inbox_id = ${id}) + (select count(*) from routing_users where inbox_id = ${id}) as left`)
    assert.equal(left, 0)
  })
})
