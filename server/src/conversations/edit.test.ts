import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { typed } from "../../test/desk/creating.ts"
import { listWrongConversations, listWrongCounts, listWrongSearchEntries } from "../../test/desk/seeded.ts"
import { sql } from "../db/db.ts"
import { purgeDeleted } from "./purge.ts"

let on: Changing

before(async () => {
  on = await changingDesk()
  // Nobody is assigned here but by the requests themselves.
  await on.desk.db.run(sql`update routing set state = 'disabled'`)
})
after(() => on.desk.close())

const replace = (path: string, value: unknown) => ({ op: "replace", path, value })

describe("PATCH /v2/conversations/{id}", () => {
  test("changes the subject, by which it is found from then on", async () => {
    const id = await on.fresh({ subject: "Zwetschgenkuchen" })
    assert.equal((await on.patch(id, replace("/subject", "Pflaumenkuchen"))).status, 204)
    assert.equal((await on.read(id)).conversation.subject, "Pflaumenkuchen")
    const found = async (word: string) =>
      (await on.desk.get(`/v2/conversations?query=(subject:${word})&status=all`, on.ada)).body.page.totalElements
    assert.deepEqual([await found("Zwetschgenkuchen"), await found("Pflaumenkuchen")], [0, 1])
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text }) => [action, text]),
      [["default", "Ada Lovelace changed the subject from “Zwetschgenkuchen”"]],
    )
    assert.deepEqual(await on.toldOf(id), [{ kind: "convo.updated", data: { changed: ["subject"] } }])
  })

  test("closes it in the name of who did, and reopening forgets that", async () => {
    const id = await on.fresh()
    on.passSeconds(60)
    assert.equal((await on.patch(id, replace("/status", "closed"), on.grace)).status, 204)
    const { conversation } = await on.read(id)
    const closedAt = `${on.desk.clock.now.toISOString().slice(0, 19)}Z`
    const { closed, assigned } = on.ids.folders.support
    assert.deepEqual(
      [conversation.status, conversation.closedBy, conversation.closedAt, conversation.folderId],
      ["closed", on.ids.users.grace, closedAt, closed],
    )
    assert.equal(conversation.userUpdatedAt, closedAt)
    await on.patch(id, replace("/status", "ACTIVE"))
    const reopened = (await on.read(id)).conversation
    assert.deepEqual([reopened.status, reopened.closedBy, reopened.closedAt], ["active", undefined, undefined])
    assert.equal(reopened.folderId, assigned)
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text, user }) => [action, text, user]),
      [
        ["status-changed", "Grace Hopper marked as Closed", on.ids.users.grace],
        ["status-changed", "Ada Lovelace marked as Active", on.ids.users.ada],
      ],
    )
    assert.deepEqual(await on.toldOf(id), [
      { kind: "convo.status", data: { from: "active", to: "closed" } },
      { kind: "convo.status", data: { from: "closed", to: "active" } },
    ])
  })

  test("assigns to people and teams, and unassigns", async () => {
    const { ada, grace } = on.ids.users
    const { firstLine } = on.ids.teams
    const id = await on.fresh()
    const assignee = async () => (await on.read(id)).conversation.assignee?.id
    assert.equal((await on.patch(id, replace("/assignTo", ada))).status, 204)
    assert.equal(await assignee(), ada)
    assert.equal((await on.patch(id, replace("/assignTo", String(firstLine)))).status, 204)
    assert.equal(await assignee(), firstLine)
    assert.equal((await on.patch(id, { op: "remove", path: "/assignTo" })).status, 204)
    assert.equal(await assignee(), undefined)
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text, entities }) => [action, text, entities]),
      [
        ["assigned", "Ada Lovelace took this conversation", { user: ada }],
        ["assigned", "Ada Lovelace assigned this conversation to Scenario First Line", { user: firstLine }],
        ["unassigned", "Ada Lovelace unassigned this conversation", null],
      ],
    )
    assert.deepEqual(await on.toldOf(id), [
      { kind: "convo.assigned", data: { from: grace, to: ada } },
      { kind: "convo.assigned", data: { from: ada, to: firstLine } },
      { kind: "convo.assigned", data: { from: firstLine, to: null } },
    ])
  })

  test("moves it to another inbox: fields go along by name, nothing is lost, who may not enter is unassigned", async () => {
    const { support, hidden } = on.ids.inboxes
    const { text: plan, number } = await fieldsOfSupport()
    const carried = await on.desk.db.one<{ id: number }>(sql`
      insert into custom_fields (inbox_id, name, type) select ${hidden}, upper(name), type from custom_fields
      where id = ${plan} returning id`)
    const { conversation: made } = await on.made({
      assignTo: on.ids.users.limited,
      fields: [
        { id: plan, value: "gold" },
        { id: number, value: 4 },
      ],
    })
    const numberName = made.customFields.find((field: { id: number }) => field.id === number).name
    assert.equal((await on.patch(made.id, { op: "move", path: "/mailboxId", value: hidden })).status, 204)
    const { conversation } = await on.read(made.id)
    assert.deepEqual(
      [conversation.mailboxId, conversation.assignee, conversation.folderId],
      [hidden, undefined, on.ids.folders.hidden.unassigned],
    )
    assert.deepEqual(
      conversation.customFields.map(({ id, value }: { id: number; value: string }) => [id, value]),
      [[carried.id, "gold"]],
    )
    assert.deepEqual(
      (await on.notesOf(made.id)).map(({ action, entities }) => [action, entities]),
      [
        ["moved-from-mailbox", { inbox: support }],
        ["unassigned", null],
        ["fields-changed", null],
      ],
    )
    assert.equal((await on.notesOf(made.id)).at(-1)?.text, `Ada Lovelace left behind ${numberName}: 4`)
    assert.deepEqual(
      (await on.toldOf(made.id)).map(({ kind }) => kind),
      ["convo.moved", "convo.assigned"],
    )
    assert.equal((await on.desk.get(`/v2/conversations/${made.id}`, await limited())).status, 404)
  })

  test("changes the customer, under whom it is listed and counted from then on", async () => {
    const id = await on.fresh({ customer: { email: "first@elsewhere.example", firstName: "First" } })
    const other = await on.fresh({ customer: { email: "second@elsewhere.example" } })
    const second = (await on.read(other)).conversation.primaryCustomer.id
    assert.equal((await on.patch(id, replace("/primaryCustomer.id", second))).status, 204)
    assert.equal((await on.read(id)).conversation.primaryCustomer.email, "second@elsewhere.example")
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text }) => [action, text]),
      [["customer-changed", "Ada Lovelace changed the customer from First"]],
    )
    assert.deepEqual(await on.toldOf(id), [{ kind: "convo.updated", data: { changed: ["primaryCustomer"] } }])
  })

  test("/draft true is refused by name once it is published, and changes nothing of a draft", async () => {
    const { id } = await on.made({ threads: [typed("reply", { draft: true })] })
    assert.equal((await on.patch(id, replace("/draft", true))).status, 204)
    assert.equal((await on.read(id)).conversation.state, "draft")
    assert.equal((await on.patch(id, replace("/draft", false))).status, 204)
    const { status, body } = await on.patch(id, replace("/draft", true))
    const message = "must be false for /draft: a published conversation cannot become a draft again"
    assert.deepEqual([status, body._embedded.errors[0].message], [400, message])
    assert.equal((await on.read(id)).conversation.state, "published")
  })

  test("publishes a draft, which is new to everybody then", async () => {
    const { id } = await on.made({ threads: [typed("reply", { draft: true, text: "Lebkuchen for all" })] })
    assert.equal((await on.desk.get(`/v2/conversations/${id}`, on.grace)).status, 404)
    on.passSeconds(5)
    assert.equal((await on.patch(id, replace("/draft", false))).status, 204)
    const { conversation, threads } = await on.read(id, on.grace)
    assert.deepEqual(
      [conversation.state, conversation.threads, conversation.preview],
      ["published", 1, "Lebkuchen for all"],
    )
    assert.deepEqual(
      threads.map(({ state }) => state),
      ["published"],
    )
    assert.deepEqual(await on.toldOf(id), [{ kind: "convo.created", data: {} }])
  })

  test("applies several operations together", async () => {
    const id = await on.fresh()
    const operations = [
      replace("/status", "pending"),
      replace("/subject", "Both"),
      replace("/assignTo", on.ids.users.ada),
    ]
    assert.equal((await on.patch(id, operations)).status, 204)
    const { conversation } = await on.read(id)
    assert.deepEqual(
      [conversation.status, conversation.subject, conversation.assignee.id],
      ["pending", "Both", on.ids.users.ada],
    )
  })

  test("takes the media type of patches", async () => {
    const id = await on.fresh()
    const headers = { "Content-Type": "application/json-patch+json" }
    assert.equal((await on.patch(id, [replace("/status", "pending")], on.ada, headers)).status, 204)
  })

  test("leaves no trace where nothing changes", async () => {
    const id = await on.fresh()
    const { conversation } = await on.read(id)
    on.passSeconds(60)
    const same = [replace("/status", "active"), replace("/subject", conversation.subject), replace("/draft", false)]
    assert.equal((await on.patch(id, same)).status, 204)
    assert.deepEqual((await on.read(id)).conversation.userUpdatedAt, conversation.userUpdatedAt)
    assert.deepEqual([await on.notesOf(id), await on.toldOf(id)], [[], []])
  })

  const refusals: [name: string, patch: () => unknown, path: string][] = [
    ["an unknown path", () => replace("/number", 4), "path"],
    ["an unknown operation", () => ({ op: "shred", path: "/status" }), "op"],
    ["an operation that does not fit", () => ({ op: "remove", path: "/status" }), "op"],
    ["an unknown status", () => replace("/status", "done"), "value"],
    ["an operation without a path", () => [{ op: "replace", value: 1 }], "[0].path"],
    ["a word instead of an operation", () => '"closed"', "body"],
    ["no value", () => ({ op: "replace", path: "/status" }), "value"],
    ["an empty subject", () => replace("/subject", ""), "value"],
    ["a subject that is too long", () => replace("/subject", "x".repeat(999)), "value"],
    ["an inbox that is not there", () => replace("/mailboxId", 999_999), "value"],
    ["a customer who is not there", () => replace("/primaryCustomer.id", 999_999), "value"],
    ["an assignee who is not there", () => replace("/assignTo", 999_999), "value"],
    ["a light user", () => replace("/assignTo", on.ids.users.light), "value"],
    ["somebody without access", () => replace("/assignTo", on.ids.users.outsider), "value"],
    ["making a draft of it", () => replace("/draft", true), "value"],
    ["making a draft of it as well", () => [replace("/status", "closed"), replace("/draft", true)], "[1].value"],
    ["an empty list", () => [], "body"],
    ["the second of two", () => [replace("/status", "closed"), replace("/assignTo", "x")], "[1].value"],
  ]
  for (const [name, patch, path] of refusals)
    test(`refuses ${name}, and changes nothing`, async () => {
      const id = await on.fresh()
      const answer = await on.patch(id, patch())
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      assert.equal(answer.body._embedded.errors[0].path, path)
      assert.deepEqual([(await on.read(id)).conversation.status, await on.notesOf(id)], ["active", []])
    })

  test("wants a right to the conversation and to change it", async () => {
    const id = await on.fresh({ mailboxId: on.ids.inboxes.hidden })
    const close = replace("/status", "closed")
    assert.equal((await on.patch(id, close, await limited())).status, 404)
    const light = await on.desk.tokenFor(on.ids.users.light)
    assert.equal((await on.patch(await on.fresh(), close, light)).status, 403)
    const reading = await on.desk.tokenFor(on.ids.users.ada, "read-only")
    assert.equal((await on.patch(id, close, reading)).status, 403)
    assert.equal((await on.patch(999_999, close)).status, 404)
    const hidden = replace("/mailboxId", on.ids.inboxes.hidden)
    assert.equal((await on.patch(await on.fresh(), hidden, await limited())).status, 400)
  })

  test("keeps to If-Match", async () => {
    const id = await on.fresh()
    const read = await on.desk.get(`/v2/conversations/${id}`, on.ada)
    const ifMatch = { "If-Match": read.headers.get("etag") ?? "" }
    assert.equal((await on.patch(id, replace("/status", "pending"), on.ada, ifMatch)).status, 204)
    assert.equal((await on.patch(id, replace("/status", "closed"), on.ada, ifMatch)).status, 412)
    assert.equal((await on.read(id)).conversation.status, "pending")
  })

  test("lets a token for drafts publish none", async () => {
    const token = await on.desk.tokenFor(on.ids.users.ada, "drafts-only")
    const { id } = await on.made({ threads: [typed("reply")] }, token)
    assert.equal((await on.patch(id, replace("/draft", false), token)).status, 403)
  })
})

