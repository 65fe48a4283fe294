import type { MailDecision } from "@deskhand/contract/mail/mail-message"
import { type Db, sql } from "../../db/db.ts"
import { conflict, invalid, notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change } from "../../http/input/if-match.ts"
import type { Facts, Outcome } from "../receive/facts.ts"
import { mailArrived } from "../receive/keep.ts"
import { upsertSender } from "../senders/queries.ts"
import { domainOf } from "../senders/rules.ts"
import { canTrust } from "./held.ts"

interface DecidableRow {
  inbox_id: number
  outcome: Outcome
  reason: string | null
  decision: MailDecision["decision"] | null
  facts: Facts
  conversation_id: number | null
  conversation_inbox_id: number | null
}

/**
 * Decides about a held message, once: whoever comes second is refused. An accepted one is read again, by the engine that
 * reads all mail, so that it is written once even if a node dies meanwhile.
 */
export function decideHeldMessage(
  db: Db,
  { id, decision, sender }: MailDecision & { id: number },
  { viewer, now }: Change,
): Promise<void> {
  refuseMismatch(decision, sender)
  return db.transaction(async (db) => {
    const row = await lockDecidable(db, id)
    if (!row) throw notFound()
    if (row.outcome !== "held") throw conflict("message_decided", wordsOfRefusal(row))
    if (sender !== undefined) await decideSender(db, { sender, row }, { viewer, now })
    await updateDecided(db, { id, decision, userId: viewer.userId, now })
    const conversationId = row.conversation_id ?? undefined
    await recordEvent(db, {
      kind: "mail.message.decided",
      subjectId: id,
      userId: viewer.userId,
      inboxId: row.conversation_inbox_id ?? row.inbox_id,
      ...(conversationId !== undefined && { conversationId }),
      data: { decision },
    })
    if (decision === "accept") db.tell(mailArrived)
  })
}

function refuseMismatch(decision: MailDecision["decision"], sender: MailDecision["sender"]): void {
  if (sender === undefined || (sender === "trust") === (decision === "accept")) return
  const message = sender === "trust" ? "trusts a sender only with accept" : "blocks a sender only with reject"
  throw invalid({ path: "sender", message, rejectedValue: sender, source: "JSON" })
}

function wordsOfRefusal({ decision, outcome }: DecidableRow): string {
  if (decision === "accept") return "Somebody has accepted this message already"
  if (outcome === "rejected") return "Somebody has rejected this message already; read it again to decide anew"
  return "This message is not held, so there is nothing to decide"
}

async function decideSender(
  db: Db,
  { sender, row }: { sender: NonNullable<MailDecision["sender"]>; row: DecidableRow },
  { viewer, now }: Change,
): Promise<void> {
  const address = (row.facts.sender ?? "").toLowerCase()
  const name = sender === "block-domain" ? domainOf(address) : address
  if (name === undefined || name === "")
    throw conflict("sender_undecidable", "This message names no sender who could be blocked so")
  if (sender === "trust" && !(await canTrust(db, row)))
    throw conflict(
      "sender_undecidable",
      "Only an unproven reply from an address in the teammate's profile can be trusted; add the address there first",
    )
  const verdict = sender === "trust" ? "trusted" : "blocked"
  await upsertSender(db, { name, verdict, userId: viewer.userId, now })
}

/** No joins: after waiting for the lock PostgreSQL reads the locked row again, but not what was joined to it. */
async function lockDecidable(db: Db, id: number): Promise<DecidableRow | undefined> {
  return db.maybe(sql`
    select inbox_id, outcome, reason, decision, facts, conversation_id,
      (select inbox_id from conversations where id = mail_messages.conversation_id) as conversation_inbox_id
    from mail_messages where id = ${id} for no key update`)
}

async function updateDecided(
  db: Db,
  { id, decision, userId, now }: Pick<MailDecision, "decision"> & { id: number; userId: number; now: Date },
): Promise<void> {
  const settled =
    decision === "reject"
      ? sql`outcome = 'rejected', settled_at = ${now}`
      : sql`outcome = 'waiting', reason = null, settled_at = null, attempts = 0, suspect = false, claim = null,
          claimed_until = null`
  await db.run(sql`
    update mail_messages set ${settled}, decision = ${decision}, decided_at = ${now}, decided_by_id = ${userId}
    where id = ${id}`)
}
