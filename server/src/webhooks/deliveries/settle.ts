import { type Db, sql } from "../../db/db.ts"
import { disableWebhook } from "../disable.ts"
import { isDelivered, type Result } from "./deliver.ts"
import { type Settled, settleDeliveries } from "./queue.ts"
import { mostGivenUp, pauseSeconds, retrySeconds } from "./schedule.ts"

/** All of them in one transaction, with what they say of their receivers. */
export function settle(db: Db, results: Result[], now: Date): Promise<void> {
  return db.transaction(async (db) => {
    const settled = results.map((result) => settledBy(result, now))
    const own = await settleDeliveries(db, settled, now)
    const told = results.filter(({ claimed }) => own.has(claimed.id))
    const byWebhook = Map.groupBy(told, ({ claimed }) => claimed.webhook_id)
    for (const webhookId of [...byWebhook.keys()].sort((one, other) => one - other))
      await judge(db, webhookId, { results: byWebhook.get(webhookId) ?? [], now })
  })
}

function settledBy({ claimed, outcome }: Result, now: Date): Settled {
  const { id, claims } = claimed
  if (outcome === "forbidden") return { id, claims, state: "cancelled", dueAt: null, attempt: null }
  if (outcome === "stopped") return { id, claims, state: "pending", dueAt: now, attempt: null }
  const { attempt, retryAfterSeconds = 0 } = outcome
  if (isDelivered(attempt)) return { id, claims, state: "delivered", dueAt: null, attempt }
  const wait = retrySeconds(claimed.tries + 1, Math.random())
  if (wait === undefined) return { id, claims, state: "failed", dueAt: null, attempt }
  return { id, claims, state: "pending", dueAt: later(now, Math.max(wait, retryAfterSeconds)), attempt }
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}

interface Health {
  failing: number
  given_up: number
}

/** In the order in which the attempts ended: one that succeeded forgives those before it. */
async function judge(db: Db, webhookId: number, { results, now }: { results: Result[]; now: Date }): Promise<void> {
  const outcomes = results.flatMap(({ claimed, outcome }) =>
    typeof outcome === "string" ? [] : [{ ...outcome, isLast: retrySeconds(claimed.tries + 1, 0) === undefined }],
  )
  if (outcomes.length === 0) return
  const before = await db.maybe<Health>(
    sql`select failing, given_up from webhooks where id = ${webhookId} for no key update`,
  )
  if (!before) return
  let { failing, given_up: givenUp } = before
  for (const { attempt, isLast } of outcomes) {
    const fails = !isDelivered(attempt)
    failing = fails ? failing + 1 : 0
    givenUp = fails ? givenUp + (isLast ? 1 : 0) : 0
  }
  const failed = outcomes.filter(({ attempt }) => !isDelivered(attempt))
  const rest = Math.max(pauseSeconds(failing), ...failed.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds))
  const restUntil = rest > 0 ? later(now, rest) : null
  // A failure ends no pause that another one was asked for.
  await db.run(sql`
    update webhooks set failing = ${failing}, given_up = ${givenUp},
      paused_until = greatest(${restUntil}::timestamptz, case when ${failing > 0} then paused_until end),
      attempt_count = attempt_count + ${outcomes.length}, failure_count = failure_count + ${failed.length}
    where id = ${webhookId}`)
  if (outcomes.some(({ attempt }) => attempt.status === 410)) await disableWebhook(db, webhookId, "gone")
  else if (givenUp >= mostGivenUp) await disableWebhook(db, webhookId, "failing")
}
