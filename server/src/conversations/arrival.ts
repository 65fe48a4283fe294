import type { Turn } from "../routing/turns.ts"
import { routedText } from "./line-items.ts"
import type { LineItem, Thread } from "./threads/writing/insert.ts"

/** A new conversation says to whom routing gave it; whoever brought it is the author. */
export function arrivalOf(
  { userId, name }: Turn,
  by: Pick<Thread, "createdById" | "customerId">,
  createdAt: Date,
): LineItem {
  const { action, text, entities } = routedText(userId)
  const users = new Map([[userId, name]])
  return {
    action,
    text: text({ author: undefined, users, inboxes: new Map(), customers: new Map() }),
    ...(entities && { entities }),
    createdById: by.createdById,
    customerId: by.createdById === undefined ? by.customerId : undefined,
    createdAt,
  }
}
