import type { ConversationPlan } from "./conversation-plan.ts"
import type { LineItemKind } from "./line-items.ts"
import type { Random } from "./random.ts"

/** What happens next in a conversation. */
export type Step = "customer" | "reply" | "note" | "change" | "draft" | "schedule" | "forward" | LineItemKind

export function stepsOf(conversation: ConversationPlan, random: Random): Step[] {
  const { threadCount, type } = conversation
  if (conversation.state === "draft") return ["draft", ...Array<Step>(threadCount - 1).fill("note")]
  const forward = conversation.forward?.role
  const first: Step = forward === "child" ? "forward" : conversation.outbound || type === "phone" ? "reply" : "customer"
  const steps: Step[] = [first]
  if (forward === "parent") steps.push("forward")
  const tail = tailOf(conversation, random)
  while (steps.length + tail.length > Math.max(threadCount, 1) && tail.length > 0) tail.pop()
  const middle = threadCount - steps.length - tail.length
  if (middle > 1 && conversation.assigneeId !== undefined) steps.push("assigned")
  let speaker: Step = first
  while (steps.length < threadCount - tail.length) {
    const draw = random.fraction()
    if (draw < 0.08) steps.push("note")
    else if (draw < 0.16) steps.push("change")
    else {
      if (random.chance(0.85)) speaker = speaker === "customer" ? "reply" : "customer"
      if (conversation.status === "spam") speaker = "customer"
      steps.push(speaker)
    }
  }
  return [...steps, ...tail]
}

/** How it ends, the most telling first: a short conversation keeps only the beginning of this. */
function tailOf(conversation: ConversationPlan, random: Random): Step[] {
  const tail = endingOf(conversation, random)
  if (conversation.mergedId !== undefined) tail.unshift("merged")
  if (conversation.snoozed) tail.push("snoozed")
  if (conversation.scheduled) tail.push("schedule", "scheduled")
  if (conversation.state === "deleted") tail.push("deleted")
  return tail
}

function endingOf(conversation: ConversationPlan, random: Random): Step[] {
  switch (conversation.status) {
    case "closed":
      return ["reply", "closed"]
    case "pending":
      return ["reply", "pended"]
    case "spam":
      return ["marked-spam"]
    case "active":
      if (conversation.trouble === "review") return ["customer", "reply"]
      return random.chance(0.75) ? ["customer"] : random.chance(0.9) ? ["reply"] : ["customer", "draft"]
  }
}

const minuteMs = 60_000

/** Answers take hours, changes seconds; all of it fits before now. */
export function timesOf(conversation: ConversationPlan, steps: Step[], nowMs: number, random: Random): number[] {
  const start = conversation.createdAt
  const offsets = [0]
  let offset = 0
  for (let index = 1; index < steps.length; index++) {
    if (index === 1 && conversation.forward?.role === "parent") {
      offset = conversation.forward.at - start
    } else {
      offset += gapMs(steps[index]!, conversation.type === "chat", random)
    }
    offsets.push(offset)
  }
  const forwarded = conversation.forward?.role === "parent" ? conversation.forward.at - start : 0
  const room = nowMs - 1_000 - start - forwarded
  const shrink = Math.min(1, room / Math.max(1, offset - forwarded))
  return offsets.map((each) => start + (each <= forwarded ? each : forwarded + Math.floor((each - forwarded) * shrink)))
}

function gapMs(step: Step, chat: boolean, random: Random): number {
  const skewed = random.fraction() ** 3
  if (chat) return 5_000 + Math.floor(skewed * 10 * minuteMs)
  switch (step) {
    case "customer":
      return Math.floor((10 + skewed * 5 * 24 * 60) * minuteMs)
    case "reply":
    case "note":
      return Math.floor((3 + skewed * 30 * 60) * minuteMs)
    default:
      return 1_000 + Math.floor(skewed * 30_000)
  }
}
