import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Folder } from "@deskhand/contract/inboxes/folder"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { walkPages } from "../../test/walk.ts"
import { type Sql, sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

async function insertFolder(query: string, inboxId = ids.inboxes.support): Promise<number> {
  const { id } = await desk.db.one<{ id: number }>(sql`insert into folders (inbox_id, type, name, query, position)
    values (${inboxId}, 'custom', 'Mine to name', ${query}, 20) returning id`)
  return id
}

const listed = async (parameters: string, token = ada) => {
  const { ids, total } = await walkPages(desk, `/v2/conversations?size=7&${parameters}`, token)
  assert.equal(total, ids.length)
  return ids
}

/** With ada's own drafts, which every list shows her. */
async function expected(condition: Sql): Promise<number[]> {
  const rows = await desk.db.many<{ id: number }>(sql`select id from conversations
    where inbox_id = ${ids.inboxes.support} and ${condition}
      and (state = 'published' or (state = 'draft' and created_by_user_id = ${ids.users.ada}))
    order by created_at desc, id desc`)
  assert.ok(rows.length > 0, "the scenario has nothing to find")
  return rows.map(({ id }) => id)
}

async function countsOf(folderId: number, token = ada) {
  const { status, body } = await desk.get(`/v2/mailboxes/${ids.inboxes.support}/folders`, token)
  assert.equal(status, 200)
  const folder = body._embedded.folders.find(({ id }: Folder) => id === folderId)
  return [folder.totalCount, folder.activeCount]
}

describe("a custom folder", () => {
  test("lists what its query finds in its inbox, and counts as many", async () => {
    const tagged = sql`id in (select conversation_id from conversation_tags where tag_id = ${ids.tags.vip})`
    const recent = new Date(desk.clock.now.getTime() - 30 * 86_400_000)
    const cases: [query: string, condition: Sql][] = [
      ["(tag:scenario-vip)", tagged],
      ["assigned:Unassigned", sql`assignee_id is null`],
      ["status:closed", sql`status = 'closed'`],
      ["createdAt:[NOW-30DAYS TO *] NOT status:spam", sql`created_at >= ${recent} and status <> 'spam'`],
    ]
    for (const [query, condition] of cases) {
      const folder = await insertFolder(query)
      const all = await expected(condition)
      assert.deepEqual(await listed(`status=all&folder=${folder}`), all, query)
      const active = await desk.db.many(sql`select from conversations
        where id = any(${all}::bigint[]) and status = 'active'`)
      assert.deepEqual(await countsOf(folder), [all.length, active.length], query)
    }
  })

  test("searches words, too, and in any order of the list", async () => {
    const folder = await insertFolder("orrery OR subject:quicksilver")
    const plain = `status=all&mailbox=${ids.inboxes.support}&query=${encodeURIComponent("orrery OR subject:quicksilver")}`
    const all = await listed(plain)
    assert.ok(all.length > 1)
    assert.deepEqual(await listed(`status=all&folder=${folder}`), all)
    assert.deepEqual(
      await listed(`status=all&folder=${folder}&sortField=number&sortOrder=asc`),
      await listed(`${plain}&sortField=number&sortOrder=asc`),
    )
    assert.equal((await countsOf(folder))[0], all.length)
  })

  test("joins the request's own query and filters by AND", async () => {
    const folder = await insertFolder("assigned:Unassigned OR tag:scenario-vip")
    const inFolder = new Set(await listed(`status=all&folder=${folder}`))
    const both = (await listed("status=all&query=status%3Aclosed")).filter((id) => inFolder.has(id))
    assert.ok(both.length > 0 && both.length < inFolder.size)
    assert.deepEqual(await listed(`folder=${folder}&query=status%3Aclosed`), both)
    assert.deepEqual(await listed(`folder=${folder}&status=closed`), both)
    const tagged = await listed(`status=all&folder=${folder}&tag=scenario-vip`)
    assert.deepEqual(
      tagged,
      (await listed("status=all&tag=scenario-vip")).filter((id) => inFolder.has(id)),
    )
    assert.deepEqual(await listed(`status=all&folder=${folder}&mailbox=${ids.inboxes.paging}`), [])
    const wrong = await desk.get(`/v2/conversations?folder=${folder}&query=tag:`, ada)
    assert.deepEqual([wrong.status, wrong.body._embedded.errors[0].path], [400, "query"])
    assert.match(wrong.body._embedded.errors[0].message, /^at character 4: /)
  })

  test("shows active ones unless the request or its own query names a status", async () => {
    const anyStatus = await insertFolder("assigned:Unassigned")
    assert.deepEqual(await listed(`folder=${anyStatus}`), await listed(`folder=${anyStatus}&status=active`))
    const closed = await insertFolder("status:closed")
    assert.deepEqual(await listed(`folder=${closed}`), await expected(sql`status = 'closed'`))
    assert.deepEqual(await listed(`folder=${closed}&status=active`), [])
  })

  test("shows and counts nothing of inboxes that the viewer may not see", async () => {
    const secret = await insertFolder("status:closed OR status:active", ids.inboxes.hidden)
    assert.ok((await listed(`folder=${secret}`)).length > 0)
    assert.deepEqual(await listed(`folder=${secret}`, limited), [])
    const wide = await insertFolder('mailbox:"Scenario Hidden" OR tag:scenario-vip')
    const seen = await listed(`status=all&folder=${wide}`, limited)
    const { rows } = await desk.db.pool.query("select distinct inbox_id from conversations where id = any($1)", [seen])
    assert.deepEqual(rows, [{ inbox_id: ids.inboxes.support }])
    assert.equal((await countsOf(wide, limited))[0], seen.length)
  })

  test("whose query cannot be read says so, and leaves the list of folders whole", async () => {
    const broken = await insertFolder("colour:red AND (")
    const { status, body } = await desk.get(`/v2/conversations?folder=${broken}`, ada)
    assert.equal(status, 400)
    const [error] = body._embedded.errors
    assert.deepEqual([error.path, error.source, error.rejectedValue], ["folder", "QUERY", broken])
    assert.match(error.message, /custom folder whose query cannot be read: at character \d+: expected/)
    assert.deepEqual(await countsOf(broken), [undefined, undefined])
    assert.deepEqual(await countsOf(ids.folders.support["custom"] ?? 0), [2, 2])
  })
})
