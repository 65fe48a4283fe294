import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { verifyCounters } from "../counters/verify.ts"
import { sql } from "../db/db.ts"
import { finishTagMerge } from "./tag-merge.ts"

let on: Changing
before(async () => {
  on = await changingDesk()
})
after(() => on.desk.close())

const tag = async (name: string): Promise<number> => {
  const { headers } = await on.desk.send("POST", "/v2/tags", { token: on.ada, body: { name } })
  return Number(headers.get("Resource-ID"))
}
const merge = (id: number, tagIds: number[]) =>
  on.desk.send("POST", `/v2/tags/${id}/merge`, { token: on.ada, body: { tagIds } })
const read = async (id: number) => (await on.desk.get(`/v2/tags/${id}`, on.ada)).body
const tagsOf = async (id: number): Promise<string[]> =>
  (await on.desk.get(`/v2/conversations/${id}`, on.ada)).body.tags.map((one: { tag: string }) => one.tag)
const setTags = (id: number, tags: string[]) =>
  on.desk.send("PUT", `/v2/conversations/${id}/tags`, { token: on.ada, body: { tags } })
const total = async (query: string) =>
  (await on.desk.get(`/v2/conversations?status=all&query=${encodeURIComponent(query)}`, on.ada)).body.page.totalElements

const wrongTotals = async () =>
  (await verifyCounters(on.desk.db)).filter(({ counter, wrong }) => counter === "conversations with tags" && wrong > 0)

describe("POST /v2/tags/{id}/merge", () => {
  test("puts the one on every conversation that had the others, counts and tells of it", async () => {
    const [kept, old, older] = [await tag("refund"), await tag("refunds"), await tag("money back")]
    const [active, closed] = [await on.fresh(), await on.fresh({ status: "closed" })]
    await setTags(active, ["refunds", "refund"])
    await setTags(closed, ["money back"])
    assert.deepEqual((await tagsOf(active)).sort(), ["refund", "refunds"])
    assert.equal((await merge(kept, [old, older, old])).status, 204)
    assert.deepEqual([await tagsOf(active), await tagsOf(closed)], [["refund"], ["refund"]])
    assert.equal((await read(kept)).ticketCount, 2)
    for (const id of [old, older]) assert.equal((await on.desk.get(`/v2/tags/${id}`, on.ada)).status, 404)
    assert.deepEqual([await total("(tag:refund)"), await total('(tag:"money back")')], [2, 0])
    const told = await on.desk.db.many<{ conversation_id: number; data: object }>(sql`
      select conversation_id, data from events where kind = 'convo.tags' and data -> 'removed' @> ${JSON.stringify([old])}::jsonb
      union select conversation_id, data from feed where kind = 'convo.tags' and data -> 'removed' @> ${JSON.stringify([old])}::jsonb`)
    assert.deepEqual(told, [{ conversation_id: active, data: { added: [kept], removed: [old] } }])
    assert.deepEqual(await wrongTotals(), [])
  })

  test("goes on by a job where there are many, which can be cut off, and takes what was tagged meanwhile along", async () => {
    const [kept, old] = [await tag("delivery"), await tag("deliveries")]
    const { active } = on.ids.conversations
    const { inbox_id, customer_id } = await on.desk.db.one<{ inbox_id: number; customer_id: number }>(
      sql`select inbox_id, customer_id from conversations where id = ${active}`,
    )
    await on.desk.db.run(sql`
      with made as (
        insert into conversations (inbox_id, number, subject, status, type, customer_id, created_by_customer_id, source_type, source_via, created_at, modified_at, user_updated_at)
        select ${inbox_id}, 900000 + n, 'Many', 'active', 'email', ${customer_id}, ${customer_id}, 'api', 'customer', now(), now(), now()
        from generate_series(1, 1200) n returning id)
      insert into conversation_tags (conversation_id, tag_id) select id, ${old} from made`)
    assert.equal((await merge(kept, [old])).status, 202)
    const listed = async () => {
      const { body } = await on.desk.get("/v2/conversations?status=all&query=(number:900001)", on.ada)
      return body._embedded.conversations[0].tags.map((one: { tag: string }) => one.tag)
    }
    assert.deepEqual((await read(old)).merging, { intoId: kept, total: 1200, done: 0 })
    assert.equal((await merge(old, [kept])).status, 409)
    await setTags(active, ["deliveries"])
    const cut = new AbortController()
    cut.abort()
    await finishTagMerge({ db: on.desk.appDb }, { tagId: old }, cut.signal)
    assert.equal((await read(old)).merging.done, 0)
    // A list that was read before shows what has changed, while the rest is still to come.
    assert.deepEqual(await listed(), ["deliveries"])
    let asked = 0
    const afterOne = {
      get aborted() {
        return asked++ > 0
      },
    } as AbortSignal
    await finishTagMerge({ db: on.desk.appDb }, { tagId: old }, afterOne)
    assert.equal((await read(old)).merging.done, 500)
    assert.deepEqual(await listed(), ["delivery"])
    await finishTagMerge({ db: on.desk.appDb }, { tagId: old }, new AbortController().signal)
    assert.equal((await on.desk.get(`/v2/tags/${old}`, on.ada)).status, 404)
    assert.equal((await read(kept)).ticketCount, 1201)
    assert.deepEqual(await tagsOf(active), ["delivery"])
    assert.deepEqual(await wrongTotals(), [])
    // Done again, it has nothing to do.
    await finishTagMerge({ db: on.desk.appDb }, { tagId: old }, new AbortController().signal)
  })

  test("refuses itself, what is no tag, and who may not", async () => {
    const id = await tag("alone")
    const self = await merge(id, [id])
    assert.deepEqual([self.status, self.body._embedded.errors[0].path], [400, "tagIds[0]"])
    assert.equal((await merge(id, [999_999])).status, 400)
    assert.equal((await merge(999_999, [id])).status, 404)
    assert.equal((await merge(id, [])).status, 400)
    const light = await on.desk.tokenFor(await on.desk.addUser({ email: "light@desk.example", role: "light user" }))
    assert.equal(
      (await on.desk.send("POST", `/v2/tags/${id}/merge`, { token: light, body: { tagIds: [1] } })).status,
      403,
    )
  })
})
