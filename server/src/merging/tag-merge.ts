import { type Db, sql } from "../db/db.ts"
import { conflict, invalid, notFound } from "../errors.ts"
import { eventsWritten, recordEvent } from "../events/record.ts"
import type { CheckedChange } from "../http/input/if-match.ts"
import type { Desk } from "../http/route.ts"
import { enqueueJob } from "../jobs/enqueue.ts"
import { deleteTag, lockTags, mapTags } from "../tags/queries.ts"
import { renamed } from "../tags/renaming.ts"

export const tagMergeJob = "tags.merge"

/** So many conversations in one transaction that none takes long. */
const batchSize = 500

/**
 * The others go, and every conversation that has one of them has this one instead. Gives whether that is done: many
 * conversations are done by a job, and the others stay until it has been everywhere.
 */
export function mergeTags(
  db: Db,
  { id, tagIds }: { id: number; tagIds: number[] },
  { viewer, check }: CheckedChange,
): Promise<boolean> {
  const otherIds = [...new Set(tagIds)]
  if (otherIds.includes(id)) throw refused(tagIds, id, "cannot be merged into itself")
  return db.transaction(async (db) => {
    const known = new Set((await lockTags(db, [id, ...otherIds])).map((tag) => tag.id))
    if (!known.has(id)) throw notFound()
    await check(db)
    for (const otherId of otherIds) if (!known.has(otherId)) throw refused(tagIds, otherId, "is no tag of this desk")
    const busy = await db.maybe(sql`select from tag_merges where tag_id = any(${[id, ...otherIds]}::bigint[])
      or into_id = any(${otherIds}::bigint[]) limit 1`)
    if (busy) throw conflict("tag_merging", "One of these tags is being merged already; wait until that is done")
    let isDone = true
    for (const otherId of otherIds) {
      const merge = { tagId: otherId, intoId: id, userId: viewer.userId }
      const { total } = await db.one<{ total: number }>(
        sql`select count(*) as total from conversation_tags where tag_id = ${otherId}`,
      )
      if (total <= batchSize) {
        await moveBatch(db, merge)
        await finish(db, merge)
        continue
      }
      isDone = false
      await db.run(sql`insert into tag_merges (tag_id, into_id, user_id, total)
        values (${otherId}, ${id}, ${viewer.userId}, ${total})`)
      await enqueueJob(db, tagMergeJob, { key: String(otherId), payload: { tagId: otherId } })
    }
    return isDone
  })
}

/** Goes on where it was cut off: what is done has lost the tag. */
export async function finishTagMerge({ db }: Pick<Desk, "db">, payload: unknown, signal: AbortSignal): Promise<void> {
  const { tagId } = payload as { tagId: number }
  while (!signal.aborted) if (await mergeStep(db, tagId)) return
}

/** Whether nothing is left to do. Somebody may have deleted either tag meanwhile, which ends it. */
function mergeStep(db: Db, tagId: number): Promise<boolean> {
  return db.transaction(async (db) => {
    const found = await db.maybe<{ into_id: number }>(sql`select into_id from tag_merges where tag_id = ${tagId}`)
    if (!found) return true
    // Nobody puts it on a conversation while it is looked whether there are any left.
    await lockTags(db, [tagId, found.into_id])
    const merge = await db.maybe<{ into_id: number; user_id: number | null }>(
      sql`select into_id, user_id from tag_merges where tag_id = ${tagId} for update`,
    )
    if (!merge) return true
    const { into_id: intoId, user_id: userId } = merge
    const moved = await moveBatch(db, { tagId, intoId, userId })
    if (moved === batchSize) {
      await db.run(sql`update tag_merges set done = done + ${moved} where tag_id = ${tagId}`)
      return false
    }
    await finish(db, { tagId, intoId, userId })
    return true
  })
}

interface TagMerge {
  tagId: number
  intoId: number
  userId: number | null
}

/** Gives how many conversations that were. What has the other tag already loses this one alone. */
async function moveBatch(db: Db, { tagId, intoId, userId }: TagMerge): Promise<number> {
  const rows = await db.many<{ id: number }>(sql`
    select conversation_id as id from conversation_tags where tag_id = ${tagId}
    order by created_at, conversation_id limit ${batchSize}`)
  if (rows.length === 0) return 0
  const batch = sql`any(${rows.map(({ id }) => id)}::bigint[])`
  await db.run(sql`select from conversations where id = ${batch} order by id for no key update`)
  await db.run(sql`
    insert into conversation_tags (conversation_id, tag_id)
    select id, ${intoId} from conversations where id = ${batch} order by id on conflict do nothing`)
  await db.run(sql`delete from conversation_tags where tag_id = ${tagId} and conversation_id = ${batch}`)
  // What is remembered of a conversation is known to be old by its row.
  await db.run(sql`update conversations set modified_at = modified_at where id = ${batch}`)
  await db.run(sql`
    insert into events (kind, subject_id, user_id, inbox_id, conversation_id, data)
    select 'convo.tags', id, ${userId}, inbox_id, id,
      jsonb_build_object('added', jsonb_build_array(${intoId}::bigint), 'removed', jsonb_build_array(${tagId}::bigint))
    from conversations where id = ${batch} and state <> 'draft' order by id`)
  db.tell(eventsWritten)
  return rows.length
}

async function finish(db: Db, { tagId, intoId, userId }: TagMerge): Promise<void> {
  const tags = await mapTags(db, [tagId, intoId])
  const data = { mergedInto: intoId, ...renamed(tags.get(tagId)?.name ?? "", tags.get(intoId)?.name ?? "") }
  await deleteTag(db, tagId)
  await recordEvent(db, { kind: "tag.deleted", subjectId: tagId, userId, data })
  await recordEvent(db, { kind: "tag.updated", subjectId: intoId, userId, data: { merged: [tagId] } })
}

function refused(tagIds: number[], id: number, message: string) {
  return invalid({ path: `tagIds[${tagIds.indexOf(id)}]`, message, rejectedValue: id, source: "JSON" })
}