describe("DELETE /v2/conversations/{id}", () => {
  test("puts it into the Deleted folder, from where an admin brings it back", async () => {
    const id = await on.fresh()
    const gone = () => on.desk.send("DELETE", `/v2/conversations/${id}`, { token: on.grace })
    assert.equal((await gone()).status, 204)
    assert.equal((await gone()).status, 204)
    const { conversation } = await on.read(id)
    assert.deepEqual([conversation.state, conversation.folderId], ["deleted", on.ids.folders.support.deleted])
    assert.equal((await on.patch(id, replace("/state", "published"), on.grace)).status, 403)
    assert.equal((await on.patch(id, replace("/draft", false))).status, 403)
    assert.equal((await on.patch(id, replace("/state", "published"))).status, 204)
    const restored = (await on.read(id)).conversation
    assert.deepEqual([restored.state, restored.folderId], ["published", on.ids.folders.support.assigned])
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text }) => [action, text]),
      [
        ["deleted", "Grace Hopper deleted this conversation"],
        ["restored", "Ada Lovelace restored this conversation"],
      ],
    )
    assert.deepEqual(
      (await on.toldOf(id)).map(({ kind }) => kind),
      ["convo.deleted", "convo.restored"],
    )
  })

  test("is for good when the operator wants that, after so many days", async () => {
    const id = await on.fresh({ tags: ["Marzipan"] })
    await on.desk.send("DELETE", `/v2/conversations/${id}`, { token: on.ada })
    const { db, files, outgoing, clock } = on.desk
    const purge = (deletedRetentionDays: number) => {
      const config = { ...on.desk.config, deletedRetentionDays }
      const desk = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
      return purgeDeleted(desk, undefined, new AbortController().signal)
    }
    on.passSeconds(30 * 86_400 - 1)
    await purge(30)
    on.passSeconds(1)
    await purge(0)
    assert.equal((await on.read(id)).conversation.state, "deleted")
    await purge(30)
    assert.equal((await on.desk.get(`/v2/conversations/${id}`, on.ada)).status, 404)
    assert.deepEqual((await on.toldOf(id)).at(-1), { kind: "convo.deleted", data: { purged: true } })
  })

  test("removes a draft, which nobody else knew", async () => {
    const { id } = await on.made({ threads: [typed("reply", { draft: true })], tags: ["Marzipan"] })
    assert.equal((await on.desk.send("DELETE", `/v2/conversations/${id}`, { token: on.ada })).status, 204)
    assert.equal((await on.desk.get(`/v2/conversations/${id}`, on.ada)).status, 404)
    assert.deepEqual(
      (await on.toldOf(id)).map(({ kind }) => kind),
      ["convo.draft.changed"],
    )
  })

  test("is not for everybody", async () => {
    const id = await on.fresh()
    const light = await on.desk.tokenFor(on.ids.users.light)
    assert.equal((await on.desk.send("DELETE", `/v2/conversations/${id}`, { token: light })).status, 403)
  })
})

test("whatever was changed, counters and what conversations tell of themselves are right", async () => {
  assert.deepEqual(await listWrongCounts(on.desk.db), [])
  assert.deepEqual(await listWrongSearchEntries(on.desk.db), [])
  const touched = await on.desk.db.many<{ id: number }>(sql`select distinct conversation_id as id from events`)
  const wrong = (await listWrongConversations(on.desk.db)) as { id: number }[]
  assert.deepEqual(
    wrong.filter(({ id }) => touched.some((conversation) => conversation.id === id)),
    [],
  )
})

const limited = () => on.desk.tokenFor(on.ids.users.limited)

async function fieldsOfSupport(): Promise<{ text: number; number: number }> {
  const rows = await on.desk.db.many<{ id: number; type: "text" | "number" }>(sql`
    select min(id) as id, replace(type, 'singleline', 'text') as type from custom_fields
    where inbox_id = ${on.ids.inboxes.support} and type in ('singleline', 'number') group by type`)
  return Object.fromEntries(rows.map(({ id, type }) => [type, id])) as { text: number; number: number }
}
