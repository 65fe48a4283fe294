import type { Presence } from "@deskhand/contract/people/presence"
import { timestamp } from "../http/hal.ts"
import type { PresenceRow } from "./queries.ts"

export function presentPresence(row: PresenceRow): Presence {
  return {
    conversationId: row.conversation_id,
    userId: row.user_id,
    activity: row.activity,
    since: timestamp(row.since),
    ...(row.sends_at !== null && { sendsAt: timestamp(row.sends_at) }),
  }
}
