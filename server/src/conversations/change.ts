import type { Db } from "../db/db.ts"
import { reserveIds } from "../db/write-rows.ts"
import type { NewEvent } from "../events/record.ts"
import { takeTurns } from "../routing/turns.ts"
import { canEachBeAssigned } from "../users/assignable.ts"
import { insertAttachmentsOf, type PreparedAttachment } from "./attachments/store.ts"
import { type ChangeEvent, eventsOf, tellable } from "./change-events.ts"
import type { HeldConversation } from "./held.ts"
import { type LineText, lineTextsOf, listNames, type Names, routedText } from "./line-items.ts"
import { beginsToWait } from "./rules.ts"
import type { TellingThread } from "./threads/summary/derive.ts"
import { type Adding, retold, toldWith, type WrittenThread } from "./threads/summary/retell.ts"
import {
  insertLineItems,
  type LineItem,
  lineItemRecord,
  newEntries,
  type Place,
  threadRecord,
} from "./threads/writing/insert.ts"
import { updateOf, type WrittenChange, writeChanges } from "./update.ts"

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
  /** Reserved once the conversation was held, for line items and, last of all, the thread. */
  ids: number[]
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
  const plan = await planChange(db, { before, change, happening })
  if (!plan) return before
  await writeChanges(db, [await writtenChange(db, plan)])
  return plan.after
}

export interface Addition {
  before: HeldConversation
  change: Change
  happening: Omit<Happening, "write">
  adds: ThreadToAdd
}

/** Changes each by a thread more, and gives the ids of those threads. They go out with the commit, which fails by them. */
export async function addToConversations(db: Db, additions: Addition[]): Promise<number[]> {
  const plans = (await planChanges(db, additions)).filter((plan) => plan !== undefined)
  const written: WrittenChange[] = []
  for (const plan of plans) written.push(await writtenChange(db, plan))
  writeChanges(db, written).catch(() => {})
  const threadIds = written.map(({ threads }) => threads.at(-1)?.id ?? 0)
  await insertAttachmentsOf(
    db,
    additions.map(({ adds: { attachments } }, index) => ({ threadId: threadIds[index] ?? 0, attachments })),
  )
  return threadIds
}

interface ChangeRequest {
  before: HeldConversation
  change: Change
  happening: Happening
  adds?: ThreadToAdd
}

/** What a request comes to. */
interface ChangePlan extends ChangeRequest {
  after: HeldConversation
  events: ChangeEvent[]
  items: LineItem[]
}

async function planChange(db: Db, request: ChangeRequest): Promise<ChangePlan | undefined> {
  return (await planChanges(db, [request]))[0]
}

/** Of several at once, in their order; nothing where nothing changes. */
async function planChanges(db: Db, requests: ChangeRequest[]): Promise<(ChangePlan | undefined)[]> {
  const allowed = await withoutStrangers(db, requests)
  const wanted = requests.map((request, index) => changed(request.before, allowed[index] ?? {}, request.happening))
  const turns = await takeTurns(
    db,
    requests.map(({ before, happening: { now } }, index) => {
      const after = wanted[index] as HeldConversation
      return beginsToWait(before, after) ? { inboxId: after.inbox_id, now } : undefined
    }),
  )
  return Promise.all(
    requests.map(async (request, index) => {
      const { before, happening, adds } = request
      const planned = wanted[index] as HeldConversation
      const turn = turns[index]
      const after = turn ? { ...planned, assignee_id: turn.userId } : planned
      const notes = [
        ...lineTextsOf(before, planned),
        ...(turn ? [routedText(turn.userId)] : []),
        ...(happening.notes ?? []),
      ]
      const events = [...(happening.events ?? []), ...eventsOf(before, after)]
      if (notes.length + events.length === 0 && !happening.write && !adds) return undefined
      const names = await listNames(db, { before, after, userId: happening.userId, notes })
      return { ...request, after, events, items: notes.map((note) => itemOf(note, names, happening)) }
    }),
  )
}

/** What is written of it at last. Where the caller itself writes to the threads, the line items are written before that. */
async function writtenChange(db: Db, plan: ChangePlan): Promise<WrittenChange> {
  const { before, after, happening, adds, items } = plan
  const { userId, now, write } = happening
  const place = { conversationId: after.id, status: after.status, assigneeId: after.assignee_id }
  const retelling = happening.imported ? {} : { now }
  if (adds) {
    const count = items.length + 1
    const ids = adds.ids.length < count ? (await reserveIds(db, { threads: count })).threads : adds.ids
    const id = ids[items.length] ?? 0
    const summary = await toldWith(db, after, { ...retelling, threads: adds.threads, adding: adds, items })
    return {
      row: updateOf(before, after, summary),
      threads: [
        ...items.map((item, index) => ({ id: ids[index] ?? 0, ...lineItemRecord(place, item) })),
        { id, ...threadRecord(place, adds.thread) },
      ],
      entries: newEntries(after.id, [{ ...adds.thread, id }]),
      events: recorded(plan, { kind: adds.event, data: { threadId: id } }),
    }
  }
  if (!write) {
    const summary = { modified_at: now, user_updated_at: userId === undefined ? after.user_updated_at : now }
    const threads = items.map((item) => lineItemRecord(place, item))
    return { row: updateOf(before, after, summary), threads, entries: [], events: recorded(plan, undefined) }
  }
  await insertLineItems(db, place, items)
  const { thread: written, event } = await write(place)
  const summary = await retold(db, after, { ...retelling, written })
  return { row: updateOf(before, after, summary), threads: [], entries: [], events: recorded(plan, event) }
}

function recorded({ before, after, events, happening }: ChangePlan, event: ChangeEvent | undefined): NewEvent[] {
  const { userId, performedById, recordedById } = happening
  return tellable(withWriting(event, events, publishes(before, after)), after).map((one) => ({
    ...one,
    ...(performedById !== undefined && { data: { ...one.data, performedBy: performedById } }),
    subjectId: after.id,
    conversationId: after.id,
    userId: recordedById ?? userId ?? null,
    inboxId: after.inbox_id,
  }))
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
async function withoutStrangers(db: Db, requests: ChangeRequest[]): Promise<Change[]> {
  const returning = requests.map(({ before, change }) => {
    const reopens = change.status === "active" && before.status !== "active" && change.assigneeId === undefined
    return reopens && before.assignee_id !== null ? { id: before.assignee_id, inboxId: before.inbox_id } : undefined
  })
  const can = await canEachBeAssigned(
    db,
    returning.filter((one) => one !== undefined),
  )
  return requests.map(({ change }, index) =>
    returning[index] && !can.shift() ? { ...change, assigneeId: null } : change,
  )
}

function publishes(before: HeldConversation, after: HeldConversation): boolean {
  return before.state === "draft" && after.state !== "draft"
}

/** A draft becomes a conversation for everybody by this very thread, which is told by that alone; a reply is named there. */
function withWriting(event: ChangeEvent | undefined, events: ChangeEvent[], publishing: boolean): ChangeEvent[] {
  if (!event) return events
  if (!publishing) return [event, ...events]
  const { data } = event
  const isReply = event.kind === "convo.agent.reply.created"
  return events.map((one) => (isReply && one.kind === "convo.created" ? { ...one, ...(data && { data }) } : one))
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
