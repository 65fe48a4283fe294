import { notificationKinds } from "@deskhand/contract/people/notification-kinds"
import { type Db, sql } from "../db/db.ts"
import type { Reaction } from "../events/dispatch.ts"
import { recordEvents } from "../events/record.ts"
import { enqueueJob } from "../jobs/enqueue.ts"
import { notifyingEvents, type Occurrence, occurrencesOf } from "./occurrences.ts"
import { listBrowsersOf } from "./push/queries.ts"
import { pushJob } from "./push/send.ts"
import { insertNotifications } from "./queries.ts"
import { listRecipients, type Recipient } from "./recipients.ts"

/** Lists what concerns each user in the application, and sends it to their browsers. Mail has its own reaction. */
const notify: Reaction = {
  name: "notifications",
  hears: notifyingEvents,
  async react(db, events, { now }) {
    const occurrences = events.flatMap(occurrencesOf)
    if (occurrences.length === 0) return
    const userIds = await insertNotifications(db, await listRecipients(db, occurrences, { channel: "app", now }))
    // Their open windows learn of it by the event stream, as of any other change.
    await recordEvents(
      db,
      userIds.map((userId) => ({ kind: "notifications.updated", subjectId: userId, userId: null })),
    )
    await pushToBrowsers(db, occurrences, now)
  },
}

/** A browser shows one notification for each conversation: the one that matters most to its user. */
async function pushToBrowsers(db: Db, occurrences: Occurrence[], now: Date): Promise<void> {
  if (!(await db.maybe(sql`select from push_subscriptions limit 1`))) return
  const recipients = await listRecipients(db, occurrences, { channel: "browser", now })
  const awake = recipients.filter(({ quiet_until: quietUntil }) => quietUntil === null)
  const leastFirst = awake.toSorted((one, other) => priorityOf(other) - priorityOf(one))
  const chosen = new Map(
    leastFirst.map((recipient) => [`${recipient.user_id}:${recipient.conversation_id}`, recipient]),
  )
  const browsers = await listBrowsersOf(
    db,
    awake.map(({ user_id: userId }) => userId),
  )
  for (const { id: subscriptionId, user_id: userId } of browsers)
    for (const { user_id: recipientId, conversation_id: conversationId, kind } of chosen.values()) {
      if (recipientId !== userId) continue
      // Of several in quick succession the last one counts.
      await enqueueJob(db, pushJob, {
        key: `${subscriptionId}:${conversationId}`,
        payload: { subscriptionId, conversationId, reason: kind, at: now },
      })
    }
}

function priorityOf({ kind }: Recipient): number {
  return notificationKinds.indexOf(kind)
}

export const notificationReactions = [notify]
