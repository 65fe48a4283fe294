import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { ConversationQuery } from "@deskhand/contract/conversation"
import { type Database, sql } from "../db/db.ts"
import { openOutgoing } from "../http/safe-fetch.ts"
import type { Viewer } from "../http/viewer.ts"
import { type Changing, changingDesk } from "../testing/changing.ts"
import { onOwnServer } from "../testing/embedded.ts"
import { listeningTo } from "../testing/statements.ts"
import { until } from "../testing/until.ts"
import { findConversations } from "./found.ts"

let on: Changing
let viewer: Viewer
let end: () => void
let stopServer: () => Promise<void>
let find: (query: ConversationQuery, asked?: { who?: Viewer; replica?: Database }) => Promise<number[]>
/** The statements that were sent. */
let sent: string[] = []

before(async () => {
  // A commit anywhere on a server makes a new moment.
  const server = await onOwnServer(changingDesk)
  on = server.made
  stopServer = server.stop
  const { config, appDb, files, clock, origin } = on.desk
  const outgoing = openOutgoing(config)
  const db = listeningTo(appDb, (text) => sent.push(text))
  const desk = { config, db, replica: undefined as Database | undefined, files, outgoing, now: () => clock.now }
  viewer = { userId: on.ids.users.grace, role: "user", scope: "full", inboxIds: [on.ids.inboxes.support] }
  end = () => outgoing.close()
  find = async (query, { who = viewer, replica } = {}) => {
    desk.replica = replica
    sent = []
    const showing = { desk, db: replica ?? db, viewer: who, origin, version: 2, now: clock.now } as const
    const { ids } = await findConversations(showing, query, { number: query.page ?? 1, size: query.size ?? 25 })
    return ids
  }
})
after(async () => {
  end()
  await on.desk.close()
  await stopServer()
})

const isMomentAlone = () => sent.length === 1 && sent[0]?.includes("pg_current_snapshot") === true

function pass(seconds: number): void {
  on.desk.clock.now = new Date(on.desk.clock.now.getTime() + seconds * 1_000)
}

/** It is remembered from the second time on. */
async function findUntilKnown(query: ConversationQuery): Promise<number[]> {
  let ids: number[] = []
  await until(async () => {
    ids = await find(query)
    if (!isMomentAlone()) pass(2)
    return isMomentAlone()
  })
  return ids
}

describe("a list that was asked for before", () => {
  const queries: Record<string, ConversationQuery> = {
    "of everything": { status: "all" },
    "of a tag": { status: "all", tag: ["billing"] },
    "by another order": { status: "all", sortField: "subject", sortOrder: "asc" },
    "of words": { status: "all", query: "the" },
    "of a second page": { status: "all", size: 2, page: 2 },
  }
  for (const [name, query] of Object.entries(queries))
    test(`${name}, is not looked for again as long as nothing is written`, async () => {
      const first = await find(query)
      assert.ok(!sent.some((text) => text.includes("pg_current_snapshot")), "once alone is not worth a question")
      assert.deepEqual(await findUntilKnown(query), first)
    })

  test("is looked for once by all who ask at the same moment", async () => {
    const query: ConversationQuery = { status: "all", query: "the", size: 3 }
    const looks = () => sent.filter((text) => !text.includes("pg_current_snapshot")).length
    await find(query)
    const alone = looks()
    await on.fresh({ mailboxId: on.ids.inboxes.support })
    const found = await Promise.all(Array.from({ length: 8 }, () => find(query)))
    for (const ids of found) assert.deepEqual(ids, found[0])
    assert.equal(looks(), alone)
  })

  test("shows what is new at once", async () => {
    const query: ConversationQuery = { status: "active" }
    await findUntilKnown(query)
    const id = await on.fresh({ mailboxId: on.ids.inboxes.support })
    assert.equal((await find(query))[0], id)
    assert.ok(!isMomentAlone())
  })

  test("is looked for at once, without a question, for a moment after it had changed twice, and for longer each time", async () => {
    const query: ConversationQuery = { status: "active", size: 4 }
    await findUntilKnown(query)
    for (const [seconds, isAsked] of [
      [0, true],
      [0, true],
      [0, false],
      [0, false],
      [0.06, true],
      [0, true],
      [0.06, false],
      [0.06, true],
    ] as const) {
      pass(seconds)
      const id = await on.fresh({ mailboxId: on.ids.inboxes.support })
      assert.equal((await find(query))[0], id)
      assert.equal(
        sent.some((text) => text.includes("pg_current_snapshot")),
        isAsked,
      )
    }
    pass(2)
    await findUntilKnown(query)
  })

  test("is looked for again by who may see something else", async () => {
    const query: ConversationQuery = { status: "all" }
    await findUntilKnown(query)
    const hidden = await on.fresh({ mailboxId: on.ids.inboxes.hidden })
    const other = { ...viewer, inboxIds: [on.ids.inboxes.hidden] }
    assert.ok((await find(query, { who: other })).includes(hidden))
    assert.ok(!(await find(query)).includes(hidden))
  })

  test("is looked for again where time passes in it", async () => {
    const id = await on.fresh({ mailboxId: on.ids.inboxes.support })
    await on.desk.db.run(sql`update conversations set created_at = ${on.desk.clock.now} where id = ${id}`)
    const query: ConversationQuery = { status: "all", query: "createdAt:[NOW-1HOUR TO NOW]" }
    for (let times = 0; times < 2; times++) assert.ok((await find(query)).includes(id))
    pass(2 * 3_600)
    assert.ok(!(await find(query)).includes(id))
  })

  test("is looked for again by a node that reads from a replica", async () => {
    const query: ConversationQuery = { status: "all" }
    for (let times = 0; times < 2; times++) await find(query, { replica: on.desk.appDb })
    assert.ok(!sent.some((text) => text.includes("pg_current_snapshot")))
  })
})
