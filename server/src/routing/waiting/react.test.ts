import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../../test/desk/changing.ts"
import { dispatch } from "../../../test/peers/dispatch.ts"
import { numberAll } from "../../../test/peers/events.ts"
import { sql } from "../../db/db.ts"
import { reactions } from "../../reactions.ts"

let on: Changing

before(async () => {
  on = await changingDesk()
  await react()
  await takeOwed("routing.drain")
})
after(() => on.desk.close())

/** Every reaction hears whatever has happened until now. */
async function react(): Promise<void> {
  await numberAll(on.desk.db)
  for (const reaction of reactions) {
    const { db, clock, origin, app } = on.desk
    const hear = () => dispatch(db, reaction, { now: clock.now, origin, log: app.log })
    await hear()
    while (await hear());
  }
}

/** The keys of what is owed, and nothing owed after that. */
async function takeOwed(name: string): Promise<string[]> {
  const owed = await on.desk.db.many<{ key: string }>(
    sql`select key from graphile_worker.jobs where task_identifier = ${name} order by key`,
  )
  for (const { key } of owed) await on.desk.db.run(sql`select graphile_worker.remove_job(${key})`)
  return owed.map(({ key }) => key)
}

describe("what waits is given out", () => {
  test("when somebody may have room again, and only where something waits", async () => {
    const { support } = on.ids.inboxes
    const id = await on.fresh()
    await on.desk.db.run(sql`update conversations set kept_unassigned = false where assignee_id is null`)
    await on.patch(id, { op: "replace", path: "/status", value: "closed" })
    await react()
    assert.deepEqual(await takeOwed("routing.drain"), [`routing.drain:${support}`])
    await on.desk.db.run(sql`update conversations set kept_unassigned = true where assignee_id is null`)
    await on.patch(id, { op: "replace", path: "/status", value: "active" })
    await react()
    assert.deepEqual(await takeOwed("routing.drain"), [])
  })

  test("when somebody of the rotation comes back", async () => {
    await on.desk.db.run(sql`update conversations set kept_unassigned = false where assignee_id is null`)
    const token = await on.desk.tokenFor(on.ids.users.away)
    const put = await on.desk.send("PUT", `/v2/users/${on.ids.users.away}/status`, {
      token,
      body: { status: "active" },
    })
    assert.equal(put.status, 204, JSON.stringify(put.body))
    await react()
    assert.deepEqual(await takeOwed("routing.drain"), [`routing.drain:${on.ids.inboxes.support}`])
  })
})

describe("what somebody can no longer answer is given back", () => {
  test("when they are deactivated or lose an inbox", async () => {
    await takeOwed("conversations.release")
    const { support } = on.ids.inboxes
    const leaving = await on.desk.addUser({ email: "leaving@scenario.example", role: "user", inboxIds: [support] })
    const gone = await on.desk.send("DELETE", `/v2/users/${leaving}`, { token: on.ada })
    assert.equal(gone.status, 204, JSON.stringify(gone.body))
    await react()
    assert.deepEqual(await takeOwed("conversations.release"), [`conversations.release:${leaving}:false`])
  })
})

describe("what names a tag", () => {
  const make = async (path: string, body: object): Promise<number> => {
    const { status, headers } = await on.desk.send("POST", path, { token: on.ada, body })
    assert.equal(status, 201)
    return Number(headers.get("resource-id"))
  }
  const tag = (name: string) => make("/v2/tags", { name })
  const written = () =>
    on.desk.db.many<{ kind: string; subject_id: number }>(sql`
      select kind, subject_id from events where kind in ('view.updated', 'folder.updated') order by kind`)

  test("follows it to another name, and into another tag: custom folders and views, whose lists stay what they were", async () => {
    const old = await tag("Big fish")
    const id = await on.fresh()
    await on.put(id, "tags", { tags: ["Big fish"] })
    const folders = `/v2/mailboxes/${on.ids.inboxes.support}/folders`
    const folder = await make(folders, { name: "Fish", query: '(tag:"big FISH" AND status:active)' })
    const untouched = await make(folders, { name: "Words", query: '"big fish" AND tag:fish' })
    const view = await make("/v2/views", { name: "Fish", filters: { tag: ["sea", "BIG FISH"], query: "NOT tag:big" } })
    const asked = async () => {
      const [one, other, filters] = [
        (await on.desk.get(`${folders}/${folder}`, on.ada)).body,
        (await on.desk.get(`${folders}/${untouched}`, on.ada)).body,
        (await on.desk.get(`/v2/views/${view}`, on.ada)).body,
      ]
      assert.equal(other.query, '"big fish" AND tag:fish')
      return [one.query, one.totalCount, filters.filters, filters.totalCount]
    }
    await react()
    const overwritten = await on.desk.send("PUT", `/v2/tags/${old}`, { token: on.ada, body: { name: "Whale" } })
    assert.equal(overwritten.status, 204)
    await react()
    assert.deepEqual(await asked(), [
      "(tag:Whale AND status:active)",
      1,
      { tag: ["sea", "Whale"], query: "NOT tag:big" },
      1,
    ])
    // What happens at once is followed one by one.
    const [shark, sea] = [await tag("shark"), await tag("sea")]
    const merge = (into: number, tagIds: number[]) =>
      on.desk.send("POST", `/v2/tags/${into}/merge`, { token: on.ada, body: { tagIds } })
    assert.equal((await merge(shark, [old])).status, 204)
    assert.equal((await merge(sea, [shark])).status, 204)
    await react()
    assert.deepEqual(await asked(), ["(tag:sea AND status:active)", 1, { tag: ["sea"], query: "NOT tag:big" }, 1])
    assert.deepEqual(await written(), [
      { kind: "folder.updated", subject_id: folder },
      { kind: "view.updated", subject_id: view },
    ])
  })
})
