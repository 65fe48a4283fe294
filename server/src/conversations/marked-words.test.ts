import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Conversation } from "@deskhand/contract/conversations/conversation"
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

/** By age, the order in which the index of words is asked. */
async function listed(query: string): Promise<number[]> {
  const { status, body } = await desk.get(`/v2/conversations?status=all&${query}`, ada)
  assert.equal(status, 200)
  const seen = body._embedded.conversations.map(({ id }: Conversation) => id)
  assert.equal(body.page.totalElements, seen.length)
  return seen.sort((one: number, other: number) => one - other)
}

const expected = async (condition: ReturnType<typeof sql>) =>
  (
    await desk.db.many<{ id: number }>(
      sql`select id from conversations c where state = 'published' and ${condition} order by id`,
    )
  ).map(({ id }) => id)

test("values of fields are found by age as soon as they are set, changed and gone", async () => {
  const { quantity, plan } = ids.fields
  const { active, everyField } = ids.conversations
  const asked = (value: string) => listed(`mailbox=${ids.inboxes.support}&customFieldsByIds=${quantity}:${value}`)
  const setTo = (value: string) =>
    desk.db.run(sql`insert into conversation_fields (conversation_id, field_id, value)
    values (${active}, ${quantity}, ${value}) on conflict (conversation_id, field_id) do update set value = excluded.value`)
  assert.deepEqual(await asked("42"), [everyField])
  await setTo("42")
  assert.deepEqual(
    await asked("42"),
    [active, everyField].sort((one, other) => one - other),
  )
  const both = `mailbox=${ids.inboxes.support}&customFieldsByIds=${quantity}:42,${plan.id}:${plan.options.Plus}`
  assert.deepEqual(await listed(both), [everyField])
  await setTo("43")
  assert.deepEqual(await asked("42"), [everyField])
  assert.deepEqual(await asked("43"), [active])
  await desk.db.run(sql`delete from conversation_fields where conversation_id = ${active} and field_id = ${quantity}`)
  assert.deepEqual(await asked("43"), [])
})

test("several tags are found by age as soon as they are set and gone", async () => {
  const { vip, summer, twoWords } = ids.tags
  const names = "tag=scenario-vip,scenario%20two%20words"
  const holders = () =>
    expected(sql`exists (select from conversation_tags where conversation_id = c.id
    and tag_id in (${vip}, ${twoWords}))`)
  assert.deepEqual(await listed(names), await holders())
  const { active } = ids.conversations
  await desk.db.run(
    sql`insert into conversation_tags (conversation_id, tag_id) values (${active}, ${vip}), (${active}, ${summer})`,
  )
  assert.ok((await listed(names)).includes(active))
  assert.deepEqual(await listed(names), await holders())
  await desk.db.run(sql`delete from conversation_tags where conversation_id = ${active} and tag_id = ${vip}`)
  assert.ok(!(await listed(names)).includes(active))
  assert.equal((await desk.send("DELETE", `/v2/tags/${vip}`, { token: ada })).status, 204)
  assert.deepEqual(
    await listed(`tag=${encodeURIComponent("scénario été")},scenario%20two%20words`),
    await expected(
      sql`exists (select from conversation_tags where conversation_id = c.id and tag_id in (${summer}, ${twoWords}))`,
    ),
  )
})
