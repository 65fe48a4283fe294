import { type Sql, sql } from "../db/db.ts"
import type { Reaction } from "../events/dispatch.ts"
import type { EventRow } from "../events/queries.ts"
import { enqueueRelease } from "./release.ts"
import { enqueueDrains } from "./routing/drain.ts"

/** Where somebody may have room again, what waits there is given out. */
const routing: Reaction = {
  name: "routing",
  hears: [
    "convo.assigned",
    "convo.created",
    "convo.deleted",
    "convo.merged",
    "convo.moved",
    "convo.status",
    "inbox.updated",
    "routing.updated",
    "user.created",
    "user.status.changed",
    "user.updated",
  ],
  async react(db, events) {
    for (const event of events) await enqueueDrains(db, isConcerned(event))
  },
}

/** Inboxes the event is about, or in whose rotation the person is whom it is about. */
function isConcerned({ kind, inbox_id, from_inbox_id, subject_id }: EventRow): Sql {
  const userId = kind.startsWith("user.") ? subject_id : null
  return sql`(inbox_id in (${inbox_id}, ${from_inbox_id}) or exists (
    select from routing_users where inbox_id = routing.inbox_id and user_id = ${userId}))`
}

/** Who was deactivated, or has lost access, gives back what they can no longer answer. */
const release: Reaction = {
  name: "release",
  hears: ["inbox.updated", "team.deleted", "user.deleted", "user.updated"],
  async react(db, events) {
    for (const userId of events.flatMap(affectedBy)) await enqueueRelease(db, { userId, away: false })
  },
}

function affectedBy({ kind, subject_id, data }: EventRow): number[] {
  if (kind !== "inbox.updated") return [subject_id]
  const { removedUserIds = [] } = data as { removedUserIds?: number[] }
  return removedUserIds
}

export const conversationReactions = [routing, release]
