import { type Db, type Sql, sql } from "../../../db/db.ts"
import type { Desk } from "../../../http/route.ts"
import type { ConnectionRow } from "../../connections/queries.ts"
import { recordStatusChange } from "../../connections/status-change.ts"
import type { Outcome } from "./outcome.ts"
import type { Relay } from "./relay.ts"

/** As often is it noted that a relay works. */
const oftenMs = 60_000

/** What an attempt says of a relay, the operator's or an inbox's own. */
export interface RelayHealth {
  state: ConnectionRow["state"]
  problem: string | null
}

interface Noted {
  relay: Relay
  outcome: Outcome
  now: Date
}

/** What is seen of a relay: it works, fails for now, or refuses whoever signs in. Those who write replies hear of changes. */
export async function noteRelay({ db }: Pick<Desk, "db">, { relay, outcome, now }: Noted): Promise<void> {
  if (outcome.ended === "lost" && outcome.reason === "stopped") return
  const after = healthAfter(outcome)
  const isKnown = relay.state === "working" && now.getTime() - (relay.lastSuccessAt?.getTime() ?? 0) < oftenMs
  if (after.state === "working" && isKnown) return
  if (outcome.ended === "lost" && outcome.reason === "login") await relay.forgetLogin?.()
  await db.transaction(async (db) => {
    const before = await lockHealth(db, relay.connectionId)
    if (!before) return
    await db.run(
      relay.connectionId === null ? relayUpdate(after, now) : connectionUpdate(relay.connectionId, after, now),
    )
    if (isDown(before) !== isDown(after) || (isDown(after) && before.problem !== after.problem))
      await recordStatusChange(db, before.inbox_id)
  })
}

/** Another start may come with other settings: what was known of the operator's relay counts no longer. */
export async function forgetRelayHealth(db: Db): Promise<void> {
  await db.run(sql`update operator_relay set state = 'new', problem = null where state in ('failing', 'refused')`)
}

function healthAfter(outcome: Outcome): RelayHealth {
  if (outcome.ended !== "lost") return { state: "working", problem: null }
  return { state: outcome.reason === "login" ? "refused" : "failing", problem: outcome.problem.slice(0, 255) }
}

function isDown({ state }: RelayHealth): boolean {
  return state === "failing" || state === "refused"
}

function lockHealth(
  db: Db,
  connectionId: number | null,
): Promise<(RelayHealth & { inbox_id: number | null }) | undefined> {
  return db.maybe(
    connectionId === null
      ? sql`select state, problem, null::bigint as inbox_id from operator_relay for no key update`
      : sql`select state, problem, inbox_id from mail_connections where id = ${connectionId} for no key update`,
  )
}

function relayUpdate({ state, problem }: RelayHealth, now: Date): Sql {
  return sql`update operator_relay set state = ${state}, problem = ${problem},
    last_success_at = case when ${state} = 'working' then ${now}::timestamptz else last_success_at end`
}

function connectionUpdate(id: number, { state, problem }: RelayHealth, now: Date): Sql {
  if (state === "working")
    return sql`update mail_connections set state = 'working', problem = null, problem_since = null, failures = 0,
      last_success_at = ${now} where id = ${id}`
  return sql`update mail_connections set state = ${state}, problem = ${problem},
    problem_since = coalesce(problem_since, ${now}), failures = failures + 1 where id = ${id}`
}
