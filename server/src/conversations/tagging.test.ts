import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { listWrongCounts, listWrongSearchEntries } from "../../test/desk/seeded.ts"
import { sql } from "../db/db.ts"

let on: Changing

before(async () => {
  on = await changingDesk()
})
after(() => on.desk.close())

const tagsOf = async (id: number) =>
  (await on.read(id)).conversation.tags.map(({ tag }: { tag: string }) => tag).toSorted()

async function deleteTag(name: string) {
  const tag = await on.desk.db.maybe<{ id: number }>(sql`select id from tags where name = ${name}`)
  return on.desk.send("DELETE", `/v2/tags/${tag?.id ?? 999_999}`, { token: on.ada })
}

describe("PUT /v2/conversations/{id}/tags", () => {
  test("sets all of them, makes those that are new, and says what changed", async () => {
    const id = await on.fresh({ tags: ["Marzipan", "Nougat"] })
    assert.equal((await on.put(id, "tags", { tags: ["nougat", "Krokant"] })).status, 204)
    assert.deepEqual(await tagsOf(id), ["Krokant", "Nougat"])
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text, user }) => [action, text, user]),
      [["tags-changed", "Ada Lovelace changed the tags: added Krokant and removed Marzipan", on.ids.users.ada]],
    )
    const named = await on.desk.db.many<{ id: number }>(
      sql`select id from tags where name in ('Krokant', 'Marzipan') order by name`,
    )
    const [krokant, marzipan] = named.map((tag) => tag.id)
    assert.deepEqual(await on.toldOf(id), [{ kind: "convo.tags", data: { added: [krokant], removed: [marzipan] } }])
  })

  test("takes all of them off, and leaves no trace where nothing changes", async () => {
    const id = await on.fresh({ tags: ["Marzipan"] })
    assert.equal((await on.put(id, "tags", { tags: ["MARZIPAN", " marzipan "] })).status, 204)
    assert.deepEqual([await on.notesOf(id), await on.toldOf(id)], [[], []])
    assert.equal((await on.put(id, "tags", { tags: [] })).status, 204)
    assert.deepEqual(await tagsOf(id), [])
  })

  test("never fails because somebody deletes a tag at the same moment", async () => {
    const conversations = await Promise.all(Array.from({ length: 4 }, () => on.fresh()))
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        ...conversations.map((id) => on.put(id, "tags", { tags: ["Fleeting", "Lasting"] })),
        deleteTag("Fleeting"),
      ])
      assert.deepEqual(new Set(answers.map(({ status }) => status)).difference(new Set([204, 404])), new Set())
    }
  })

  test("refuses bad input and strangers", async () => {
    const id = await on.fresh()
    for (const [body, path] of [
      [{}, "tags"],
      [{ tags: "x" }, "tags"],
      [{ tags: [7] }, "tags[0]"],
      [{ tags: ["x".repeat(61)] }, "tags[0]"],
    ] as const) {
      const answer = await on.put(id, "tags", body)
      assert.deepEqual([answer.status, answer.body._embedded.errors[0].path], [400, path])
    }
    const light = await on.desk.tokenFor(on.ids.users.light)
    assert.equal((await on.put(id, "tags", { tags: [] }, light)).status, 403)
    assert.equal((await on.put(999_999, "tags", { tags: [] })).status, 404)
  })
})

describe("PUT /v2/conversations/{id}/fields", () => {
  test("sets all of them and says which changed", async () => {
    const fields = await on.desk.db.many<{ id: number; name: string }>(sql`
      select id, name from custom_fields where inbox_id = ${on.ids.inboxes.support}
        and type in ('singleline', 'number', 'date') order by position, id`)
    const [first, second, third] = fields
    assert.ok(first && second && third)
    const sample = { singleline: "blue", number: "7", date: "2026-02-28" }
    const types = new Map(
      (await on.desk.db.many<{ id: number; type: keyof typeof sample }>(sql`select id, type from custom_fields`)).map(
        ({ id, type }) => [id, type],
      ),
    )
    const given = (id: number) => ({ id, value: sample[types.get(id) ?? "number"] })
    const id = await on.fresh({ fields: [given(first.id), given(second.id)] })
    assert.equal((await on.put(id, "fields", { fields: [given(second.id), given(third.id)] })).status, 204)
    const { conversation } = await on.read(id)
    assert.deepEqual(
      conversation.customFields.map((field: { id: number; value: string }) => ({ id: field.id, value: field.value })),
      [given(second.id), given(third.id)],
    )
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text }) => [action, text]),
      [["fields-changed", `Ada Lovelace changed ${first.name}, ${third.name}`]],
    )
    assert.deepEqual(await on.toldOf(id), [{ kind: "convo.custom-fields", data: { fieldIds: [first.id, third.id] } }])
    assert.equal((await on.put(id, "fields", { fields: [] })).status, 204)
    assert.deepEqual((await on.read(id)).conversation.customFields, [])
  })

  test("refuses what is no value of the field, and keeps the others", async () => {
    const [number] = await on.desk.db.many<{ id: number }>(
      sql`select id from custom_fields where inbox_id = ${on.ids.inboxes.support} and type = 'number'`,
    )
    assert.ok(number)
    const id = await on.fresh({ fields: [{ id: number.id, value: 4 }] })
    for (const [fields, path] of [
      [[{ id: number.id, value: "four" }], "fields[0].value"],
      [[{ id: 999_999, value: "4" }], "fields[0].id"],
    ] as const) {
      const answer = await on.put(id, "fields", { fields })
      assert.deepEqual([answer.status, answer.body._embedded.errors[0].path], [400, path])
    }
    assert.equal((await on.read(id)).conversation.customFields[0].value, "4")
  })
})

test("whatever was changed, counters and the index of words are right", async () => {
  assert.deepEqual(await listWrongCounts(on.desk.db), [])
  assert.deepEqual(await listWrongSearchEntries(on.desk.db), [])
})
