import type { OfficeClock } from "../office-hours/office-clock.ts"
import { startOfWeek } from "./calendar.ts"

/** One thing of a conversation that a report counts. */
export interface Fact {
  kind: FactKind
  /** Which of its kind it is in the conversation; 0 where there can be one alone. */
  part: number
  at: Date
  /** 0 where nobody of the desk did it. */
  userId: number
  seconds: number | null
  officeSeconds: number | null
  amount: number
  range: number | null
  officeRange: number | null
  chatRange: number | null
  /** The first activity of its conversation in its week: it stands for the others when conversations or customers are counted. */
  firstActivity: boolean
  /** The first reply of its user in its conversation in its week. */
  firstReply: boolean
}

export const factKinds = [
  "created",
  "received",
  "reply",
  "closed",
  "resolved",
  "rating",
  "chat",
  "tagged",
  "answered",
  "field",
  "ran",
] as const
export type FactKind = (typeof factKinds)[number]

/** The kinds of facts by which something happens in a conversation. */
export const activityKinds: readonly FactKind[] = ["created", "received", "reply", "closed"]

/** What of a conversation's rows decides its facts. Threads come in their order. */
export interface RawConversation {
  id: number
  inboxId: number
  type: string
  customerId: number
  createdAt: Date
  createdByUserId: number | null
  closedAt: Date | null
  closedById: number | null
  threads: RawThread[]
  ratings: { id: number; rating: string; userId: number; createdAt: Date }[]
  tagIds: number[]
  optionIds: number[]
  /** Workflows that did something to it. */
  workflowIds: number[]
}

export interface RawThread {
  id: number
  kind: "asks" | "answers" | "closes"
  at: Date
  userId: number | null
  savedReplyId: number | null
}

/** In seconds, the first that no longer belongs to each range; what is longer is in the last. */
const responseBounds = [900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800]
const resolutionBounds = [3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 259_200, 604_800, 1_209_600]
const chatBounds = [60, 120, 300, 600]
const durationBounds = [300, 600, 1_200, 1_800]
const messageBounds = [6, 11, 21, 31]

export const ratingIds: Record<string, number> = { great: 1, okay: 2, not_good: 3 }

function rangeOf(bounds: number[], value: number): number {
  const index = bounds.findIndex((bound) => value < bound)
  return (index === -1 ? bounds.length : index) + 1
}

