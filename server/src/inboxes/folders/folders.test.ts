import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Folder, FolderPage } from "@deskhand/contract/inboxes/folder"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { raw, type Sql, sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
})
after(() => desk.close())

type UserName = keyof ScenarioIds["users"]

const foldersOf = async (inboxId: number, user: UserName): Promise<Record<string, Folder>> => {
  const { status, body } = await desk.get(`/v2/mailboxes/${inboxId}/folders`, await desk.tokenFor(ids.users[user]))
  assert.equal(status, 200)
  assertShape(FolderPage, body)
  return Object.fromEntries(body._embedded.folders.map((folder: Folder) => [folder.type, folder]))
}

/** Counted row by row, as the service never does. */
const counted = async (condition: Sql) => {
  const { total, active } = await desk.db.one<{ total: number; active: number }>(sql`
    select count(*) as total, count(*) filter (where status = 'active') as active from conversations
    where inbox_id = ${ids.inboxes.support} and ${condition}`)
  return [total, active]
}

const countsIn = (folder: Folder | undefined) => [folder?.totalCount, folder?.activeCount]

describe("GET /v2/mailboxes/{id}/folders", () => {
  test("lists every type in its order, with all fields", async () => {
    const ada = await desk.tokenFor(ids.users.ada)
    const { body } = await desk.get(`/v2/mailboxes/${ids.inboxes.support}/folders`, ada)
    const types = `unassigned mytickets needsattention drafts assigned snoozed closed spam deleted team custom`
    assert.deepEqual(
      body._embedded.folders.map(({ type }: Folder) => type),
      types.split(" "),
    )
    for (const { id, type, userId } of body._embedded.folders) {
      assert.equal(id, ids.folders.support[type])
      assert.equal(userId, type === "mytickets" ? ids.users.ada : 0, type)
    }
    const team: Folder = body._embedded.folders[9]
    const { totalCount, activeCount, ...rest } = team
    assert.deepEqual(rest, {
      id: ids.folders.support["team"],
      name: "First Line",
      type: "team",
      userId: 0,
      updatedAt: "2026-03-03T05:06:07Z",
    })
    assert.deepEqual(body.page, { size: 50, totalElements: 11, totalPages: 1, number: 1 })
  })

  test("counts what lives in each home folder", async () => {
    const folders = await foldersOf(ids.inboxes.support, "light")
    for (const type of ["unassigned", "assigned", "snoozed", "closed", "spam", "deleted"]) {
      const expected = await counted(sql`home_folder = ${type}`)
      assert.ok((expected[0] ?? 0) > 0, `the scenario has none in ${type}`)
      assert.deepEqual(countsIn(folders[type]), expected, type)
    }
  })

  test("Mine is the viewer's: what is assigned to them and neither closed nor snoozed", async () => {
    for (const user of ["ada", "busy", "light"] as const) {
      const { mytickets } = await foldersOf(ids.inboxes.support, user)
      assert.equal(mytickets?.userId, ids.users[user])
      const mine = sql`home_folder = 'assigned' and assignee_id = ${ids.users[user]}`
      assert.deepEqual(countsIn(mytickets), await counted(mine), user)
    }
    const { mytickets } = await foldersOf(ids.inboxes.support, "busy")
    assert.equal(mytickets?.activeCount, 3)
  })

  test("a team's folder has what is assigned to the team", async () => {
    const { team } = await foldersOf(ids.inboxes.support, "limited")
    const expected = await counted(sql`home_folder = 'assigned' and assignee_id = ${ids.teams.firstLine}`)
    assert.ok((expected[0] ?? 0) > 0)
    assert.deepEqual(countsIn(team), expected)
  })

  test("Needs attention has replies that bounced or wait for review, but none that were deleted", async () => {
    const needy = sql`needs_attention and state = 'published'`
    const before = await counted(needy)
    assert.ok((before[0] ?? 0) > 0)
    assert.deepEqual(countsIn((await foldersOf(ids.inboxes.support, "ada"))["needsattention"]), before)
    await desk.db.run(sql`update conversations set needs_attention = true
      where inbox_id = ${ids.inboxes.support} and (state = 'deleted' or id = ${ids.conversations.onlyNotes})`)
    const after = await counted(needy)
    assert.equal(after[0], (before[0] ?? 0) + 1)
    assert.deepEqual(countsIn((await foldersOf(ids.inboxes.support, "ada"))["needsattention"]), after)
  })

  test("Drafts has the viewer's own and nobody else's", async () => {
    const all = await counted(sql`state = 'draft'`)
    assert.ok((all[0] ?? 0) > 0)
    for (const user of ["ada", "grace", "limited"] as const) {
      const own = await counted(sql`state = 'draft' and created_by_user_id = ${ids.users[user]}`)
      assert.deepEqual(countsIn((await foldersOf(ids.inboxes.support, user))["drafts"]), own, user)
    }
  })

  test("a custom folder has what its query finds", async () => {
    const { custom } = await foldersOf(ids.inboxes.support, "ada")
    assert.deepEqual(custom, {
      id: ids.folders.support["custom"],
      name: "Summer",
      type: "custom",
      userId: 0,
      totalCount: 2,
      activeCount: 2,
      updatedAt: "2026-03-03T05:06:07Z",
    })
  })

  test("is right before and after changes are settled", async () => {
    await desk.db.run(
      raw(`update conversations set status = 'pending' where id = (
      select min(id) from conversations where home_folder = 'unassigned' and status = 'active')`),
    )
    const before = await foldersOf(ids.inboxes.support, "ada")
    assert.deepEqual(countsIn(before["unassigned"]), await counted(sql`home_folder = 'unassigned'`))
    await desk.db.run(sql`select settle_counts()`)
    assert.deepEqual(await foldersOf(ids.inboxes.support, "ada"), before)
  })

  test("an inbox without conversations has its folders, with zeros", async () => {
    const folders = Object.values(await foldersOf(ids.inboxes.empty, "ada"))
    assert.equal(folders.length, 9)
    for (const folder of folders) assert.deepEqual(countsIn(folder), [0, 0], folder.type)
  })

  test("pages", async () => {
    const ada = await desk.tokenFor(ids.users.ada)
    const path = `/v2/mailboxes/${ids.inboxes.support}/folders`
    const { body } = await desk.get(`${path}?size=4&page=3`, ada)
    assert.deepEqual(
      body._embedded.folders.map(({ type }: Folder) => type),
      ["deleted", "team", "custom"],
    )
    assert.deepEqual(body.page, { size: 4, totalElements: 11, totalPages: 3, number: 3 })
    assert.equal(body._links.previous.href, `${desk.origin}${path}?size=4&page=2`)
    assert.equal((await desk.get(`${path}?page=0`, ada)).body._embedded.errors[0].path, "page")
  })

  test("404 for an inbox that the viewer may not see, 401 for nobody", async () => {
    const limited = await desk.tokenFor(ids.users.limited)
    for (const id of [ids.inboxes.hidden, 999_999])
      assert.equal((await desk.get(`/v2/mailboxes/${id}/folders`, limited)).status, 404)
    assert.equal((await desk.get(`/v2/mailboxes/${ids.inboxes.support}/folders`)).status, 401)
  })
})
