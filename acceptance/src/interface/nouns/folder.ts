import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { ago, listed } from "../scenario.ts"
import { section } from "../section.ts"

interface Folder {
  id: number
  name: string
  type: string
  userId: number
  totalCount: number
  activeCount: number
  updatedAt: string
}

async function foldersOf(inbox: string, as = "ada"): Promise<Map<string, Folder>> {
  const { _embedded } = await read(`/v2/mailboxes/${ids.inboxes[inbox]}/folders`, { as })
  return new Map(_embedded.folders.map((folder: Folder) => [folder.type, folder]))
}

section("folder", (item) => {
  item("id", async () => {
    for (const [type, { id }] of await foldersOf("support")) assert.equal(id, ids.folders.support[type], type)
  })

  item("name", async () => {
    const names = [...(await foldersOf("support")).values()].map(({ name }) => name)
    assert.deepEqual(
      names,
      "Unassigned,Mine,Needs attention,Drafts,Assigned,Snoozed,Closed,Spam,Deleted,First Line,Summer".split(","),
    )
  })

  item("type", async () => {
    assert.deepEqual(
      [...(await foldersOf("support")).keys()],
      "unassigned mytickets needsattention drafts assigned snoozed closed spam deleted team custom".split(" "),
    )
  })

  item("userId", async () => {
    for (const name of ["ada", "grace"])
      for (const [type, { userId }] of await foldersOf("support", name))
        assert.equal(userId, type === "mytickets" ? ids.users[name] : 0, type)
  })

  item("totalCount", async () => {
    for (const [type, { id, totalCount }] of await foldersOf("support")) {
      const inIt = await listed(`/v2/conversations?folder=${id}&status=all&size=100`)
      assert.equal(totalCount, inIt.length, type)
      assert.ok(totalCount > 0, type)
    }
    for (const { totalCount } of (await foldersOf("empty")).values()) assert.equal(totalCount, 0)
  })

  item("activeCount", async () => {
    for (const [type, { id, activeCount }] of await foldersOf("support")) {
      const active = await listed(`/v2/conversations?folder=${id}&status=active&size=100`)
      assert.equal(activeCount, active.length, type)
    }
    const { activeCount, totalCount } = (await foldersOf("support")).get("unassigned") ?? {}
    assert.ok(activeCount && totalCount && activeCount < totalCount)
  })

  item("updatedAt", async () => {
    const folders = await foldersOf("support")
    assert.equal(folders.get("team")?.updatedAt, ago({ days: 1 }))
    for (const { updatedAt } of folders.values()) assert.ok(updatedAt <= ago({ minutes: -60 }))
  })
})
