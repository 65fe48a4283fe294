import type { Db } from "../db/db.ts"
import { takeTurn } from "../routing/turns.ts"
import { canBeAssigned } from "../users/assignable.ts"
import { insertAttachments, type PreparedAttachment } from "./attachments/store.ts"
import { type ChangeEvent, eventsOf, tellable } from "./change-events.ts"
import type { HeldConversation } from "./held.ts"
import { type LineText, lineTextsOf, listNames, type Names, routedText } from "./line-items.ts"
import { beginsToWait } from "./routable.ts"
import type { TellingThread } from "./threads/summary/derive.ts"
import { type Adding, retold, toldWith, type WrittenThread } from "./threads/summary/retell.ts"
import { insertLineItem, type LineItem, type Place } from "./threads/writing/insert.ts"
import type { Told } from "./update.ts"
import { writeChange } from "./write-change.ts"

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
  /** Who really did it, where that is not `userId`. */
  performedById?: number
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

/** A new thread, and what the feed calls it. */
export interface ThreadToAdd extends Adding {
  attachments: PreparedAttachment[]
  event: ChangeEvent["kind"]
  /** Those that are there, read once the conversation is held. */
  threads: (TellingThread & { id: number })[]
}

export interface Written {
  /** What can be read from now on. */
  thread?: WrittenThread
  event?: ChangeEvent
}

/** The one way a conversation changes. What stays as it was leaves no trace. */
export async function changeConversation(
  db: Db,
  before: HeldConversation,
  change: Change,
  happening: Happening,
): Promise<HeldConversation> {
  const { after, written } = await make(db, before, change, happening)
  await written
  return after
}

/** Changes it by a thread more. Gives the id of that, for which nobody need wait before the commit. */
export async function addToConversation(
  db: Db,
  before: HeldConversation,
  change: Change,
  happening: Omit<Happening, "write"> & { adds: ThreadToAdd },
): Promise<{ last: Promise<{ id: number | null }> }> {
  const { attachments } = happening.adds
  const { written } = await make(db, before, change, happening)
  if (attachments.length > 0) await insertAttachments(db, (await written).id ?? 0, attachments)
  return { last: written }
}

interface Made {
  after: HeldConversation
  written: Promise<{ id: number | null }>
}

/** Line items, threads, its own row, events: in one statement, unless the caller itself writes to the threads. */
async function make(
  db: Db,
  before: HeldConversation,
  change: Change,
  happening: Happening & { adds?: ThreadToAdd },
): Promise<Made> {
  const { userId, performedById, now, write, adds } = happening
  const wanted = changed(before, await withoutStranger(db, before, change), happening)
  const turn = beginsToWait(before, wanted) ? await takeTurn(db, wanted.inbox_id, now) : undefined
  const after = turn ? { ...wanted, assignee_id: turn.userId } : wanted
  const notes = [...lineTextsOf(before, wanted), ...(turn ? [routedText(turn.userId)] : []), ...(happening.notes ?? [])]
  const events = [...(happening.events ?? []), ...eventsOf(before, after)]
  if (notes.length + events.length === 0 && !write && !adds)
    return { after: before, written: Promise.resolve({ id: null }) }

  const place = { conversationId: after.id, status: after.status, assigneeId: after.assignee_id }
  const names = await listNames(db, { before, after, userId, notes })
  const items = notes.map((note) => itemOf(note, names, happening))
  const retelling = happening.imported ? {} : { now }
  let told: Told = { modifiedAt: now, userUpdatedAt: userId === undefined ? after.user_updated_at : now }
  let event: ChangeEvent | undefined
  if (adds) {
    told = await toldWith(db, after, { ...retelling, threads: adds.threads, adding: adds, items })
    event = { kind: adds.event, tellsThread: true }
  } else if (write) {
    // They stand before what it writes.
    for (const item of items.splice(0)) await insertLineItem(db, place, item)
    const written = await write(place)
    told = await retold(db, after, { ...retelling, written: written.thread })
    event = written.event
  }
  const recordedBy = { userId: happening.recordedById ?? userId ?? null, inboxId: after.inbox_id }
  const written = writeChange(db, {
    update: { before, after, told },
    items,
    ...(adds && { thread: adds.thread }),
    events: tellable(withWriting(event, events, publishes(before, after)), after).map((one) => ({
      ...one,
      ...(performedById !== undefined && { data: { ...one.data, performedBy: performedById } }),
      ...recordedBy,
    })),
  })
  return { after, written }
}

function itemOf(
  { action, entities, linkedConversationId, text }: LineText,
  names: Names,
  happening: Happening,
): LineItem {
  return {
    action,
    text: text(names, happening.because).slice(0, longestText),
    createdById: happening.userId,
    ...(happening.performedById !== undefined && { performedById: happening.performedById }),
    customerId: happening.customerId,
    createdAt: happening.now,
    ...(entities && { entities }),
    ...(linkedConversationId !== undefined && { linkedConversationId }),
  }
}

/** Who has lost access or left is not given back what is reopened. */
async function withoutStranger(db: Db, { assignee_id, inbox_id, status }: HeldConversation, change: Change) {
  const reopens = change.status === "active" && status !== "active" && change.assigneeId === undefined
  if (!reopens || assignee_id === null || (await canBeAssigned(db, assignee_id, inbox_id))) return change
  return { ...change, assigneeId: null }
}

function publishes(before: HeldConversation, after: HeldConversation): boolean {
  return before.state === "draft" && after.state !== "draft"
}

/** A draft becomes a conversation for everybody by this very thread, which is told by that alone; a reply is named there. */
function withWriting(event: ChangeEvent | undefined, events: ChangeEvent[], publishing: boolean): ChangeEvent[] {
  if (!event) return events
  if (!publishing) return [event, ...events]
  const { data, tellsThread } = event
  const isReply = event.kind === "convo.agent.reply.created"
  return events.map((one) =>
    isReply && one.kind === "convo.created"
      ? { ...one, ...(data && { data }), ...(tellsThread && { tellsThread }) }
      : one,
  )
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
