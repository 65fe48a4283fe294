import type { Db } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import { mapPeople } from "../../users/queries.ts"
import { routedText } from "../line-items.ts"
import { insertLineItem, type Place, type Thread } from "../threads/insert.ts"

export interface Arrival {
  inboxId: number
  /** To whom routing gave it. */
  userId: number
  by: Pick<Thread, "createdById" | "customerId">
  now: Date
}

/** A new conversation says to whom routing gave it; whoever brought it is the author. */
export async function tellArrival(db: Db, place: Place, { inboxId, userId, by, now }: Arrival): Promise<void> {
  const person = (await mapPeople(db, [userId])).get(userId)
  const users = new Map([[userId, `${person?.first_name} ${person?.last_name}`.trim()]])
  const { action, text, entities } = routedText(userId)
  await insertLineItem(db, place, {
    action,
    text: text({ author: undefined, users, inboxes: new Map(), customers: new Map() }),
    ...(entities && { entities }),
    createdById: by.createdById,
    customerId: by.createdById === undefined ? by.customerId : undefined,
    createdAt: now,
  })
  await recordEvent(db, {
    kind: "convo.assigned",
    subjectId: place.conversationId,
    userId: null,
    inboxId,
    conversationId: place.conversationId,
    data: { from: null, to: userId },
  })
}
