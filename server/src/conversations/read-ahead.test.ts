import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Db, type Sql, sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import { openOutgoing } from "../http/safe-fetch.ts"
import type { Viewer } from "../http/viewer.ts"
import { type Changing, changingDesk } from "../testing/changing.ts"
import { listVersions } from "./queries.ts"
import { readAhead } from "./read-ahead.ts"
import { showConversations } from "./shown.ts"

let on: Changing
let desk: Desk
before(async () => {
  on = await changingDesk()
  const { config, appDb, files, clock } = on.desk
  desk = { config, db: appDb, replica: undefined, files, outgoing: openOutgoing(config), now: () => clock.now }
})
after(async () => {
  desk.outgoing.close()
  await on.desk.close()
})

/** As a list shows it, and whether its row was read for that. */
async function show(id: number, by = desk): Promise<{ json: string; isRead: boolean }> {
  const { appDb, clock, origin } = on.desk
  const { support, hidden } = on.ids.inboxes
  let isRead = false
  const db: Db = {
    ...appDb,
    many<Row>(statement: Sql) {
      isRead ||= statement.text.includes("c.subject")
      return appDb.many<Row>(statement)
    },
  }
  const viewer: Viewer = { userId: on.ids.users.ada, role: "user", scope: "full", inboxIds: [support, hidden] }
  const showing = { desk: by, db, viewer, origin, version: 2, now: clock.now } as const
  const [shown] = await showConversations(showing, await listVersions(appDb, [id]))
  return { json: (shown?.json ?? []).join(""), isRead }
}

const aloneOf = async (id: number) => (await show(id, { ...desk })).json

describe("a conversation that was read by who wrote it", () => {
  test("is shown without another look, as it is", async () => {
    const id = await on.fresh({ mailboxId: on.ids.inboxes.support, tags: ["ahead"], assignTo: on.ids.users.ada })
    await desk.db.transaction(async (db) => {
      await db.run(sql`update conversations set subject = 'Written' where id = ${id}`)
      await readAhead(desk, db, [id])
    })
    const { json, isRead } = await show(id)
    assert.equal(isRead, false)
    assert.equal(JSON.parse(json).subject, "Written")
    assert.equal(JSON.parse(json).assignee.id, on.ids.users.ada)
    assert.equal(json, await aloneOf(id))
  })

  test("is read again once it has changed", async () => {
    const id = await on.fresh({ mailboxId: on.ids.inboxes.support })
    await readAhead(desk, desk.db, [id])
    await on.patch(id, { op: "replace", path: "/subject", value: "Changed" })
    const { json, isRead } = await show(id)
    assert.equal(isRead, true)
    assert.equal(JSON.parse(json).subject, "Changed")
  })

  test("is shown as it was where what wrote it was undone", async () => {
    const id = await on.fresh({ mailboxId: on.ids.inboxes.support, subject: "As it was" })
    const undone = desk.db.transaction(async (db) => {
      await db.run(sql`update conversations set subject = 'Undone' where id = ${id}`)
      await readAhead(desk, db, [id])
      throw new Error("undone")
    })
    await assert.rejects(undone, /undone/)
    assert.equal(JSON.parse((await show(id)).json).subject, "As it was")
  })
})
