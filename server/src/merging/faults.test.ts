import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { typed } from "../../test/desk/creating.ts"
import { type Asked, assertAllRight, type Joining, joiningDesk } from "../../test/desk/joining.ts"
import type { Edit } from "../conversations/edit.ts"
import { type Db, raw, type Sql, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { startContinuation } from "./continuation.ts"
import { forwardConversation } from "./forward.ts"
import { mergeConversations } from "./merge.ts"
import { splitConversation } from "./split.ts"

let joining: Joining
let viewer: Viewer

before(async () => {
  joining = await joiningDesk()
  const { users, inboxes } = joining.ids
  viewer = { userId: users.ada, role: "owner", scope: "full", inboxIds: Object.values(inboxes) }
})
after(() => joining.desk.close())

class Cut extends Error {}

/** Runs the work with a database whose n-th statement fails. Whether it got to the end. */
async function isWholeWithout(n: number, work: (db: Db) => Promise<unknown>): Promise<boolean> {
  let calls = 0
  const cut = (db: Db): Db => {
    const counted =
      <Result>(run: (statement: Sql) => Promise<Result>) =>
      async (statement: Sql): Promise<Result> => {
        if (++calls === n) throw new Cut()
        return run(statement)
      }
    return {
      ...db,
      many: counted((statement) => db.many(statement)) as Db["many"],
      maybe: counted((statement) => db.maybe(statement)) as Db["maybe"],
      one: counted((statement) => db.one(statement)) as Db["one"],
      run: counted((statement) => db.run(statement)),
      transaction: (inner) => db.transaction((db) => inner(cut(db))),
    }
  }
  try {
    await work(cut(joining.desk.db))
    return true
  } catch (error) {
    if (error instanceof Cut) return false
    throw error
  }
}

const tables = [
  ...["conversations", "threads", "merged_conversations", "conversation_tags", "conversation_fields", "attachments"],
  ...["search_entries", "search_documents", "ratings", "customers", "events", "graphile_worker.jobs"],
]

async function digest(): Promise<unknown> {
  const sums = tables.map((table) => `(select md5(string_agg(row::text, ',' order by row::text)) from ${table} row)`)
  return joining.desk.db.one(sql`select ${raw(sums.map((sum, index) => `${sum} as t${index}`).join())}`)
}

const rich = (name: string): Promise<Asked> =>
  joining.asked(name, {
    tags: [`tag-${name}`],
    fields: [{ id: joining.ids.fields.quantity, value: name.length }],
    threads: [typed("customer"), typed("reply"), typed("reply", { draft: true })],
  })

const editOf = ({ id }: Asked): Edit => ({
  conversationId: id,
  viewer,
  now: joining.desk.clock.now,
  check: async () => {},
})

describe("a failure at any statement", () => {
  const works: Record<string, (one: Asked, other: Asked) => (db: Db) => Promise<unknown>> = {
    merge: (one, other) => (db) => mergeConversations(db, { conversationIds: [other.id] }, editOf(one)),
    split: (one) => (db) => splitConversation(db, { threadId: one.threadIds[1] ?? 0 }, editOf(one)),
    continuation: (one) => (db) => startContinuation(db, editOf(one), "https://desk.example"),
    forward: (one) => (db) =>
      forwardConversation(db, { text: "Look", to: ["new@cogs.example"] }, { ...editOf(one), attachments: [] }),
  }
  for (const [name, workOn] of Object.entries(works))
    test(`leaves everything as it was before a ${name}`, async () => {
      const work = workOn(await rich("One"), await rich("Other"))
      const untouched = await digest()
      let n = 1
      for (; !(await isWholeWithout(n, work)); n++) assert.deepEqual(await digest(), untouched, `statement ${n}`)
      assert.ok(n > 15)
      assert.notDeepEqual(await digest(), untouched)
      await assertAllRight(joining.desk.db)
    })
})
