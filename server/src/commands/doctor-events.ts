import { type Database, sql } from "../db/db.ts"
import { findBlockingWriter, findWaitingEvents, lateAfterSeconds, type WaitingEvents } from "../db/late-events.ts"
import type { Finding } from "./finding.ts"

/** Mail, webhooks, notifications and live updates wait until their event has a number. */
export async function checkEvents(db: Database): Promise<Finding> {
  const about = "Events"
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass('feed') is not null as exists`)
  if (!exists) return { about, well: "none yet" }
  const waiting = await findWaitingEvents(db)
  if (waiting.late === 0) return { about, well: `none waits longer than ${lateAfterSeconds} s for its number` }
  return { about, wrong: await explainLateEvents(db, waiting) }
}

/** Says how many wait, and what to do. */
export async function explainLateEvents(db: Database, { late, oldest_seconds }: WaitingEvents): Promise<string> {
  const oldest = `the oldest for ${Math.round(oldest_seconds)} s`
  return `${late} without a number, ${oldest}; their mail and webhooks wait. ${await adviceOn(db)}`
}

async function adviceOn(db: Database): Promise<string> {
  const writer = await findBlockingWriter(db)
  if (!writer) return "No transaction holds them up: start the desk, or restart it if it runs"
  if (writer.gid !== null)
    return `They wait for the prepared transaction ${writer.gid}, ${writer.seconds} s old: commit it or roll it back`
  return `They wait for a transaction that has been open for ${writer.seconds} s; to end it, run in PostgreSQL: select pg_terminate_backend(${writer.pid})`
}
