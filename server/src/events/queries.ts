import type { FeedKind } from "@deskhand/contract/events/event"
import { type Db, early, sql } from "../db/db.ts"
import { DeskError } from "../errors.ts"

/** A numbered event. */
export interface EventRow {
  number: number
  kind: FeedKind
  inbox_id: number | null
  from_inbox_id: number | null
  conversation_id: number | null
  subject_id: number
  user_id: number | null
  data: Record<string, unknown>
  created_at: Date
  /** How many workflows did something because of one another before it: 0 when people did it. */
  depth: number
  /** Which of them did it. */
  workflow_id: number | null
}

const columns = sql`number, kind, inbox_id, from_inbox_id, conversation_id, subject_id, user_id, data, created_at,
  depth, workflow_id`

/** The next ones, whoever may see them. Numbers have no gaps, so one that is missing here has been forgotten. */
export async function listFeed(
  db: Db,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<EventRow[]> {
  const rows = await db.many<EventRow>(sql`
    select ${columns} from feed where number > ${after ?? 0} order by number limit ${limit}`)
  const oldest = rows[0]?.number
  if (after !== undefined && oldest !== undefined && oldest > after + 1) throw tooOld(after, oldest)
  return rows
}

/** Those of these kinds, in their order. */
export function listOfKinds(
  db: Db,
  { after, until, kinds }: { after: number; until: number; kinds: readonly FeedKind[] },
): Promise<EventRow[]> {
  return db.many(sql`
    ${early} select ${columns} from feed where number > ${after} and number <= ${until} and kind = any(${[...kinds]}::text[])
    order by number`)
}

/** The last ones, in their order. */
export async function listNewest(db: Db, limit: number): Promise<EventRow[]> {
  const rows = await db.many<EventRow>(sql`select ${columns} from feed order by number desc limit ${limit}`)
  return rows.reverse()
}

/** 0 while there is none. */
export async function findNewest(db: Db): Promise<number> {
  return (await db.one<{ newest: number }>(sql`select coalesce(max(number), 0) as newest from feed`)).newest
}

/** Somebody asks for events that are no longer kept; to go on with later ones would skip some silently. */
function tooOld(after: number, oldest: number): DeskError {
  return new DeskError(
    410,
    "events_gone",
    `Events after ${after} are no longer kept: the oldest is ${oldest}. Read afresh what you follow, then go on with after=${oldest - 1}`,
  )
}

export function isTooOld(error: unknown): error is DeskError {
  return error instanceof DeskError && error.code === "events_gone"
}
