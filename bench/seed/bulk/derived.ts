import { previewOf } from "./text/bodies.ts"
import type { ThreadPlan } from "./thread-plan.ts"

/** What a conversation says about its threads. */
export interface Derived {
  threadCount: number
  heldThreadCount: number
  preview: string
  needsAttention: boolean
  waitingSince: number | undefined
  customerWroteAt: number | undefined
  userUpdatedAt: number
  modifiedAt: number
  scheduled: ThreadPlan["scheduled"]
}

/** One look at threads that are in order of time. */
export function derive(threads: readonly ThreadPlan[]): Derived {
  const derived: Derived = {
    threadCount: 0,
    heldThreadCount: 0,
    preview: "",
    needsAttention: false,
    waitingSince: undefined,
    customerWroteAt: undefined,
    userUpdatedAt: threads[0]!.at,
    modifiedAt: threads.at(-1)!.at,
    scheduled: undefined,
  }
  let last: ThreadPlan | undefined
  let lastTouch: number | undefined
  let customerSpokeLast = false
  for (const thread of threads) {
    if (thread.authorId !== undefined) {
      lastTouch = thread.at
      customerSpokeLast = false
    }
    if (thread.type === "lineitem") continue
    if (thread.state !== "draft" || last === undefined || last.state === "draft") last = thread
    derived.heldThreadCount++
    derived.needsAttention ||= thread.state === "review" || thread.state === "bounced"
    derived.scheduled ??= thread.scheduled
    if (thread.state !== "published") continue
    if (thread.type !== "note") derived.threadCount++
    if (thread.authorId === undefined) {
      derived.waitingSince ??= thread.at
      derived.customerWroteAt = thread.at
      customerSpokeLast = true
    } else if (isAnswer(thread)) {
      derived.waitingSince = undefined
    }
  }
  if (last?.body) derived.preview = previewOf(last.body)
  // The interface wants the waiting time itself when nobody has touched the conversation since the customer did.
  derived.userUpdatedAt = (customerSpokeLast ? derived.waitingSince : lastTouch) ?? derived.userUpdatedAt
  return derived
}

/** Notes and forwards do not reach the customer. */
function isAnswer({ type }: ThreadPlan): boolean {
  return type === "message" || type === "chat" || type === "widgetchat" || type === "phone"
}
