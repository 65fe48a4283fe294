import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { sql } from "../db/db.ts"
import { dispatch } from "../events/dispatch.ts"
import { reactions } from "../reactions.ts"
import { type Changing, changingDesk } from "../testing/changing.ts"
import { numberAll } from "../testing/events.ts"

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
