import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Conversation } from "@deskhand/contract/conversations/conversation"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { type Sql, sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let grace: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  grace = await desk.tokenFor(ids.users.grace)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

/** All ids by following next, after checking that the total says as many. */
async function listed(query: string, token = ada): Promise<number[]> {
  const seen: number[] = []
  let next: string | undefined = `/v2/conversations?${query}`
  while (next !== undefined) {
    const { status, body } = await desk.get(next, token)
    assert.equal(status, 200, JSON.stringify(body))
    seen.push(...body._embedded.conversations.map(({ id }: Conversation) => id))
    next = body._links.next?.href
    if (next === undefined) assert.equal(body.page.totalElements, seen.length)
  }
  return seen
}

async function expected(condition: Sql): Promise<number[]> {
  const rows = await desk.db.many<{ id: number }>(sql`select id from conversations
    where inbox_id = ${ids.inboxes.support} and ${condition} order by created_at desc, id desc`)
  assert.ok(rows.length > 0, "the scenario has nothing to find")
  return rows.map(({ id }) => id)
}

function folder(type: string): number {
  const id = ids.folders.support[type]
  assert(id !== undefined, type)
  return id
}

describe("GET /v2/conversations?folder=", () => {
  for (const home of ["unassigned", "assigned", "snoozed", "closed", "spam", "deleted"])
    test(`${home} shows what lives there`, async () => {
      const all = await expected(sql`home_folder = ${home}`)
      assert.deepEqual(await listed(`status=all&folder=${folder(home)}`), all)
      assert.deepEqual(await listed(`status=all&folder=${folder(home)}&sortOrder=asc&size=3`), all.toReversed())
      for (const sortField of ["modifiedAt", "status", "mailboxid"])
        assert.deepEqual((await listed(`status=all&folder=${folder(home)}&sortField=${sortField}`)).sort(), all.sort())
    })

  for (const type of ["drafts", "snoozed", "needsattention", "deleted"])
    test(`folderType=${type} shows those folders of every inbox that the viewer may see, and nothing else`, async () => {
      for (const token of [ada, limited]) {
        const inboxes = (await desk.get("/v2/mailboxes?size=100", token)).body._embedded.mailboxes
        const each: number[] = []
        for (const { id } of inboxes) {
          const folders = (await desk.get(`/v2/mailboxes/${id}/folders?size=100`, token)).body._embedded.folders
          const folder = folders.find((one: { type: string }) => one.type === type)
          each.push(...(await listed(`status=all&folder=${folder.id}`, token)))
        }
        assert.ok(each.length > 0 || token === limited)
        assert.deepEqual((await listed(`status=all&folderType=${type}`, token)).sort(), each.sort())
      }
    })

  test("each conversation is found in the folder that it names", async () => {
    const { body } = await desk.get(`/v2/conversations/${ids.conversations.snoozed}`, ada)
    assert.ok((await listed(`status=all&folder=${body.folderId}`)).includes(ids.conversations.snoozed))
  })

  test("status narrows a folder, and is active unless it says otherwise", async () => {
    assert.deepEqual(await listed(`folder=${folder("closed")}`), [])
    const pending = await expected(sql`home_folder = 'assigned' and status = 'pending'`)
    assert.deepEqual(await listed(`status=pending&folder=${folder("assigned")}`), pending)
  })

  test("drafts are the viewer's own", async () => {
    assert.deepEqual(await listed(`status=all&folder=${folder("drafts")}`), [ids.conversations.draft])
    assert.deepEqual(await listed(`status=all&folder=${folder("drafts")}`, grace), [ids.conversations.draftOfGrace])
    assert.deepEqual(await listed(`status=all&folder=${folder("drafts")}`, limited), [])
  })

  test("deleted ones are in no other list", async () => {
    const { deleted } = ids.conversations
    assert.deepEqual(await listed(`status=all&folder=${folder("deleted")}`), [deleted])
    assert.equal((await listed("status=all&size=100")).includes(deleted), false)
  })

  test("mine are the open ones of whoever asks", async () => {
    const mine = (userId: number) =>
      expected(sql`state = 'published' and assignee_id = ${userId} and status in ('active', 'pending')`)
    assert.deepEqual(await listed(`status=all&folder=${folder("mytickets")}`), await mine(ids.users.ada))
    assert.deepEqual(await listed(`status=all&folder=${folder("mytickets")}`, limited), await mine(ids.users.limited))
    assert.deepEqual(await listed(`status=closed&folder=${folder("mytickets")}`), [])
    assert.deepEqual(await listed(`status=all&folder=${folder("mytickets")}&assigned_to=${ids.users.grace}`), [])
    assert.equal(
      (await listed(`status=all&folder=${folder("mytickets")}&assigned_to=${ids.users.ada}`)).length,
      (await mine(ids.users.ada)).length,
    )
  })

  test("needsattention shows replies in review and bounced ones", async () => {
    const troubled = await expected(sql`needs_attention and state = 'published'`)
    assert.ok(troubled.includes(ids.conversations.everyThreadState))
    assert.deepEqual(await listed(`status=all&folder=${folder("needsattention")}`), troubled)
    assert.deepEqual(await listed(`status=closed&folder=${folder("needsattention")}`), [])
  })

  test("a team's folder shows what is assigned to the team", async () => {
    assert.deepEqual(await listed(`status=all&folder=${folder("team")}`), [ids.conversations.assignedToTeam])
  })

  test("combines with tags, inboxes and numbers", async () => {
    const assigned = folder("assigned")
    const tagged = await expected(sql`home_folder = 'assigned' and id in
      (select conversation_id from conversation_tags where tag_id = ${ids.tags.vip})`)
    assert.deepEqual(await listed(`status=all&folder=${assigned}&tag=scenario-vip`), tagged)
    assert.deepEqual(await listed(`status=all&folder=${assigned}&mailbox=${ids.inboxes.paging}`), [])
    const { number } = (await desk.get(`/v2/conversations/${tagged[0]}`, ada)).body
    assert.deepEqual(await listed(`status=all&folder=${assigned}&number=${number}`), tagged.slice(0, 1))
    assert.deepEqual(await listed(`status=all&folder=${folder("unassigned")}&number=${number}`), [])
  })

  test("a folder of a hidden inbox, or none, shows nothing", async () => {
    const closed = ids.folders.hidden["closed"]
    assert.equal((await listed(`status=all&folder=${closed}`)).length, 1)
    assert.deepEqual(await listed(`status=all&folder=${closed}`, limited), [])
    assert.deepEqual(await listed("status=all&folder=999999999"), [])
    const { status, body } = await desk.get("/v2/conversations?folder=mine", ada)
    assert.equal(status, 400)
    assert.equal(body._embedded.errors[0].path, "folder")
  })
})
