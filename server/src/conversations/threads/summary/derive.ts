import type { ConversationRecord } from "../../columns.ts"

/** What of a thread its conversation tells in lists. */
export interface TellingThread {
  type: string
  state?: string
  createdAt: Date
  /** Nobody when the customer wrote it. */
  createdById?: number
  attachments?: readonly unknown[]
  scheduled?: { for: Date; byId: number; unscheduleOnCustomerReply: boolean }
}

/** What a conversation says about its threads, so that a list need not look at them. */
export type DerivedColumns = Pick<
  ConversationRecord,
  | "thread_count"
  | "held_thread_count"
  | "has_attachments"
  | "needs_attention"
  | "waiting_since"
  | "customer_wrote_at"
  | "user_updated_at"
  | "modified_at"
  | "scheduled_for"
  | "scheduled_by_id"
  | "unschedule_on_customer_reply"
>

export function deriveColumns(threads: TellingThread[], createdAt: Date): DerivedColumns {
  const inOrder = sortedByAge(threads)
  const held = inOrder.filter(isHeld)
  const waitingSince = oldestUnanswered(inOrder)
  const scheduled = threads
    .flatMap((thread) => thread.scheduled ?? [])
    .toSorted((one, other) => one.for.getTime() - other.for.getTime())[0]
  return {
    thread_count: held.filter((thread) => isPublished(thread) && thread.type !== "note").length,
    held_thread_count: held.length,
    has_attachments: threads.some(({ attachments = [] }) => attachments.length > 0),
    needs_attention: threads.some(({ state }) => state === "review" || state === "bounced"),
    waiting_since: waitingSince ?? null,
    customer_wrote_at: inOrder.findLast(isCustomerMessage)?.createdAt ?? null,
    user_updated_at: lastUserUpdate(inOrder, waitingSince) ?? createdAt,
    modified_at: inOrder.at(-1)?.createdAt ?? createdAt,
    scheduled_for: scheduled?.for ?? null,
    scheduled_by_id: scheduled?.byId ?? null,
    unschedule_on_customer_reply: scheduled?.unscheduleOnCustomerReply ?? null,
  }
}

/** The one whose text is the preview: the newest, but no draft beside what others may read. */
export function previewedThread<Thread extends TellingThread>(threads: Thread[]): Thread | undefined {
  const held = sortedByAge(threads).filter(isHeld)
  return held.findLast(({ state }) => state !== "draft") ?? held.at(-1)
}

/** Those of one moment stay in the order in which they were made. */
function sortedByAge<Thread extends TellingThread>(threads: Thread[]): Thread[] {
  return threads.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

function isHeld({ type }: TellingThread): boolean {
  return type !== "lineitem"
}

function oldestUnanswered(inOrder: TellingThread[]): Date | undefined {
  const lastAnswer = inOrder.findLastIndex(isAnswer)
  return inOrder.slice(lastAnswer + 1).find(isCustomerMessage)?.createdAt
}

/** The interface wants the waiting time itself here when nobody has touched the conversation since the customer did. */
function lastUserUpdate(inOrder: TellingThread[], waitingSince: Date | undefined): Date | undefined {
  const lastTouch = inOrder.findLastIndex(({ createdById }) => createdById !== undefined)
  const untouched = lastTouch < inOrder.findLastIndex(isCustomerMessage)
  return untouched ? waitingSince : inOrder[lastTouch]?.createdAt
}

function isCustomerMessage(thread: TellingThread): boolean {
  return thread.createdById === undefined && isHeld(thread) && isPublished(thread)
}

/** Notes and forwards do not reach the customer, nor does a reply that bounced or was never sent. */
function isAnswer(thread: TellingThread): boolean {
  return thread.createdById !== undefined && answerTypes.has(thread.type) && isPublished(thread)
}

const answerTypes = new Set(["message", "chat", "widgetchat", "phone"])

function isPublished({ state = "published" }: TellingThread): boolean {
  return state === "published"
}
