import type { Webhook } from "@deskhand/contract/events/webhook"
import { link } from "../http/hal.ts"
import type { WebhookRow } from "./queries.ts"

export function presentWebhook(row: WebhookRow, origin: string): Webhook {
  return {
    id: row.id,
    url: row.url,
    state: row.state,
    events: row.events,
    notification: row.notification,
    ...(row.label !== null && { label: row.label }),
    payloadVersion: row.payload_version,
    ...(row.header_prefix !== null && { headerPrefix: row.header_prefix }),
    ...(row.inbox_ids !== null && { mailboxIds: row.inbox_ids }),
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
    _links: { self: link(origin, `/v2/webhooks/${row.id}`) },
  }
}
