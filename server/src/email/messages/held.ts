import type { HeldReply } from "@deskhand/contract/mail/mail"
import type { HeldMessage, MailMessageDetails } from "@deskhand/contract/mail/mail-ledger"
import { type Db, sql } from "../../db/db.ts"
import { timestamp } from "../../http/hal.ts"
import { presentPerson } from "../../users/present.ts"
import { mapPeople, type PersonRow } from "../../users/queries.ts"
import { wordsOfReason } from "./present.ts"
import { type MessageRow, type MessageWithEnvelope, messageColumns, messageTables } from "./queries.ts"

/** Of replies by mail that wait to be decided, the newest first. */
export async function listHeldReplies(db: Db, conversationId: number): Promise<HeldReply[]> {
  const rows = await db.many<MessageRow>(sql`
    select ${messageColumns} from ${messageTables}
    where m.conversation_id = ${conversationId} and m.outcome = 'held' order by m.id desc limit ${mostShown}`)
  const people = await mapPeople(
    db,
    rows.flatMap(({ facts }) => facts.held?.userId ?? []),
  )
  return rows.map(({ id, reason, facts, received_at: receivedAt }) => ({
    messageId: id,
    from: facts.sender ?? "",
    ...agentIn(people, facts.held?.userId),
    reason: reason ?? "",
    reasonText: wordsOfReason(reason ?? ""),
    receivedAt: timestamp(receivedAt),
  }))
}

const mostShown = 20

/** What whoever decides has to know, and what was decided. */
export async function findDecisionFacts(
  db: Db,
  row: MessageWithEnvelope,
): Promise<Pick<MailMessageDetails, "held" | "decision">> {
  const { facts, decision, decided_at: decidedAt, decided_by_id: decidedById } = row
  const userId = facts.held?.userId
  const people = await mapPeople(
    db,
    [userId, decidedById].flatMap((id) => id ?? []),
  )
  const decidedBy = decidedById === null ? undefined : people.get(decidedById)
  return {
    ...(facts.held && { held: await presentHeld(db, row, people) }),
    ...(decision !== null &&
      decidedAt !== null && {
        decision: {
          decision,
          decidedAt: timestamp(decidedAt),
          ...(decidedBy && { decidedBy: presentPerson(decidedBy, 3) }),
        },
      }),
  }
}

async function presentHeld(
  db: Db,
  { facts, reason }: MessageWithEnvelope,
  people: ReadonlyMap<number, PersonRow>,
): Promise<HeldMessage> {
  const { userId, text = "", files = [] } = facts.held ?? {}
  return {
    text,
    files,
    acceptedAs: doubts.has(reason) ? "reply" : "message",
    ...agentIn(people, userId),
    canTrust: await canTrust(db, { facts, reason }),
  }
}

function agentIn(people: ReadonlyMap<number, PersonRow>, userId: number | undefined): Pick<HeldReply, "agent"> {
  const agent = userId === undefined ? undefined : people.get(userId)
  return agent ? { agent: presentPerson(agent, 3) } : {}
}

/** Reasons that say nothing against the agent, who may reply if it is them. */
const doubts = new Set<string | null>(["agent_not_addressed", "agent_not_verified", "agent_other_sender"])

/** Whether proof is all that is missing, and the address stands in the profile of the user, who works here. */
export async function canTrust(db: Db, { facts, reason }: Pick<MessageRow, "facts" | "reason">): Promise<boolean> {
  const { sender = "", held: { userId } = {} } = facts
  if (reason !== "agent_not_verified" || userId === undefined || sender === "") return false
  const row = await db.maybe(sql`
    select from users u where id = ${userId} and deactivated_at is null and exists (
      select from unnest(u.alternate_emails || u.email) as one where lower(one) = lower(${sender}))`)
  return row !== undefined
}
