import type { ConversationPlan } from "./conversation-plan.ts"
import type { SeedPlan } from "./plan.ts"
import { type Random, Weighted } from "./random.ts"

export interface LineItem {
  type: string
  text: string
  entities: Record<string, number> | undefined
}

/** Changes that the conversation's own course calls for. */
export type LineItemKind =
  | "assigned"
  | "closed"
  | "pended"
  | "marked-spam"
  | "merged"
  | "snoozed"
  | "scheduled"
  | "deleted"

export function lineItem(kind: LineItemKind, conversation: ConversationPlan): LineItem {
  const { agent } = conversation
  const name = `${agent.firstName} ${agent.lastName}`
  switch (kind) {
    case "assigned": {
      const assignee = conversation.assigneeId ?? agent.id
      const text = assignee === agent.id ? `${name} took this conversation` : `${name} assigned this conversation`
      return { type: "assigned", text, entities: { user: assignee } }
    }
    case "closed":
      return { type: "status-changed", text: `${name} marked as Closed`, entities: undefined }
    case "pended":
      return { type: "status-changed", text: `${name} marked as Pending`, entities: undefined }
    case "marked-spam":
      return { type: "status-changed", text: `${name} marked as Spam`, entities: undefined }
    case "merged":
      return {
        type: "merged",
        text: `${name} merged conversation ${conversation.mergedNumber} into this one`,
        entities: { originalConversation: conversation.mergedId! },
      }
    case "snoozed":
      return { type: "snoozed", text: `${name} snoozed this conversation`, entities: undefined }
    case "scheduled":
      return { type: "scheduled", text: `${name} scheduled a reply`, entities: undefined }
    case "deleted":
      return { type: "deleted", text: `${name} deleted this conversation`, entities: undefined }
  }
}

export function randomLineItem(conversation: ConversationPlan, plan: SeedPlan, random: Random): LineItem {
  const { agent, inbox } = conversation
  const name = `${agent.firstName} ${agent.lastName}`
  const [type, text] = changes.pick(random)
  const entities =
    type === "moved-from-mailbox"
      ? { inbox: random.pick(plan.desk.inboxes).id }
      : type === "assigned"
        ? { user: random.pick(inbox.agentIds) }
        : type.endsWith("workflow")
          ? { workflow: random.between(1, 9) }
          : undefined
  return { type, text: text.replace("_", name), entities }
}

const changes = new Weighted<readonly [type: string, text: string]>([
  [["assigned", "_ assigned this conversation"], 30],
  [["unassigned", "_ unassigned this conversation"], 5],
  [["tags-changed", "_ changed the tags"], 20],
  [["fields-changed", "_ changed the custom fields"], 10],
  [["moved-from-mailbox", "_ moved this conversation here"], 4],
  [["customer-changed", "_ changed the customer"], 2],
  [["unsnoozed", "The snooze ended"], 4],
  [["unscheduled", "_ unscheduled a reply"], 2],
  [["restored", "_ restored this conversation"], 1],
  [["split", "_ split this conversation"], 1],
  [["forwarded", "_ forwarded this conversation"], 1],
  [["manual-workflow", "_ ran the workflow Escalate"], 5],
  [["automatic-workflow", "The workflow Sort by topic ran"], 12],
  [["auto-reply-sent", "An auto reply was sent"], 12],
  [["imported", "Imported from another desk"], 1],
  [["default", "_ changed this conversation"], 1],
])
