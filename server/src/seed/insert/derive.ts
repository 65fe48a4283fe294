import { previewOf } from "../../search/plain-text.ts"
import type { NewThread } from "./threads.ts"

/** What a conversation says about its threads, so that a list need not look at them. */
export interface DerivedColumns {
  threadCount: number
  heldThreadCount: number
  preview: string
  hasAttachments: boolean
  needsAttention: boolean
  waitingSince: Date | undefined
  userUpdatedAt: Date
  modifiedAt: Date
  scheduledFor: Date | undefined
  scheduledById: number | undefined
  unscheduleOnCustomerReply: boolean | undefined
}

export function deriveColumns(threads: NewThread[], createdAt: Date): DerivedColumns {
  const inOrder = threads.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const held = inOrder.filter(({ type }) => type !== "lineitem")
  const waitingSince = oldestUnanswered(inOrder)
  const scheduled = threads
    .flatMap((thread) => thread.scheduled ?? [])
    .toSorted((one, other) => one.for.getTime() - other.for.getTime())[0]
  return {
    threadCount: held.filter((thread) => isPublished(thread) && thread.type !== "note").length,
    heldThreadCount: held.length,
    preview: previewOf(held.at(-1)?.body ?? ""),
    hasAttachments: threads.some(({ attachments = [] }) => attachments.length > 0),
    needsAttention: threads.some(({ state }) => state === "review" || state === "bounced"),
    waitingSince,
    userUpdatedAt: lastUserUpdate(inOrder, waitingSince) ?? createdAt,
    modifiedAt: inOrder.at(-1)?.createdAt ?? createdAt,
    scheduledFor: scheduled?.for,
    scheduledById: scheduled?.byId,
    unscheduleOnCustomerReply: scheduled?.unscheduleOnCustomerReply,
  }
}

function oldestUnanswered(inOrder: NewThread[]): Date | undefined {
  const lastAnswer = inOrder.findLastIndex(isAnswer)
  return inOrder.slice(lastAnswer + 1).find(isCustomerMessage)?.createdAt
}

/** The interface wants the waiting time itself here when nobody has touched the conversation since the customer did. */
function lastUserUpdate(inOrder: NewThread[], waitingSince: Date | undefined): Date | undefined {
  const lastTouch = inOrder.findLastIndex(({ createdById }) => createdById !== undefined)
  const untouched = lastTouch < inOrder.findLastIndex(isCustomerMessage)
  return untouched ? waitingSince : inOrder[lastTouch]?.createdAt
}

function isCustomerMessage(thread: NewThread): boolean {
  return thread.createdById === undefined && thread.type !== "lineitem" && isPublished(thread)
}

/** Notes and forwards do not reach the customer, nor does a reply that bounced or was never sent. */
function isAnswer(thread: NewThread): boolean {
  return thread.createdById !== undefined && answerTypes.has(thread.type) && isPublished(thread)
}

const answerTypes = new Set(["message", "chat", "widgetchat", "phone"])

function isPublished({ state = "published" }: NewThread): boolean {
  return state === "published"
}
