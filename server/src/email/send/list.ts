import type { OutgoingQuery } from "@deskhand/contract/mail/outgoing-mail"
import { type Db, type Sql, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"
import { delayedMs } from "./schedule.ts"
import { type OutgoingRow, outgoingColumns } from "./shown.ts"

interface Listing {
  inboxId: number
  state: OutgoingQuery["state"]
  now: Date
}

/** The newest first. */
export function listInboxOutgoing(db: Db, listing: Listing, page: PageRequest): Promise<OutgoingRow[]> {
  return db.many(sql`
    select ${outgoingColumns} from outgoing_mail mail left join threads thread on thread.id = mail.thread_id
    where ${chosen(listing)} order by mail.id desc ${rowsOf(page)}`)
}

export async function countInboxOutgoing(db: Db, listing: Listing): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from outgoing_mail mail where ${chosen(listing)}`,
  )
  return total
}

/** What waits for long is delayed: it has no state of its own. */
export function chosenState(state: NonNullable<OutgoingQuery["state"]>, now: Date): Sql {
  const late = sql`mail.created_at <= ${new Date(now.getTime() - delayedMs)}`
  if (state === "delayed") return sql`mail.state = 'waiting' and ${late}`
  if (state === "waiting") return sql`mail.state = 'waiting' and not ${late}`
  return sql`mail.state = ${state}`
}

function chosen({ inboxId, state, now }: Listing): Sql {
  const inbox = sql`mail.inbox_id = ${inboxId}`
  return state === undefined ? inbox : sql`${inbox} and ${chosenState(state, now)}`
}

export interface UnsentCounts {
  waiting: number
  delayed: number
  held: number
  failed: number
  oldest: Date | null
}

const failedMs = 30 * 86_400_000

export function countUnsent(db: Db, { inboxId, now }: { inboxId: number; now: Date }): Promise<UnsentCounts> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  return db.one(sql`
    select count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'waiting' and created_at <= ${before(delayedMs)}) as delayed,
      count(*) filter (where state = 'held') as held,
      count(*) filter (where state in ('failed', 'partly', 'bounced') and created_at > ${before(failedMs)}) as failed,
      min(created_at) filter (where state = 'waiting') as oldest
    from outgoing_mail
    where inbox_id = ${inboxId} and state in ('waiting', 'held', 'failed', 'partly', 'bounced')`)
}
