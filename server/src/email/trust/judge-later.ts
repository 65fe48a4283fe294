import { type Db, sql } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import type { Desk } from "../../http/route.ts"
import { rerunMessage } from "../messages/rerun.ts"
import type { MessageFlag } from "../parse/message.ts"
import type { Envelope } from "../receive/envelope.ts"
import type { Facts, Outcome } from "../receive/facts.ts"
import { judge } from "./judge.ts"
import { verdictsForSender } from "./proven.ts"
import { isUndecided, undecided, type Verdicts } from "./verdicts.ts"

/** They mostly wait for DNS. */
const mostAtOnce = 16

/** After each attempt that DNS does not answer; after the last one the sender stays unproven. */
const retryMinutes = [1, 5, 15, 40]

/** When a message that was just stored is judged next; undefined when its verdicts are final. */
export function judgeAt(verdicts: Verdicts | undefined, now: Date): Date | undefined {
  if (verdicts === undefined) return now
  return isUndecided(verdicts) ? new Date(now.getTime() + 60_000) : undefined
}

interface JudgedRow {
  id: number
  storage_key: string
  size_bytes: number
  envelope: Envelope
  judge_attempts: number
  /** Of the attempt after this one. */
  judge_at: Date | null
}

/** Messages are stored without their verdicts where DNS is slow; this brings them, a few at a time. */
export async function judgeLater(desk: Desk): Promise<void> {
  const rows = await claimUnjudged(desk.db, desk.now())
  await Promise.all(rows.map((row) => judgeStored(desk, row)))
}

/** Says when the next attempt is before this one begins: one that ends with its node is made again then. */
function claimUnjudged(db: Db, now: Date): Promise<JudgedRow[]> {
  return db.many(sql`
    update mail_messages set judge_attempts = judge_attempts + 1,
      judge_at = ${now}::timestamptz + make_interval(mins => (${retryMinutes}::integer[])[judge_attempts + 1])
    where id in (
      select id from mail_messages where judge_at <= ${now} order by judge_at limit ${mostAtOnce}
      for update skip locked)
    returning id, storage_key, size_bytes, envelope, judge_attempts, judge_at`)
}

async function judgeStored(desk: Desk, row: JudgedRow): Promise<void> {
  const raw = await desk.files.read({ key: row.storage_key, sizeBytes: row.size_bytes }).catch(() => undefined)
  const verdicts = raw ? await judge(desk, { raw, envelope: row.envelope }) : undecided
  if (isUndecided(verdicts) && row.judge_at !== null) return
  await desk.db.transaction((db) => settleVerdicts(db, row, verdicts))
}

/**
 * Whoever has the conversation open reads them now, an automatic reply that waited for them goes out, and an answer of one
 * of us that was held for want of them is read again.
 */
async function settleVerdicts(db: Db, { id, judge_attempts: attempt }: JudgedRow, verdicts: Verdicts): Promise<void> {
  const judged = await db.maybe<{
    facts: Facts
    thread_id: number | null
    outcome: Outcome
    reason: string | null
  }>(sql`
    select facts, thread_id, outcome, reason from mail_messages
    where id = ${id} and judge_attempts = ${attempt} for no key update`)
  if (!judged) return
  const { signedBy: _, ...facts } = verdictsForSender(verdicts, shownSender(judged.facts))
  await db.run(sql`
    update mail_messages set facts = facts || ${JSON.stringify(facts)}::jsonb, judge_at = null where id = ${id}`)
  if (judged.outcome === "held" && judged.reason === "agent_not_verified" && facts.verified) await rerunMessage(db, id)
  if (judged.thread_id === null) return
  const { thread_id: threadId } = judged
  const place = await db.maybe<{ conversation_id: number; inbox_id: number }>(sql`
    select t.conversation_id, c.inbox_id from threads t join conversations c on c.id = t.conversation_id
    where t.id = ${threadId}`)
  if (!place) return
  const { conversation_id: conversationId, inbox_id: inboxId } = place
  await recordEvent(db, {
    kind: "convo.thread.sender",
    subjectId: conversationId,
    conversationId,
    inboxId,
    userId: null,
    data: { threadId },
  })
}

/** Nobody where From stands for somebody else: it proves nothing about them. */
function shownSender({ from, sender = "", name = "", flags = [] }: Facts) {
  return { from: from === undefined ? { name, address: sender } : undefined, flags: flags as MessageFlag[] }
}
