import { type Db, sql } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import type { MailFailure } from "../connections/failure.ts"
import type { Claimed } from "./leases.ts"
import { isAlarming, pauseMs } from "./rules.ts"

/** It works: whoever was told that it did not is told so. */
export async function settleWorking(db: Db, { id, inbox_id, token }: Claimed, now: Date): Promise<void> {
  await db.transaction(async (db) => {
    const before = await db.maybe<{ alarmed_at: Date | null }>(sql`
      select alarmed_at from mail_connections where id = ${id} and fetcher = ${token} for no key update`)
    if (!before) return
    await db.run(sql`
      update mail_connections set state = 'working', problem = null, problem_since = null, failures = 0, retry_at = null,
        alarmed_at = null, last_success_at = ${now} where id = ${id}`)
    if (before.alarmed_at !== null)
      await recordEvent(db, { kind: "mail.connection.working", subjectId: id, inboxId: inbox_id, userId: null })
  })
}

/** It is tried again after a pause, by whoever comes first; administrators hear of what does not pass by itself. */
export async function settleFailure(
  db: Db,
  { id, inbox_id, token }: Claimed,
  { failure, now }: { failure: MailFailure; now: Date },
): Promise<void> {
  await db.transaction(async (db) => {
    const before = await db.maybe<{ failures: number; alarmed_at: Date | null }>(sql`
      select failures, alarmed_at from mail_connections where id = ${id} and fetcher = ${token} for no key update`)
    if (!before) return
    const failures = before.failures + 1
    const state = failure.lasting ? "refused" : "failing"
    const alarms = before.alarmed_at === null && isAlarming(failure, failures)
    await db.run(sql`
      update mail_connections set state = ${state}, problem = ${failure.message}, failures = ${failures},
        problem_since = coalesce(problem_since, ${now}), retry_at = ${new Date(now.getTime() + pauseMs(failure, failures))},
        alarmed_at = case when ${alarms} then ${now}::timestamptz else alarmed_at end, fetcher = null, fetched_until = null
      where id = ${id}`)
    if (alarms)
      await recordEvent(db, {
        kind: "mail.connection.failing",
        subjectId: id,
        inboxId: inbox_id,
        userId: null,
        data: { state, problem: failure.message },
      })
  })
}

/** Nothing is wrong with it, but what it brings cannot be kept now. */
export async function settlePause(db: Db, { token }: Claimed, now: Date): Promise<void> {
  await db.run(sql`
    update mail_connections set retry_at = ${new Date(now.getTime() + storePauseMs)}, fetcher = null, fetched_until = null
    where fetcher = ${token}`)
}

const storePauseMs = 10_000
