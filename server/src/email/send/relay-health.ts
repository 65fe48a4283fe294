import { sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { forgetToken } from "../connections/credentials.ts"
import type { Outcome } from "./outcome.ts"
import type { Relay } from "./relay.ts"

/** As often is it noted that a relay works. */
const oftenMs = 60_000

/** What is seen of an inbox's own relay: it works, fails for now, or refuses whoever signs in. */
export async function noteRelay(
  { db }: Pick<Desk, "db">,
  { relay, outcome, now }: { relay: Relay; outcome: Outcome; now: Date },
): Promise<void> {
  if (relay.connectionId === null || (outcome.ended === "lost" && outcome.reason === "stopped")) return
  if (outcome.ended !== "lost") {
    await db.run(sql`
      update mail_connections set state = 'working', problem = null, problem_since = null, failures = 0,
        last_success_at = ${now}
      where id = ${relay.connectionId}
        and (state <> 'working' or last_success_at is null or last_success_at < ${new Date(now.getTime() - oftenMs)})`)
    return
  }
  if (outcome.reason === "login") forgetToken({ db }, relay.connectionId)
  const state = outcome.reason === "login" ? "refused" : "failing"
  await db.run(sql`
    update mail_connections set state = ${state}, problem = ${outcome.problem.slice(0, 255)},
      problem_since = coalesce(problem_since, ${now}), failures = failures + 1
    where id = ${relay.connectionId}`)
}
