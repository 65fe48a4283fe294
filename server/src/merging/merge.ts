import type { Merge } from "@deskhand/contract/conversations/conversation-change"
import { type Change, changeConversation } from "../conversations/change.ts"
import type { Edit } from "../conversations/editing/edit.ts"
import { moveFollowers } from "../conversations/followers/queries.ts"
import { type HeldConversation, holdConversations } from "../conversations/held.ts"
import { type LineText, lineText } from "../conversations/line-items.ts"
import { findMerged, readableBy } from "../conversations/queries.ts"
import { mergeReads } from "../conversations/reads/queries.ts"
import { mostThreads } from "../conversations/rules.ts"
import { changeOfCustomerReply } from "../conversations/threads/writing/reopen.ts"
import { type Db, sql } from "../db/db.ts"
import { conflict, type DeskError, invalid, notFound, preconditionFailed } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Viewer } from "../http/viewer.ts"
import { moveThreads } from "./move-threads.ts"
import { refuseUnpublished } from "./refuse-unpublished.ts"
import { uniteAddresses, uniteFields, uniteTags } from "./unite.ts"

/** The others become part of this one; their ids lead here from now on. */
export function mergeConversations(db: Db, given: Merge, edit: Edit): Promise<void> {
  const { conversationId, viewer, now } = edit
  const { userId } = viewer
  const itself = given.conversationIds.indexOf(conversationId)
  if (itself !== -1) throw refused(given, itself, "is the conversation itself")

  return db.transaction(async (db) => {
    const { target, sources } = await holdAll(db, given, edit)
    await edit.check(db)
    refuseUnpublished(target, ...sources)
    const total = [target, ...sources].reduce((sum, { held_thread_count: held }) => sum + held, 0)
    if (total > mostThreads)
      throw preconditionFailed(
        "merged_thread_limit",
        `Together they have ${total} threads, and a conversation holds at most ${mostThreads}`,
      )
    const sourceIds = sources.map(({ id }) => id)
    const tags = await uniteTags(db, target, sourceIds)
    const fields = await uniteFields(db, target, sourceIds)
    const change = { ...changeOf(target, sources), ...(await uniteAddresses(db, target, sources)) }
    await changeConversation(db, target, change, {
      userId,
      now,
      notes: [...sources.map(mergedText), ...tags.notes, ...fields.notes],
      events: [{ kind: "convo.merged", data: { mergedIds: sourceIds } }, ...tags.events, ...fields.events],
      async write() {
        await mergeReads(db, { sourceIds, intoId: target.id })
        await moveThreads(db, { from: sourceIds, to: target.id })
        await moveFollowers(db, { from: sourceIds, to: target.id })
        await replaceBySignposts(db, { sourceIds, intoId: target.id, now })
        return {}
      },
    })
    // Who watches the inbox of a source learns that it is gone.
    for (const { id, inbox_id: inboxId } of sources)
      await recordEvent(db, {
        kind: "convo.updated",
        subjectId: id,
        userId,
        inboxId,
        conversationId: id,
        data: { changed: ["merged"] },
      })
  })
}

interface Held {
  target: HeldConversation
  /** In the order of the request. */
  sources: HeldConversation[]
}

/** Whoever comes second to a merge of the same conversations finds some of them gone. */
async function holdAll(db: Db, given: Merge, { conversationId, viewer }: Edit): Promise<Held> {
  const seen = await db.maybe(sql`
    select from conversations c where id = ${conversationId} and ${readableBy(viewer)}`)
  if (!seen) throw notFound()
  const held = await holdConversations(db, viewer, [conversationId, ...given.conversationIds])
  const byId = new Map(held.map((conversation) => [conversation.id, conversation]))
  const target = byId.get(conversationId) ?? (await refuseMerged(db, viewer, conversationId))
  if (!target) throw notFound()
  const sources = new Set<HeldConversation>()
  for (const [index, id] of given.conversationIds.entries()) {
    const source = byId.get(id) ?? (await refuseMerged(db, viewer, id))
    if (!source) throw refused(given, index, "must be a conversation that you may see")
    sources.add(source)
  }
  return { target, sources: [...sources] }
}

async function refuseMerged(db: Db, viewer: Viewer, id: number): Promise<undefined> {
  const merged = await findMerged(db, viewer, id)
  if (merged)
    throw conflict("conversation_merged", `Conversation ${id} was merged into conversation ${merged.into_id} meanwhile`)
}

function refused({ conversationIds }: Merge, index: number, message: string): DeskError {
  const rejectedValue = conversationIds[index]
  return invalid({ path: `conversationIds[${index}]`, message, rejectedValue, source: "JSON" })
}

/** It stays as it is, but what somebody has to do must not lie among what is done: as when a customer writes. */
function changeOf(target: HeldConversation, sources: HeldConversation[]): Change {
  const toDo = sources.some(({ status, snoozed_until: until }) => status === "active" && until === null)
  return toDo ? changeOfCustomerReply(target) : {}
}

function mergedText({ id, number, subject }: HeldConversation): LineText {
  return lineText("merged", `merged #${number} “${subject}” into this conversation`, {
    entities: { originalConversation: id },
  })
}

interface Replacement {
  sourceIds: number[]
  intoId: number
  now: Date
}

/** What was merged into a source before leads on at once, so that nobody is sent twice. */
async function replaceBySignposts(db: Db, { sourceIds, intoId, now }: Replacement): Promise<void> {
  await db.run(sql`update merged_conversations set into_id = ${intoId} where into_id = any(${sourceIds}::bigint[])`)
  await db.run(sql`
    insert into merged_conversations (id, number, inbox_id, into_id, merged_at)
    select id, number, inbox_id, ${intoId}, ${now} from conversations where id = any(${sourceIds}::bigint[])`)
  await keepFromSample(db, { sourceIds, intoId })
  // Counting what a tag loses needs its conversation, so tags come off first.
  await db.run(sql`delete from conversation_tags where conversation_id = any(${sourceIds}::bigint[])`)
  await db.run(sql`delete from conversations where id = any(${sourceIds}::bigint[])`)
}

/** A conversation of the sample desk that people's own are merged into is theirs, and stays when the sample goes. */
async function keepFromSample(db: Db, { sourceIds, intoId }: Omit<Replacement, "now">): Promise<void> {
  await db.run(sql`
    delete from sample_rows where table_name = 'conversations' and row_id = ${intoId}
      and exists (select from unnest(${sourceIds}::bigint[]) as source (id)
        where not exists (select from sample_rows where table_name = 'conversations' and row_id = source.id))`)
}
