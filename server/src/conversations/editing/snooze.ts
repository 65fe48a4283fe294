import type { NewSnooze } from "@deskhand/contract/conversations/conversation-change"
import { type Db, sql } from "../../db/db.ts"
import { invalid } from "../../errors.ts"
import { readMoment } from "../../http/input/timestamps.ts"
import type { Desk } from "../../http/route.ts"
import { eachDue } from "../../jobs/each-due.ts"
import { type Change, changeConversation } from "../change.ts"
import { type HeldConversation, holdConversation, holdIdleConversation } from "../held.ts"
import type { Edit } from "./edit.ts"

export function snoozeConversation(db: Db, given: NewSnooze, edit: Edit): Promise<void> {
  const { viewer, now } = edit
  const until = readFuture("snoozedUntil", given.snoozedUntil, now)
  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, edit.conversationId)
    await edit.check(db)
    const { unsnoozeOnCustomerReply = true } = given
    const snooze = { byId: viewer.userId, until, unsnoozeOnCustomerReply }
    await changeConversation(db, conversation, { snooze }, { userId: viewer.userId, now })
  })
}

/** What is never is no time to come back. */
const latest = new Date("2100-01-01T00:00:00Z")

export function readFuture(path: string, text: string, now: Date): Date {
  const moment = readMoment(path, text, "JSON")
  const refused = (message: string) => invalid({ path, message, rejectedValue: text, source: "JSON" })
  if (moment <= now) throw refused("must be in the future")
  if (moment > latest) throw refused("must not be after 2100")
  return moment
}

export function wakeConversation(db: Db, { conversationId, viewer, now, check }: Edit): Promise<void> {
  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, conversationId)
    await check(db)
    if (conversation.snoozed_until)
      await changeConversation(db, conversation, wakened(conversation), { userId: viewer.userId, now })
  })
}

/** Back in its home folder, and active unless it is spam. */
function wakened({ status }: HeldConversation): Change {
  return { snooze: null, ...(status !== "spam" && { status: "active" }) }
}

/** Wakes what is due. Any number of nodes may do so at once. */
export function wakeDue({ db, now }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  return eachDue({
    what: "snoozed conversations",
    list: (most) => listDue(db, now(), most),
    settle: ({ id }) => wakeOne(db, id, now()),
    signal,
  })
}

function listDue(db: Db, now: Date, most: number): Promise<{ id: number }[]> {
  return db.many(sql`
    select id from conversations where snoozed_until <= ${now} order by snoozed_until, id limit ${most}`)
}

function wakeOne(db: Db, id: number, now: Date): Promise<void> {
  return db.transaction(async (db) => {
    // Whoever holds it may be waking it; the next turn looks again.
    const conversation = await holdIdleConversation(db, id)
    const { snoozed_until: until, snoozed_by_id: byId } = conversation ?? {}
    if (!conversation || !until || until > now) return
    await changeConversation(db, conversation, wakened(conversation), {
      userId: byId ?? undefined,
      because: "when its time came",
      now,
    })
  })
}
