import { autoReplyAsked } from "../../conversations/create.ts"
import { type Db, sql } from "../../db/db.ts"
import type { EventRow } from "../../events/queries.ts"
import { writeLine } from "./auto-reply-lines.ts"
import { mayAnswerAutomatically, noteAutomatic } from "./automatic.ts"
import { isSendable, plainAddress } from "./compose/addresses.ts"
import { oweMail } from "./owe.ts"

interface Candidate {
  conversation_id: number
  inbox_id: number
  inbox_email: string
  thread_id: number
  address: string | null
  /** The line that says that one was asked for; none where the customer's mail itself asks. */
  item_id: number | null
  automatic: boolean
  /** The address is proven: by this very mail, or by an earlier one where a program made the conversation. */
  proven: boolean
}

/**
 * Where an inbox answers by itself. Only to who has proven that the address is theirs: whoever makes conversations in
 * the name of others could otherwise let the desk write to them. Whose proof comes later is looked at again then.
 */
export async function oweAutoReplies(db: Db, events: EventRow[], now: Date): Promise<void> {
  const created = events.filter(({ kind }) => kind === "convo.created")
  const judged = events.filter(({ kind }) => kind === "convo.thread.sender")
  if (created.length + judged.length === 0) return
  for (const candidate of await listCandidates(db, { created, judged })) {
    const refusal = await refusalOf(db, candidate, now)
    if (refusal === undefined) await owe(db, candidate, now)
    else await tellRefusal(db, candidate, refusal)
  }
}

/** A conversation that one of us made, or split off, is answered by nobody unless that was asked for. */
function listCandidates(
  db: Db,
  { created, judged }: { created: EventRow[]; judged: EventRow[] },
): Promise<Candidate[]> {
  const ids = (chosen: EventRow[]) => chosen.flatMap(({ conversation_id }) => conversation_id ?? [])
  const byCustomers = ids(created.filter(({ user_id }) => user_id === null))
  const judgedThreads = judged.map(({ data }) => Number(data["threadId"]))
  const isJudged = sql`(first.id = any(${judgedThreads}::bigint[]) and m.facts ->> 'why' = 'new' and m.imported_as is null)`
  return db.many(sql`
    select found.*, case when is_mail then is_proven else exists (select from mail_messages
      where lower(facts ->> 'sender') = lower(found.address) and facts @> '{"verified": true}') end as proven
    from (
      select c.id as conversation_id, c.inbox_id, i.email as inbox_email, first.id as thread_id, item.id as item_id,
        m.id is not null as is_mail, coalesce(m.facts @> '{"verified": true}', false) as is_proven,
        coalesce(m.facts -> 'automatic', 'false') not in ('false', 'null') as automatic,
        case when m.id is null then nullif(first_email(first.customer_id), '') else m.facts ->> 'sender' end as address
      from conversations c join inboxes i on i.id = c.inbox_id and i.auto_reply_enabled
      cross join lateral (
        select id, customer_id from threads where conversation_id = c.id and type = 'customer' order by id limit 1) first
      left join lateral (
        select id from threads where conversation_id = c.id and type = 'lineitem' and action_type = 'auto-reply-sent'
          and action_text = ${autoReplyAsked} order by id limit 1) item on true
      left join lateral (
        select id, facts, imported_as from mail_messages where thread_id = first.id order by id limit 1) m on true
      where c.id = any(${ids([...created, ...judged])}::bigint[]) and c.status <> 'spam'
        and (item.id is not null or (m.id is not null and (c.id = any(${byCustomers}::bigint[]) or ${isJudged})))
    ) found
    order by conversation_id`)
}

async function refusalOf(db: Db, candidate: Candidate, now: Date): Promise<string | undefined> {
  const { address, automatic, proven, conversation_id: conversationId } = candidate
  if (automatic) return "the message was automatic itself"
  if (address === null || !isSendable(address)) return "there is no address to send it to"
  if (await isOurOwn(db, address)) return "the address is one of this desk"
  if (!proven) return "nobody has proven yet that the address is theirs"
  if (!(await mayAnswerAutomatically(db, { address, conversationId, now })))
    return "the address was sent enough of them lately"
  return undefined
}

async function isOurOwn(db: Db, address: string): Promise<boolean> {
  const inboxes = await db.many<{ email: string }>(sql`select email from inboxes`)
  return inboxes.some(({ email }) => plainAddress(email) === plainAddress(address))
}

/** Nothing happens where the event was handled before. */
async function owe(db: Db, candidate: Candidate, now: Date): Promise<void> {
  const { conversation_id: conversationId, inbox_id: inboxId, item_id: itemId, address } = candidate
  if (address === null) return
  const owed = await oweMail(
    db,
    [
      {
        inboxId,
        kind: "auto-reply",
        conversationId,
        threadId: candidate.thread_id,
        from: candidate.inbox_email,
        contents: itemId === null ? {} : { itemId },
        recipients: [{ address, role: "to" }],
      },
    ],
    now,
  )
  if (owed.size === 0) return
  await noteAutomatic(db, { address, conversationId, now })
  if (itemId !== null) await writeLine(db, { conversationId, inboxId, itemId, text: "Auto reply will be sent" })
}

/** Nobody is told why there is none of those that nobody requested. */
async function tellRefusal(db: Db, candidate: Candidate, refusal: string): Promise<void> {
  const { conversation_id: conversationId, inbox_id: inboxId, item_id: itemId } = candidate
  if (itemId === null) return
  await writeLine(db, { conversationId, inboxId, itemId, text: `No auto reply was sent: ${refusal}` })
}
