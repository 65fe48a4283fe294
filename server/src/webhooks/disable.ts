import { type Db, sql } from "../db/db.ts"
import { recordEvent } from "../events/record.ts"

/** It no longer wants anything, fails all the time, or its owner is not there any more. */
export type DisabledReason = "gone" | "failing" | "owner"

/** Told once; what it is owed stays, and goes on when somebody enables it. */
export async function disableWebhook(db: Db, id: number, reason: DisabledReason): Promise<void> {
  const disabled = await db.maybe<{ url: string; label: string | null }>(sql`
    update webhooks set state = 'disabled', disabled_reason = ${reason}, updated_at = now()
    where id = ${id} and state = 'enabled' returning url, label`)
  if (!disabled) return
  await recordEvent(db, { kind: "webhook.disabled", subjectId: id, userId: null, data: { reason, ...disabled } })
}

/** Those of these people that are no longer active. */
export async function disableForsaken(db: Db, userIds: number[]): Promise<void> {
  const forsaken = await db.many<{ id: number }>(sql`
    select webhooks.id from webhooks join users on users.id = user_id
    where user_id = any(${userIds}::bigint[]) and deactivated_at is not null and state = 'enabled' order by webhooks.id`)
  for (const { id } of forsaken) await disableWebhook(db, id, "owner")
}
