import { changeConversation } from "../../conversations/change.ts"
import { holdIdleConversation } from "../../conversations/held.ts"
import { waitsForSomebody } from "../../conversations/routable.ts"
import { type Db, type Sql, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { hasRoom } from "../../inboxes/room.ts"
import { enqueueJob } from "../../jobs/enqueue.ts"
import { takeTurn } from "../turns.ts"

export const drainJob = "routing.drain"

/** Gives what waits in an inbox to those who can take it, the longest waiting first, each for itself. */
export async function drainInbox({ db, now }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { inboxId } = payload as { inboxId: number }
  while (!signal.aborted && (await assignOne(db, inboxId, now())));
}

/** What no event told of, such as a conversation that somebody held while its turn came. */
export async function drainAll({ db }: Desk): Promise<void> {
  await enqueueDrains(db, sql`true`)
}

/** Of those inboxes that fulfil the condition, where somebody has room and something waits. */
export async function enqueueDrains(db: Db, condition: Sql): Promise<void> {
  const inboxes = await db.many<{ id: number }>(sql`
    select inbox_id as id from routing where ${hasRoom} and ${condition}
      and exists (select from conversations where inbox_id = routing.inbox_id and ${waiting})`)
  for (const { id } of inboxes) await enqueueJob(db, drainJob, { key: String(id), payload: { inboxId: id } })
}

/** As the index has it. */
const waiting = sql`home_folder = 'unassigned' and status = 'active' and not kept_unassigned`

/** Whether there was somebody for something. */
function assignOne(db: Db, inboxId: number, now: Date): Promise<boolean> {
  return db.transaction(async (db) => {
    const longest = await db.maybe<{ id: number }>(sql`
      select id from conversations where inbox_id = ${inboxId} and ${waiting}
      order by created_at, id limit 1 for no key update skip locked`)
    const conversation = longest && (await holdIdleConversation(db, longest.id))
    if (!conversation || !waitsForSomebody(conversation)) return false
    const turn = await takeTurn(db, inboxId, now)
    if (!turn) return false
    await changeConversation(
      db,
      conversation,
      { assigneeId: turn.userId },
      { userId: undefined, customerId: conversation.customer_id, because: "by routing", now },
    )
    return true
  })
}
