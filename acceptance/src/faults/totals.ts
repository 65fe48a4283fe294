import assert from "node:assert/strict"
import type { Ground } from "./ground.ts"

/** What the desk says there are is what counting finds: of the inbox that was written to, and of the tag on all of it. */
export async function assertTotals({ db, ids, token }: Ground, origin: string): Promise<void> {
  const inboxId = ids.inboxes.empty
  const read = async (path: string) => {
    const response = await fetch(origin + path, { headers: { Authorization: `Bearer ${token}` } })
    assert.equal(response.status, 200)
    return JSON.parse(await response.text())
  }
  const count = async (condition: string) => {
    const { rows } = await db.query(
      `select count(*)::integer as counted from conversations where inbox_id = $1 and state = 'published' and ${condition}`,
      [inboxId],
    )
    return rows[0].counted
  }
  for (const status of ["active", "pending", "closed"])
    assert.equal(
      (await read(`/v2/conversations?mailbox=${inboxId}&status=${status}`)).page.totalElements,
      await count(`status = '${status}'`),
      status,
    )
  assert.equal(
    (await read(`/v2/conversations?mailbox=${inboxId}&status=all&tag=faults`)).page.totalElements,
    await count(
      "exists (select from conversation_tags join tags on tags.id = tag_id where conversation_id = conversations.id and name = 'faults')",
    ),
    "tag",
  )
}
