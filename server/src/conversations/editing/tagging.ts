import type { ConversationTags } from "@deskhand/contract/conversations/conversation-change"
import { type Db, sql } from "../../db/db.ts"
import { ensureTags } from "../../tags/actions.ts"
import { mapTags } from "../../tags/queries.ts"
import { changeConversation } from "../change.ts"
import { type HeldConversation, holdConversation } from "../held.ts"
import { insertConversationTags } from "../insert.ts"
import { lineText } from "../line-items.ts"
import type { Edit } from "./edit.ts"

/** The full set. */
export function setTags(db: Db, { tags }: ConversationTags, edit: Edit): Promise<void> {
  const { viewer, now } = edit
  return db.transaction(async (db) => {
    // Before the conversation, as whoever deletes a tag takes them.
    const wanted = await ensureTags(db, tags, { viewer, now, quietly: false })
    const conversation = await holdConversation(db, viewer, edit.conversationId)
    await edit.check(db)
    const held = await listTagIds(db, conversation.id)
    await applyTags(db, conversation, {
      added: wanted.filter((id) => !held.includes(id)),
      removed: held.filter((id) => !wanted.includes(id)),
      ...edit,
    })
  })
}

interface TagChange {
  added: number[]
  removed: number[]
}

/** Some more, and some no longer. Whoever calls holds the tags; one that is gone by now is passed over. */
export function changeTags(db: Db, { added, removed }: TagChange, edit: Edit): Promise<void> {
  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, edit.viewer, edit.conversationId)
    await edit.check(db)
    const [held, known] = [await listTagIds(db, conversation.id), await mapTags(db, added)]
    await applyTags(db, conversation, {
      added: added.filter((id) => known.has(id) && !held.includes(id)),
      removed: removed.filter((id) => held.includes(id)),
      ...edit,
    })
  })
}

async function applyTags(
  db: Db,
  conversation: HeldConversation,
  { added, removed, viewer, now }: TagChange & Pick<Edit, "viewer" | "now">,
): Promise<void> {
  if (added.length + removed.length === 0) return
  await db.run(sql`delete from conversation_tags
    where conversation_id = ${conversation.id} and tag_id = any(${removed}::bigint[])`)
  await insertConversationTags(db, [{ conversationId: conversation.id, tagIds: added }])
  const names = await mapTags(db, [...added, ...removed])
  const listed = (ids: number[]) => ids.map((id) => names.get(id)?.name).join(", ")
  const told = [
    ...(added.length > 0 ? [`added ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${listed(removed)}`] : []),
  ].join(" and ")
  const happening = {
    userId: viewer.userId,
    now,
    notes: [lineText("tags-changed", `changed the tags: ${told}`)],
    events: [{ kind: "convo.tags" as const, data: { added, removed } }],
  }
  await changeConversation(db, conversation, {}, happening)
}

export async function listTagIds(db: Db, conversationId: number): Promise<number[]> {
  const rows = await db.many<{ tag_id: number }>(
    sql`select tag_id from conversation_tags where conversation_id = ${conversationId}`,
  )
  return rows.map((row) => row.tag_id)
}
