import type { Patch } from "@deskhand/contract/patch"
import { type Db, sql } from "../db/db.ts"
import { forbidden } from "../errors.ts"
import type { CheckedChange } from "../http/input/if-match.ts"
import { administers, type Viewer } from "../http/viewer.ts"
import { assignableSentence, canBeAssigned } from "../users/assignable.ts"
import { type Change, changeConversation, type Written } from "./change.ts"
import { type HeldConversation, holdConversation } from "./held.ts"
import { carryFields } from "./move.ts"
import { readPatch, type Wish } from "./patch.ts"
import { removeConversations } from "./remove.ts"
import { lockUnsentThreads, updatePublished } from "./threads/scheduling/unsent.ts"
import { indexBody } from "./threads/summary/words.ts"
import {
  insertEntries,
  type Place,
  type SearchEntry,
  threadEntry,
  updateSubjectEntry,
} from "./threads/writing/insert.ts"

export interface Edit extends CheckedChange {
  conversationId: number
}

/** All of the operations, or none; of two on the same thing the later one counts. */
export function editConversation(db: Db, patch: Patch, edit: Edit): Promise<void> {
  const wishes = readPatch(patch)
  const { viewer, now } = edit
  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, edit.conversationId)
    await edit.check(db)
    const change: Change = Object.assign({}, ...wishes.map((wish) => wish.change))
    const inboxId = change.inboxId ?? conversation.inbox_id
    for (const wish of wishes) await refuseImpossible(db, wish, { conversation, inboxId, viewer })
    const leftBehind = inboxId === conversation.inbox_id ? [] : await carryFields(db, conversation, inboxId)
    const { assignee_id: assigneeId } = conversation
    const stranded =
      inboxId !== conversation.inbox_id && assigneeId !== null && !(await canBeAssigned(db, assigneeId, inboxId))
    const publishes = conversation.state === "draft" && change.state === "published"
    await changeConversation(
      db,
      conversation,
      { ...(stranded && { assigneeId: null }), ...change },
      {
        userId: viewer.userId,
        now,
        notes: leftBehind,
        ...(publishes && { write: (place: Place) => publishDrafts(db, { place, byId: viewer.userId, now }) }),
      },
    )
    if (change.subject !== undefined) await updateSubjectEntry(db, conversation.id, change.subject)
  })
}

interface Circumstances {
  conversation: HeldConversation
  /** Where it is afterwards. */
  inboxId: number
  viewer: Viewer
}

async function refuseImpossible(db: Db, { change, operation }: Wish, around: Circumstances): Promise<void> {
  const { conversation, inboxId, viewer } = around
  if (change.inboxId !== undefined && !viewer.inboxIds.includes(change.inboxId))
    throw operation.refuse("value", "must be an inbox that you may use")
  if (change.customerId !== undefined && !(await isCustomer(db, change.customerId)))
    throw operation.refuse("value", "is no customer of this desk")
  if (typeof change.assigneeId === "number" && !(await canBeAssigned(db, change.assigneeId, inboxId)))
    throw operation.refuse("value", assignableSentence)
  if (change.state === "draft" && conversation.state !== "draft")
    throw operation.refuse("value", "must be false for /draft: a published conversation cannot become a draft again")
  if (change.state !== "published" || conversation.state === "published") return
  if (conversation.state === "deleted" && (operation.path === "/draft" || !administers(viewer)))
    throw forbidden("Only an admin restores a deleted conversation, by replacing /state")
  if (conversation.state === "draft" && viewer.scope === "drafts-only")
    throw forbidden("This token writes drafts, and does not publish them")
}

async function isCustomer(db: Db, id: number): Promise<boolean> {
  return (await db.maybe(sql`select from customers where id = ${id} for key share`)) !== undefined
}

/** Whatever of it waits for no time of its own. */
async function publishDrafts(
  db: Db,
  { place, byId, now }: { place: Place; byId: number; now: Date },
): Promise<Written> {
  const drafts = await lockUnsentThreads(db, place.conversationId, sql`state = 'draft' and scheduled_for is null`)
  for (const draft of drafts) await updatePublished(db, place, { id: draft.id, byId, now })
  const entries: SearchEntry[] = []
  for (const draft of drafts) entries.push(threadEntry(draft.id, { ...draft, words: await indexBody(draft.body) }))
  if (entries.length > 0) await insertEntries(db, place.conversationId, entries)
  const newest = drafts.at(-1)
  return newest ? { thread: newest } : {}
}

/** It goes to the Deleted folder, from where an admin can bring it back; a draft, which nobody else knows, is gone. */
export function deleteConversation(db: Db, { conversationId, viewer, now, check }: Edit): Promise<void> {
  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, conversationId)
    await check(db)
    const { userId } = viewer
    if (conversation.state === "draft") await removeConversations(db, [conversation.id], { userId })
    else await changeConversation(db, conversation, { state: "deleted" }, { userId, now })
  })
}
