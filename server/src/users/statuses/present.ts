import type { Reassignment, UserStatus } from "@deskhand/contract/people/user-status"
import { link, timestamp } from "../../http/hal.ts"
import type { UserStatusRow } from "./queries.ts"

export function presentUserStatus(row: UserStatusRow, origin: string): UserStatus {
  return {
    userId: row.user_id,
    email: {
      status: row.email_status,
      updatedAt: timestamp(row.email_updated_at),
      performedBy: row.email_performed_by_id,
      source: row.email_source,
      ...customStatusOf(row),
    },
    chat: { status: row.chat_status, mailboxStatuses: row.inbox_chat_statuses },
    _links: { self: link(origin, `/v2/users/${row.user_id}/status`) },
  }
}

function customStatusOf(row: UserStatusRow): Pick<UserStatus["email"], "customStatus"> {
  const customStatus = {
    ...(row.custom_text !== null && { text: row.custom_text }),
    ...(row.custom_emoji !== null && { emoji: row.custom_emoji }),
    ...(row.custom_emoji_name !== null && { emojiName: row.custom_emoji_name }),
  }
  return Object.keys(customStatus).length === 0 ? {} : { customStatus }
}

export function presentReassignment(userId: number, afterMinutes: number | null, origin: string): Reassignment {
  const minutes = afterMinutes ?? 0
  return {
    enabled: afterMinutes !== null,
    awayDuration: { hours: Math.floor(minutes / 60), minutes: minutes % 60 },
    _links: { self: link(origin, `/v2/users/${userId}/conversation-reassignment`) },
  }
}