/** Everything that reports know of a conversation, from its rows alone. */
export function factsOf(conversation: RawConversation, clock: OfficeClock | undefined): Fact[] {
  const { threads, type } = conversation
  const measure = (from: Date, to: Date) => {
    const seconds = Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1_000))
    return { seconds, officeSeconds: clock ? clock.secondsBetween(from, to) : seconds }
  }
  const facts: Fact[] = []
  const add = (kind: FactKind, part: number, at: Date, more: Partial<Fact> = {}) =>
    facts.push({ ...nothing, kind, part, at, ...more })
  const saved = new Set(threads.flatMap(({ savedReplyId }) => savedReplyId ?? []))
  add("created", 0, conversation.createdAt, {
    userId: conversation.createdByUserId ?? 0,
    amount: conversation.tagIds.length > 0 ? 1 : 0,
    range: saved.size > 0 ? 1 : null,
  })
  for (const { reply, since, first } of repliesOf(threads)) {
    const waited = since && measure(since, reply.at)
    add("reply", reply.id, reply.at, {
      userId: reply.userId ?? 0,
      amount: first ? 1 : 0,
      ...(waited && {
        ...waited,
        range: rangeOf(responseBounds, waited.seconds),
        officeRange: rangeOf(responseBounds, waited.officeSeconds),
        chatRange: type === "chat" ? rangeOf(chatBounds, waited.seconds) : null,
      }),
    })
  }
  for (const { id, at } of threads.filter(({ kind }) => kind === "asks")) add("received", id, at)
  for (const { id, at, userId } of closingsOf(conversation)) add("closed", id, at, { userId: userId ?? 0 })
  for (const { id, createdAt, userId, rating } of conversation.ratings) {
    const amount = ratingIds[rating]
    if (amount !== undefined) add("rating", id, createdAt, { userId, amount })
  }
  addResolution()
  addChat()
  for (const tagId of conversation.tagIds) add("tagged", tagId, conversation.createdAt)
  for (const replyId of saved) add("answered", replyId, conversation.createdAt)
  for (const optionId of conversation.optionIds) add("field", optionId, conversation.createdAt)
  for (const workflowId of conversation.workflowIds) add("ran", workflowId, conversation.createdAt)
  markFirsts(facts)
  return facts

  /** Once, and only what somebody has answered; what is reopened is not resolved any more. */
  function addResolution(): void {
    const { closedAt, closedById, createdAt } = conversation
    if (!closedAt) return
    const replies = threads.filter(({ kind, at }) => kind === "answers" && at <= closedAt).length
    if (replies === 0) return
    const userId = closedById ?? 0
    const took = measure(createdAt, closedAt)
    add("resolved", 0, closedAt, {
      userId,
      amount: replies,
      range: Math.min(5, replies),
      // Its first range counts replies; those of its time stand beside it.
      chatRange: rangeOf(resolutionBounds, took.seconds),
      officeRange: rangeOf(resolutionBounds, took.officeSeconds),
      ...took,
    })
  }

  function addChat(): void {
    if (type !== "chat") return
    const messages = threads.filter(({ kind }) => kind !== "closes")
    const [first, last] = [messages[0]?.at, messages.at(-1)?.at]
    const lasted = first && last ? measure(first, last) : { seconds: 0, officeSeconds: 0 }
    const answer = threads.find(({ kind }) => kind === "answers")
    add("chat", 0, conversation.createdAt, {
      userId: answer?.userId ?? 0,
      amount: messages.length,
      ...lasted,
      range: rangeOf(messageBounds, messages.length),
      officeRange: answer ? 1 : null,
      chatRange: rangeOf(durationBounds, lasted.seconds),
    })
  }
}

/** Facts of one moment are in the order in which PostgreSQL sorts their kinds (migration 0069). */
function markFirsts(facts: Fact[]): void {
  const seen = new Set<string>()
  const isFirst = (key: string) => !seen.has(key) && seen.add(key).size > 0
  const inOrder = facts
    .filter(({ kind }) => activityKinds.includes(kind))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.part - b.part))
  for (const fact of inOrder) {
    const week = startOfWeek(fact.at.getTime())
    fact.firstActivity = isFirst(`${week}`)
    fact.firstReply = fact.kind === "reply" && isFirst(`${week} ${fact.userId}`)
  }
}

const nothing = {
  userId: 0,
  seconds: null,
  officeSeconds: null,
  amount: 0,
  range: null,
  officeRange: null,
  chatRange: null,
  firstActivity: false,
  firstReply: false,
}

/** Each reply with since when its customer had waited, and whether it is the first answer to who wrote first. */
function repliesOf(threads: RawThread[]): { reply: RawThread; since: Date | undefined; first: boolean }[] {
  const replies: { reply: RawThread; since: Date | undefined; first: boolean }[] = []
  let since: Date | undefined
  for (const thread of threads) {
    if (thread.kind === "asks") since ??= thread.at
    if (thread.kind !== "answers") continue
    replies.push({ reply: thread, since, first: replies.length === 0 && since !== undefined })
    since = undefined
  }
  return replies
}

/** Those that left a line, and one that did not: a conversation may begin closed. */
function closingsOf({
  threads,
  closedAt,
  closedById,
}: RawConversation): { id: number; at: Date; userId: number | null }[] {
  const closings = threads.filter(({ kind }) => kind === "closes")
  const isTold = closedAt === null || closings.some(({ at }) => at.getTime() === closedAt.getTime())
  return isTold || closedAt === null ? closings : [...closings, { id: 0, at: closedAt, userId: closedById }]
}
