import { changeConversation } from "../../conversations/change.ts"
import { holdAnyConversation } from "../../conversations/held.ts"
import { type Db, sql } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import { tellAutoReply } from "./auto-reply-lines.ts"
import type { Claimed, ClaimedRecipient } from "./queue.ts"
import { delayedMs, nextAttempt } from "./schedule.ts"
import type { Outcome } from "./transport/outcome.ts"

/** What became of a claim. Of those that were not sent at all, `returned` says nothing of anybody. */
export type Result = {
  mail: Claimed
  outcome:
    | Outcome
    | { ended: "returned" | "held" | "waits" | "outlasted" }
    | { ended: "gone"; reason: string }
    | { ended: "broken"; problem: string }
}

/** A mail that ended its worker so often is set aside. */
export const mostCrashes = 5

/** Of a mail that is not tried any more. */
export const endsProcess = `The desk stopped or stalled ${mostCrashes} times while it was writing this mail`

interface Settled {
  state: "waiting" | "held" | "sent" | "partly" | "failed" | "dropped"
  dueAt: Date | null
  problem: string | null
  unsure: boolean
  attempted: boolean
  /** Whether its worker ended with it. */
  crashed?: boolean
  suspect?: boolean
  recipients: SettledRecipient[]
}

export interface SettledRecipient extends ClaimedRecipient {
  answer: string | null
}

/** While a scanner looks at what is attached. */
const scanMs = 15_000

/** Writes it down, unless somebody else was lent the mail meanwhile. Gives whether it was this node's to settle. */
export function settleMail(db: Db, { mail, outcome }: Result, now: Date): Promise<boolean> {
  return db.transaction(async (db) => {
    const held = await db.maybe(sql`
      select from outgoing_mail where id = ${mail.id} and claim = ${mail.claim}::uuid and state = 'waiting' for update`)
    if (!held) return false
    const settled = settledBy(mail, outcome, now)
    await db.run(sql`
      update outgoing_mail set state = ${settled.state}, due_at = ${settled.dueAt ?? now}, problem = ${settled.problem},
        unsure = ${settled.unsure}, attempts = attempts + ${settled.attempted ? 1 : 0}, claim = null, claimed_until = null,
        crashes = crashes + ${settled.crashed ? 1 : 0}, suspect = ${settled.suspect ?? false},
        last_attempt_at = case when ${settled.attempted} then ${now} else last_attempt_at end,
        sent_at = case when ${["sent", "partly"].includes(settled.state)} then ${now}::timestamptz end
      where id = ${mail.id}`)
    await updateRecipients(db, mail.id, settled.recipients, now)
    await tellDelivery(db, mail, { ...settled, now })
    await tellAutoReply(db, mail.id, now)
    return true
  })
}

function settledBy(mail: Claimed, outcome: Result["outcome"], now: Date): Settled {
  const { unsure, recipients } = mail
  const untouched = { unsure, problem: null, attempted: false, recipients: [] }
  switch (outcome.ended) {
    case "returned":
      return { ...untouched, state: "waiting", dueAt: now, suspect: mail.suspect }
    case "outlasted":
      return {
        ...untouched,
        state: "waiting",
        dueAt: now,
        attempted: mail.suspect,
        crashed: mail.suspect,
        suspect: true,
      }
    case "broken": {
      const after = withAnswers(recipients, [])
      const { problem } = outcome
      const isLast = mail.crashes + 1 >= mostCrashes
      // One that is set aside before it was tried has been counted by whoever claimed it.
      const isTried = mail.crashes < mostCrashes
      const settled = orLater(mail, { recipients: after, problem, now, unsure, isLast })
      return { ...settled, attempted: isTried, crashed: isTried }
    }
    case "waits":
      return { ...untouched, state: "waiting", dueAt: new Date(now.getTime() + scanMs), problem: scanning }
    case "held":
      return { ...untouched, state: "held", dueAt: null, problem: "There is nothing set up to send it through" }
    case "gone":
      return { ...untouched, state: "dropped", dueAt: null, problem: outcome.reason }
    case "lost":
      return orLater(mail, {
        recipients: withAnswers(recipients, []),
        problem: outcome.problem,
        now,
        unsure: outcome.unsure,
      })
    case "refused":
    case "taken": {
      const accepted = outcome.ended === "taken" ? outcome.accepted : []
      const after = withAnswers(recipients, outcome.refused, accepted)
      return orLater(mail, { recipients: after, problem: problemIn(after), now, unsure: false })
    }
  }
}

const scanning = "What is attached is being checked for viruses"

function withAnswers(
  recipients: ClaimedRecipient[],
  refused: { address: string; isFinal: boolean; answer: string }[],
  accepted: string[] = [],
): SettledRecipient[] {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return recipients.map((recipient) => {
    if (recipient.state !== "waiting") return { ...recipient, answer: null }
    if (accepted.some((address) => same(address, recipient.address)))
      return { ...recipient, state: "sent", answer: null }
    const refusal = refused.find(({ address }) => same(address, recipient.address))
    return { ...recipient, state: refusal?.isFinal ? "failed" : "waiting", answer: refusal?.answer ?? null }
  })
}

