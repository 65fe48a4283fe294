import type { MailConnection } from "@deskhand/contract/mail/mail-connection"
import { link, timestamp } from "../../http/hal.ts"
import type { ShownConnectionRow } from "./queries.ts"

export function presentConnection(row: ShownConnectionRow, origin: string): MailConnection {
  return {
    id: row.id,
    kind: row.kind,
    host: row.host,
    port: row.port,
    security: row.security,
    auth: row.auth,
    username: row.username,
    ...(row.oauth !== null && { oauth: row.oauth }),
    hasSecret: row.secret !== null,
    ...(row.kind === "imap" && {
      folder: row.folder,
      markSeen: row.mark_seen,
      backfillDays: row.backfill_days,
      backfillStatus: row.backfill_status,
    }),
    ...(row.trusted_server !== null && { trustedServer: row.trusted_server }),
    enabled: row.enabled,
    state: row.state,
    ...(row.problem !== null && { problem: row.problem }),
    ...(row.problem_since !== null && { problemSince: timestamp(row.problem_since) }),
    ...(row.last_success_at !== null && { lastSuccessAt: timestamp(row.last_success_at) }),
    ...(row.retry_at !== null && { retryAt: timestamp(row.retry_at) }),
    ...backfillOf(row),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    _links: { self: link(origin, `/v2/mailboxes/${row.inbox_id}/connections/${row.id}`) },
  }
}

function backfillOf(row: ShownConnectionRow): Pick<MailConnection, "backfill"> {
  if (row.backfill_total === null || row.backfill_done === null) return {}
  const ended = row.backfill_ended_at === null ? {} : { endedAt: timestamp(row.backfill_ended_at) }
  return { backfill: { total: row.backfill_total, done: row.backfill_done, ...ended } }
}
