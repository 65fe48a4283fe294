import type { MailFailure } from "../connections/failure.ts"

type Failure = Pick<MailFailure, "lasting" | "throttled">

/**
 * Whether a message was there before the desk began to fetch. One whose time nobody tells counts as new: it must not
 * disappear among closed conversations.
 */
export function isOldMail(
  { uid, arrivedAt }: { uid: number; arrivedAt: Date | undefined },
  { backfillTo, since }: { backfillTo: number; since: Date },
): boolean {
  // Servers tell whole seconds.
  const sinceMs = Math.floor(since.getTime() / 1_000) * 1_000
  return uid <= backfillTo && arrivedAt !== undefined && arrivedAt.getTime() < sinceMs
}

const minuteMs = 60_000

/** Before the next attempt: the more in a row have failed, the longer; never so often that an account is locked for it. */
export function pauseMs({ lasting, throttled }: Failure, failures: number): number {
  const doubled = (firstMs: number, mostMs: number) => Math.min(firstMs * 2 ** Math.min(failures - 1, 30), mostMs)
  if (lasting) return doubled(15 * minuteMs, 360 * minuteMs)
  if (throttled) return doubled(5 * minuteMs, 60 * minuteMs)
  return doubled(5_000, 10 * minuteMs)
}

/** Lines break and come back; what somebody has to mend, and what has failed for minutes, somebody has to know. */
export function isAlarming({ lasting }: Failure, failures: number): boolean {
  return lasting || failures >= 6
}
