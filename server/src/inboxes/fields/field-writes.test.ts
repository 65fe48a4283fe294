import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { CustomField } from "@deskhand/contract/inboxes/custom-field"
import { type Creating, creatingDesk } from "../../../test/desk/creating.ts"
import type { TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { until } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import { removeFieldValues } from "./remove-values.ts"
import { readFieldValues } from "./values.ts"

let creating: Creating
let desk: TestDesk
let ids: Creating["ids"]
let list: string
let made = 0

before(async () => {
  creating = await creatingDesk()
  ;({ desk, ids } = creating)
  list = `/v2/mailboxes/${ids.inboxes.support}/fields`
})
after(() => desk.close())

const send = (
  method: string,
  path: string,
  body?: object,
  more: { token?: string; headers?: Record<string, string> } = {},
) => desk.send(method, path, { token: creating.ada, ...(body && { body }), ...more })
const makeField = async (more: object) => {
  const { status, headers } = await send("POST", list, { name: `Field ${++made}`, ...more })
  assert.equal(status, 201)
  return Number(headers.get("resource-id"))
}
const read = async (id: number): Promise<CustomField> => {
  const { body } = await desk.get(`${list}/${id}`, creating.ada)
  assertShape(CustomField, body)
  return body
}
const kindsOf = async (id: number) =>
  (
    await desk.db.many<{ kind: string }>(sql`
      select kind from events where subject_id = ${id} and kind like 'custom-field.%' order by id`)
  ).map(({ kind }) => kind)
const labels = ({ options = [] }: CustomField) => options.map(({ label }) => label)

describe("POST /v2/mailboxes/{id}/fields", () => {
  test("makes one behind the others, a dropdown with its options in their order", async () => {
    const options = [{ label: " Gold " }, { label: "Silver" }]
    const { status, headers, body } = await send("POST", list, { name: " Medal ", type: "dropdown", options })
    assert.deepEqual([status, body], [201, undefined])
    const id = Number(headers.get("resource-id"))
    assert.equal(headers.get("location"), `${desk.origin}${list}/${id}`)
    const { options: given = [], order, ...field } = await read(id)
    assert.deepEqual(field, { id, required: false, type: "dropdown", name: "Medal" })
    assert.deepEqual(
      given.map(({ label, order }) => [label, order]),
      [
        ["Gold", 1],
        ["Silver", 2],
      ],
    )
    const all = (await desk.get(list, creating.ada)).body._embedded.fields
    assert.equal(all.at(-1).id, id)
    assert.equal(order, Math.max(...all.map(({ order }: CustomField) => order)))
    assert.deepEqual(await kindsOf(id), ["custom-field.created"])
    const value = String(given[1]?.id)
    const { conversation } = await creating.made({ fields: [{ id, value }] })
    assert.deepEqual(conversation.customFields, [{ id, name: "Medal", value, text: "Silver" }])
  })

  test("400 names what is wrong, 409 for a name that is taken", async () => {
    for (const [body, path] of [
      [{ type: "date" }, "name"],
      [{ name: " ", type: "date" }, "name"],
      [{ name: "x" }, "type"],
      [{ name: "x", type: "colour" }, "type"],
      [{ name: "x", type: "date", order: -1 }, "order"],
      [{ name: "x", type: "dropdown" }, "options"],
      [{ name: "x", type: "dropdown", options: [] }, "options"],
      [{ name: "x", type: "date", options: [{ label: "a" }] }, "options"],
      [{ name: "x", type: "dropdown", options: [{ label: "a" }, { label: "A" }] }, "options"],
      [{ name: "x", type: "dropdown", options: [{ label: "a" }, { label: " " }] }, "options[1].label"],
      [{ name: "x", type: "dropdown", options: [{ id: 1, label: "a" }] }, "options[0].id"],
    ] as const) {
      const { status, body: refusal } = await send("POST", list, body)
      assert.deepEqual([status, refusal._embedded.errors[0].path], [400, path], JSON.stringify(body))
    }
    const answers = await Promise.all(["Twin", "twin"].map((name) => send("POST", list, { name, type: "date" })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  })

  test("403 for users and light users, 404 for no inbox", async () => {
    const body = { name: "x", type: "date" }
    for (const user of ["grace", "light"] as const)
      assert.equal((await send("POST", list, body, { token: await desk.tokenFor(ids.users[user]) })).status, 403)
    assert.equal((await send("POST", "/v2/mailboxes/999999/fields", body)).status, 404)
  })
})

describe("PUT /v2/mailboxes/{id}/fields/{fieldId}", () => {
  test("renames and moves; options may exchange labels, come and go", async () => {
    const id = await makeField({ type: "dropdown", options: ["A", "B", "C"].map((label) => ({ label })) })
    const [a, b] = (await read(id)).options?.map(({ id }) => id) ?? []
    const options = [{ id: b, label: "A" }, { id: a, label: "B" }, { label: "D" }]
    assert.equal((await send("PUT", `${list}/${id}`, { name: "Moved", required: true, order: 7, options })).status, 204)
    const field = await read(id)
    assert.deepEqual([field.name, field.required, field.order], ["Moved", true, 7])
    assert.deepEqual(
      field.options?.slice(0, 2).map(({ id, label }) => [id, label]),
      [
        [b, "A"],
        [a, "B"],
      ],
    )
    assert.deepEqual(labels(field), ["A", "B", "D"])
    assert.equal((await send("PUT", `${list}/${id}`, { required: false })).status, 204)
    assert.deepEqual(await read(id), { ...field, required: false })
    assert.deepEqual((await kindsOf(id)).slice(1), ["custom-field.updated", "custom-field.updated"])
  })

  test("nothing that conversations have is lost: such options and such types stay", async () => {
    const id = await makeField({ type: "dropdown", options: [{ label: "Kept" }, { label: "Spare" }] })
    const [kept, spare] = (await read(id)).options ?? []
    const { conversation } = await creating.made({ fields: [{ id, value: String(kept?.id) }] })
    const without = await send("PUT", `${list}/${id}`, { options: [{ id: spare?.id, label: "Spare" }] })
    assert.equal(without.status, 409)
    assert.match(without.body.message, /"Kept"/)
    const typed = await send("PUT", `${list}/${id}`, { type: "singleline" })
    assert.deepEqual([typed.status, typed.body._embedded.errors[0].path], [409, "type"])
    assert.equal((await send("PUT", `${list}/${id}`, { options: [{ id: kept?.id, label: "Renamed" }] })).status, 204)
    const again = (await desk.get(`/v2/conversations/${conversation.id}`, creating.ada)).body
    assert.equal(again.customFields[0].text, "Renamed")
    const unused = await makeField({ type: "dropdown", options: [{ label: "x" }] })
    assert.equal((await send("PUT", `${list}/${unused}`, { type: "number" })).status, 204)
    assert.deepEqual((await read(unused)).options, undefined)
    assert.equal((await send("PUT", `${list}/${unused}`, { type: "dropdown" })).status, 400)
  })

  test("400 for another field's option, 404 elsewhere, 409 for a taken name, 412 for a stale one", async () => {
    const id = await makeField({ type: "dropdown", options: [{ label: "x" }] })
    const other = await makeField({ type: "dropdown", options: [{ label: "y" }] })
    const foreign = (await read(other)).options?.[0]?.id
    const { status, body } = await send("PUT", `${list}/${id}`, { options: [{ id: foreign, label: "z" }] })
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "options[0].id"])
    assert.deepEqual(labels(await read(other)), ["y"])
    assert.equal((await send("PUT", `${list}/${id}`, { name: (await read(other)).name.toUpperCase() })).status, 409)
    const elsewhere = `/v2/mailboxes/${ids.inboxes.paging}/fields/${id}`
    assert.equal((await send("PUT", elsewhere, { name: "x" })).status, 404)
    assert.equal((await desk.get(elsewhere, creating.ada)).status, 404)
    const headers = { "If-Match": (await desk.get(`${list}/${id}`, creating.ada)).headers.get("etag") ?? "" }
    assert.equal((await send("PUT", `${list}/${id}`, { required: true }, { headers })).status, 204)
    assert.equal((await send("PUT", `${list}/${id}`, { required: false }, { headers })).status, 412)
    assert.equal((await send("DELETE", `${list}/${id}`, undefined, { headers })).status, 412)
  })
})

describe("DELETE /v2/mailboxes/{id}/fields/{fieldId}", () => {
  const countValues = async (id: number) =>
    (await desk.db.one<{ count: number }>(sql`select count(*) from conversation_fields where field_id = ${id}`)).count
  const parts = () => ({
    config: desk.config,
    db: desk.db,
    replica: undefined,
    files: desk.files,
    outgoing: desk.outgoing,
    now: () => desk.clock.now,
  })
  const run = (fieldId: number, signal = new AbortController().signal) =>
    removeFieldValues(parts(), { fieldId }, signal)

  test("is gone at once everywhere, and its values after the job that was put into the queue", async () => {
    const id = await makeField({ name: "Goes", type: "multiline" })
    const long = "long ".repeat(200)
    const { conversation } = await creating.made({ fields: [{ id, value: long }] })
    const path = `${list}/${id}`
    assert.equal((await send("DELETE", path)).status, 204)
    assert.equal((await desk.get(path, creating.ada)).status, 404)
    assert.equal((await send("DELETE", path)).status, 404)
    const { fields } = (await desk.get(list, creating.ada)).body._embedded
    assert.equal(
      fields.some((field: CustomField) => field.id === id),
      false,
    )
    const shown = await desk.get(`/v2/conversations/${conversation.id}`, creating.ada)
    assert.deepEqual(shown.body.customFields, [])
    await creating.refused({ fields: [{ id, value: "x" }] }, "fields[0].id")
    const filtered = `/v2/conversations?mailbox=${ids.inboxes.support}&customFieldsByIds=${id}:x`
    assert.equal((await desk.get(filtered, creating.ada)).status, 400)
    assert.deepEqual((await kindsOf(id)).slice(1), ["custom-field.deleted"])
    assert.equal((await read(await makeField({ name: "Goes", type: "date" }))).type, "date")

    const jobs = await desk.db.many(sql`
      select key from graphile_worker.jobs where key = ${`fields.remove-values:${id}`}`)
    assert.equal(jobs.length, 1)
    assert.equal(await countValues(id), 1)
    await run(id)
    assert.equal(await countValues(id), 0)
  })

  test("the job removes any number, of this field alone, and can be cut off and begun again", async () => {
    const id = await makeField({ type: "number" })
    const kept = await makeField({ type: "number" })
    await desk.db.run(sql`
      insert into conversation_fields (conversation_id, field_id, value)
      select conversations.id, field, 7 from conversations, unnest(${[id, kept]}::bigint[]) as field`)
    const all = await countValues(kept)
    // A field that is still there loses nothing, whoever asks.
    await run(id)
    assert.equal(await countValues(id), all)
    assert.equal((await send("DELETE", `${list}/${id}`)).status, 204)
    await assert.rejects(run(id, AbortSignal.abort(new Error("stopping"))), /stopping/)
    assert.equal(await countValues(id), all)
    await run(id)
    await run(id)
    assert.deepEqual([await countValues(id), await countValues(kept)], [0, all])
  })

  test("what is left of it is no change of a conversation, and is not carried to another inbox", async () => {
    const id = await makeField({ type: "number" })
    const { id: conversationId } = await creating.made({ fields: [{ id, value: "7" }] })
    await send("DELETE", `${list}/${id}`)
    const path = `/v2/conversations/${conversationId}`
    assert.equal((await send("PUT", `${path}/fields`, { fields: [] })).status, 204)
    const move = { op: "replace", path: "/mailboxId", value: ids.inboxes.paging }
    assert.equal((await send("PATCH", path, move)).status, 204)
    const notes = await desk.db.many(sql`
      select from threads where conversation_id = ${conversationId} and action_type = 'fields-changed'`)
    assert.equal(notes.length, 0)
  })

  test("waits for whoever is giving a value, so that the job finds that one too", async () => {
    const id = await makeField({ type: "singleline" })
    const { id: conversationId } = await creating.made({})
    const isWaiting = async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => (await desk.db.many(waiting)).length > 0)
      return "waits"
    }
    let deletion = Promise.resolve<string | number>("not begun")
    await desk.db.transaction(async (db) => {
      const [value] = await readFieldValues(db, ids.inboxes.support, [{ id, value: "x" }])
      deletion = send("DELETE", `${list}/${id}`).then(({ status }) => status)
      assert.equal(await Promise.race([deletion, isWaiting()]), "waits")
      await db.run(sql`insert into conversation_fields (conversation_id, field_id, value)
        values (${conversationId}, ${id}, ${value?.value})`)
    })
    assert.equal(await deletion, 204)
    assert.equal(await countValues(id), 1)
    await run(id)
    assert.equal(await countValues(id), 0)
    await creating.refused({ fields: [{ id, value: "x" }] }, "fields[0].id")
  })
})
