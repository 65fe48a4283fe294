import { changeConversation } from "../../conversations/change.ts"
import { holdAnyConversation } from "../../conversations/held.ts"
import { type Db, type Sql, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { eachDue } from "../../jobs/each-due.ts"
import { enqueueJob } from "../../jobs/enqueue.ts"
import { canBeAssigned } from "../../users/assignable.ts"

export const releaseJob = "conversations.release"

interface Release {
  userId: number
  /** Who is away gives back everything open; without it only what they can no longer hold. */
  away: boolean
}

export async function enqueueRelease(db: Db, release: Release): Promise<void> {
  await enqueueJob(db, releaseJob, { key: `${release.userId}:${release.away}`, payload: release })
}

/** Takes open conversations from who cannot or does not answer them; routing gives them to others at once. */
export async function releaseConversations({ db, now }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const release = payload as Release
  for (const inboxId of await listInboxes(db, release)) {
    let held: { id: number }[]
    do {
      held = await listOpen(db, { ...release, inboxId })
      for (const { id } of held) {
        if (signal.aborted) throw new Error("The desk is being stopped; the rest is released later")
        await releaseOne(db, id, { release, now: now() })
      }
    } while (held.length === batchSize)
  }
}

/** Those where something open is theirs that they have to give back. */
async function listInboxes(db: Db, { userId, away }: Release): Promise<number[]> {
  const inboxes = await db.many<{ id: number }>(sql`
    select distinct inbox_id as id from conversation_totals
    where assignee_id = ${userId} and home_folder not in ('deleted', 'drafts', 'closed', 'spam')`)
  const lost: number[] = []
  for (const { id } of inboxes) if (away || !(await canBeAssigned(db, userId, id))) lost.push(id)
  return lost
}

const batchSize = 100

function listOpen(db: Db, { userId, inboxId }: { userId: number; inboxId: number }): Promise<{ id: number }[]> {
  return db.many(sql`
    select id from conversations where assignee_id = ${userId} and inbox_id = ${inboxId} and state = 'published'
      and status in ('active', 'pending') order by created_at limit ${batchSize}`)
}

function releaseOne(db: Db, id: number, { release, now }: { release: Release; now: Date }): Promise<void> {
  const { userId, away } = release
  return db.transaction(async (db) => {
    const conversation = await holdAnyConversation(db, id)
    if (conversation?.assignee_id !== userId) return
    if (away ? !(await isAway(db, userId)) : await canBeAssigned(db, userId, conversation.inbox_id)) return
    await changeConversation(
      db,
      conversation,
      { assigneeId: null },
      { userId, because: away ? "after a while away" : "for want of access", now },
    )
  })
}

async function isAway(db: Db, userId: number): Promise<boolean> {
  const away = await db.maybe(sql`select from user_statuses where user_id = ${userId} and email_status = 'away'`)
  return away !== undefined
}

/** Notices who has been away for as long as they said. Any number of nodes may do so at once. */
export function releaseAway({ db, now }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  return eachDue({
    what: "people away",
    list: (most) =>
      db.many<{ id: number }>(sql`select user_id as id from user_statuses where ${isDue(now())} limit ${most}`),
    settle: ({ id }) => releaseOfAway(db, id, now()),
    signal,
  })
}

function isDue(now: Date): Sql {
  return sql`email_status = 'away' and reassign_after_minutes is not null and reassigned_at is null
    and email_updated_at <= ${now}::timestamptz - make_interval(mins => reassign_after_minutes)`
}

function releaseOfAway(db: Db, userId: number, now: Date): Promise<void> {
  return db.transaction(async (db) => {
    const due = await db.run(
      sql`update user_statuses set reassigned_at = ${now} where user_id = ${userId} and ${isDue(now)}`,
    )
    if (due > 0) await enqueueRelease(db, { userId, away: true })
  })
}