function problemIn(recipients: SettledRecipient[]): string | null {
  const refused = recipients.filter(({ answer }) => answer !== null)
  if (refused.length === 0) return null
  return refused.map(({ address, answer }) => (recipients.length > 1 ? `${address}: ${answer}` : answer)).join("; ")
}

interface Attempted {
  recipients: SettledRecipient[]
  problem: string | null
  unsure: boolean
  now: Date
  /** It is not tried again. */
  isLast?: boolean
}

/** Those that are still to be reached are tried again, unless that went on for long enough. */
function orLater(mail: Claimed, { recipients, problem, unsure, now, isLast }: Attempted): Settled {
  const all = { problem: problem?.slice(0, 1_000) ?? null, unsure: mail.unsure || unsure, attempted: true }
  if (!recipients.some(({ state }) => state === "waiting"))
    return { ...all, state: finalState(recipients), dueAt: null, recipients }
  const dueAt = isLast
    ? undefined
    : nextAttempt({ attempts: mail.attempts + 1, since: sinceOf(mail), now, chance: Math.random() })
  if (dueAt) return { ...all, state: "waiting", dueAt, recipients }
  const given = recipients.map((recipient) =>
    recipient.state === "waiting"
      ? { ...recipient, state: "failed" as const, answer: recipient.answer ?? problem ?? "It was given up" }
      : recipient,
  )
  return { ...all, state: finalState(given), dueAt: null, recipients: given }
}

function sinceOf({ contents, created_at }: Claimed): Date {
  const { againAt } = contents as { againAt?: string }
  return againAt === undefined ? created_at : new Date(againAt)
}

export function finalState(recipients: Pick<ClaimedRecipient, "state">[]): "sent" | "partly" | "failed" {
  const reached = recipients.filter(({ state }) => state === "sent").length
  return reached === recipients.length ? "sent" : reached === 0 ? "failed" : "partly"
}

async function updateRecipients(db: Db, mailId: number, recipients: SettledRecipient[], now: Date): Promise<void> {
  if (recipients.length === 0) return
  await db.run(sql`
    update outgoing_recipients r set state = given.state, answer = coalesce(given.answer, r.answer), updated_at = ${now}
    from unnest(${recipients.map(({ address }) => address)}::text[], ${recipients.map(({ state }) => state)}::text[],
      ${recipients.map(({ answer }) => answer)}::text[]) as given (address, state, answer)
    where r.mail_id = ${mailId} and r.address = given.address
      and (r.state, r.answer) is distinct from (given.state, coalesce(given.answer, r.answer))`)
}

/**
 * Nobody hears of each attempt, only that the first one failed, that sending takes long, and how it ended. The first
 * failure counts because a page may have read the thread's mail before there was any.
 */
async function tellDelivery(
  db: Db,
  mail: Claimed,
  { state, attempted, recipients, now }: Settled & { now: Date },
): Promise<void> {
  const delayedAt = mail.created_at.getTime() + delayedMs
  const becomesLate = now.getTime() >= delayedAt && (mail.last_attempt_at ?? mail.created_at).getTime() < delayedAt
  const isFirstFailure = attempted && mail.attempts === 0
  if (state === "waiting" && !becomesLate && !isFirstFailure) return
  await tellThread(db, mail, { state: state === "waiting" && becomesLate ? "delayed" : state, recipients, now })
}

export interface MailOfThread {
  kind: Claimed["kind"]
  thread_id: number | null
}

/** A reply that reached none of those it was for has come back: its thread says so. */
export async function tellThread(
  db: Db,
  { kind, thread_id: threadId }: MailOfThread,
  { state, recipients, now }: { state: string; recipients: Pick<ClaimedRecipient, "role" | "state">[]; now: Date },
): Promise<void> {
  if (threadId === null || kind === "notification" || kind === "account") return
  const thread = await db.maybe<{ conversation_id: number; inbox_id: number; state: string }>(sql`
    select t.conversation_id, c.inbox_id, t.state from threads t join conversations c on c.id = t.conversation_id
    where t.id = ${threadId}`)
  if (!thread) return
  const data = { threadId, state }
  const event = { kind: "convo.thread.delivery" as const, data }
  const reachesNobody = recipients.length === 0 && state === "failed"
  const wanted = reachesNobody || isReturned(recipients) ? "bounced" : state === "waiting" ? "published" : undefined
  const before = wanted === "bounced" ? "published" : "bounced"
  if (kind !== "auto-reply" && wanted !== undefined && thread.state === before) {
    const held = await holdAnyConversation(db, thread.conversation_id)
    if (!held) return
    await changeConversation(
      db,
      held,
      {},
      {
        userId: undefined,
        customerId: held.customer_id,
        now,
        async write() {
          await db.run(sql`update threads set state = ${wanted} where id = ${threadId} and state = ${before}`)
          return { event }
        },
      },
    )
    return
  }
  const { conversation_id: conversationId, inbox_id: inboxId } = thread
  await recordEvent(db, { ...event, subjectId: conversationId, conversationId, inboxId, userId: null })
}

/** Those whom it was written to, not those who got a copy. */
function isReturned(recipients: Pick<ClaimedRecipient, "role" | "state">[]): boolean {
  const meant = recipients.filter(({ role }) => role === "to")
  const asked = meant.length > 0 ? meant : recipients
  return asked.length > 0 && asked.every(({ state }) => state === "failed" || state === "bounced")
}
