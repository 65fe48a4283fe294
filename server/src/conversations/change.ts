import type { Db } from "../db/db.ts"
import { recordEvent } from "../events/record.ts"
import { takeTurn } from "../inboxes/routing/turns.ts"
import { canBeAssigned } from "../users/assignable.ts"
import { type ChangeEvent, eventsOf, tellable } from "./change-events.ts"
import type { HeldConversation } from "./held.ts"
import { type LineText, lineTextsOf, listNames, routedText } from "./line-items.ts"
import { beginsToWait } from "./routing/rules.ts"
import { insertLineItem, type Place } from "./threads/insert.ts"
import { retold, type WrittenThread } from "./threads/retell.ts"
import { updateConversation } from "./update.ts"

/** What becomes of a conversation; what is left out stays as it is. */
export interface Change {
  inboxId?: number
  status?: HeldConversation["status"]
  state?: HeldConversation["state"]
  subject?: string
  customerId?: number
  assigneeId?: number | null
  /** Nobody is to be given it by routing, until it is assigned or reopened. */
  keepUnassigned?: true
  /** Null wakes it. */
  snooze?: Snooze | null
  /** Whom the next reply goes to as well. */
  cc?: string[]
  bcc?: string[]
}

export interface Snooze {
  byId: number
  until: Date
  unsnoozeOnCustomerReply: boolean
}

export interface Happening {
  /** Who of the desk did it; undefined when a customer did. */
  userId: number | undefined
  /** The customer who did it. */
  customerId?: number
  /** In whose name it is recorded, where that is not who did it. */
  recordedById?: number
  /** Ends the sentence about what nobody meant to do: "by a customer's reply". */
  because?: string
  now: Date
  /** History is being written down: nobody is told, and the conversation does not count as touched now. */
  imported?: boolean
  /** What else happened, beside what the change itself tells. */
  notes?: LineText[]
  events?: ChangeEvent[]
  /** Writes to the threads, once the line items stand before it. */
  write?: (place: Place) => Promise<Written>
}

export interface Written {
  /** What can be read from now on. */
  thread?: WrittenThread
  event?: ChangeEvent
}

/**
 * The one way a conversation changes: line items, threads, its own row, events. What stays as it was leaves no trace.
 */
export async function changeConversation(
  db: Db,
  before: HeldConversation,
  change: Change,
  happening: Happening,
): Promise<HeldConversation> {
  const { userId, customerId, now, imported = false, write } = happening
  const wanted = changed(before, await withoutStranger(db, before, change), happening)
  const routedTo = beginsToWait(before, wanted) ? await takeTurn(db, wanted.inbox_id, now) : undefined
  const after = routedTo === undefined ? wanted : { ...wanted, assignee_id: routedTo }
  const notes = [
    ...lineTextsOf(before, wanted),
    ...(routedTo === undefined ? [] : [routedText(routedTo)]),
    ...(happening.notes ?? []),
  ]
  const events = [...(happening.events ?? []), ...eventsOf(before, after)]
  if (notes.length + events.length === 0 && !write) return before

  const names = await listNames(db, { before, after, userId, notes })
  const place = { conversationId: after.id, status: after.status, assigneeId: after.assignee_id }
  for (const { action, entities, text } of notes)
    await insertLineItem(db, place, {
      action,
      text: text(names, happening.because).slice(0, longestText),
      createdById: userId,
      customerId,
      createdAt: now,
      ...(entities && { entities }),
    })
  const written = await write?.(place)
  const told = written
    ? await retold(db, after, { written: written.thread, ...(!imported && { now }) })
    : { modifiedAt: now, userUpdatedAt: userId === undefined ? after.user_updated_at : now }
  await updateConversation(db, { before, after, told })
  for (const event of tellable([...eventsOfWriting(written, before, after), ...events], after))
    await recordEvent(db, {
      ...event,
      subjectId: after.id,
      userId: happening.recordedById ?? userId ?? null,
      inboxId: after.inbox_id,
      conversationId: after.id,
    })
  return after
}

/** Who has lost access or left is not given back what is reopened. */
async function withoutStranger(db: Db, { assignee_id, inbox_id, status }: HeldConversation, change: Change) {
  const reopens = change.status === "active" && status !== "active" && change.assigneeId === undefined
  if (!reopens || assignee_id === null || (await canBeAssigned(db, assignee_id, inbox_id))) return change
  return { ...change, assigneeId: null }
}

/** A draft becomes a conversation for everybody by this very thread, which is told by that alone. */
function eventsOfWriting(
  written: Written | undefined,
  before: HeldConversation,
  after: HeldConversation,
): ChangeEvent[] {
  const publishes = before.state === "draft" && after.state !== "draft"
  return written?.event && !publishes ? [written.event] : []
}

/** As long as the column takes. */
const longestText = 1_000

/** Closing and marking as spam end a snooze: it would bring back what somebody has finished. */
function changed(before: HeldConversation, change: Change, { userId, now }: Happening): HeldConversation {
  const status = change.status ?? before.status
  const finished = change.status === "closed" || change.status === "spam"
  const assigneeId = change.assigneeId === undefined ? before.assignee_id : change.assigneeId
  const reopened = status === "active" && before.status !== "active"
  const snooze = change.snooze === undefined && finished && before.snoozed_until ? null : change.snooze
  return {
    ...before,
    status,
    state: change.state ?? before.state,
    inbox_id: change.inboxId ?? before.inbox_id,
    subject: change.subject ?? before.subject,
    customer_id: change.customerId ?? before.customer_id,
    cc: change.cc ?? before.cc,
    bcc: change.bcc ?? before.bcc,
    assignee_id: assigneeId,
    kept_unassigned: assigneeId === null && (change.keepUnassigned ?? (before.kept_unassigned && !reopened)),
    ...(status !== before.status && {
      closed_at: status === "closed" ? now : null,
      closed_by_id: status === "closed" ? (userId ?? null) : null,
    }),
    ...(snooze !== undefined && {
      snoozed_until: snooze?.until ?? null,
      snoozed_by_id: snooze?.byId ?? null,
      unsnooze_on_customer_reply: snooze?.unsnoozeOnCustomerReply ?? null,
    }),
  }
}
