import { sql } from "../db/db.ts"
import type { Reaction } from "../events/dispatch.ts"
import type { EventRow } from "../events/queries.ts"
import { enqueueJob } from "../jobs/enqueue.ts"
import { type Heard, listTold } from "./queries.ts"
import { pushJob } from "./send.ts"

const reasons = {
  "convo.assigned": "assigned",
  "convo.created": "assigned",
  "convo.customer.reply.created": "replied",
  "convo.note.created": "noted",
} as const

/** Who has a conversation, gets one or is mentioned in one is told, in every browser where they asked for it. */
const notify: Reaction = {
  name: "notifications",
  hears: Object.keys(reasons) as (keyof typeof reasons)[],
  needs: sql`exists (select from push_subscriptions)`,
  async react(db, events, { now }) {
    for (const told of await listTold(db, events.flatMap(heardOf))) {
      const owed = { subscriptionId: told.subscription_id, conversationId: told.conversation_id }
      // Of several in quick succession the last one counts.
      await enqueueJob(db, pushJob, {
        key: `${owed.subscriptionId}:${owed.conversationId}`,
        payload: { ...owed, reason: told.reason, at: now },
      })
    }
  },
}

function heardOf({ kind, conversation_id, user_id, data }: EventRow): Heard[] {
  if (conversation_id === null) return []
  const { to = null, threadId = null } = data as { to?: number | null; threadId?: number }
  // Who gave it to nobody has told nobody anything.
  if (kind === "convo.assigned" && to === null) return []
  const isNote = kind === "convo.note.created"
  return [
    {
      reason: reasons[kind as keyof typeof reasons],
      conversationId: conversation_id,
      actorId: user_id,
      userId: kind === "convo.assigned" ? to : null,
      noteId: isNote ? threadId : null,
    },
  ]
}

export const notificationReactions = [notify]
