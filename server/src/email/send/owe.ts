import { findSigningKey } from "../../account/queries.ts"
import { type Db, sql } from "../../db/db.ts"
import { nameOf, type Purpose } from "../identity/names.ts"
import { isSendable } from "./compose/addresses.ts"

/** Told when something may be due. */
export const mailDue = "outgoing_mail_due"

export interface Recipient {
  address: string
  role: "to" | "cc" | "bcc"
}

export type MailKind = "reply" | "forward" | "auto-reply" | "notification" | "account"

/** A mail that the desk owes somebody from now on. */
export interface NewMail {
  /** Null for what the desk itself sends. */
  inboxId: number | null
  kind: MailKind
  conversationId?: number
  threadId?: number
  /** One of us, whom it is for. */
  userId?: number
  contents?: object
  recipients: Recipient[]
  /** The address it is from; of what the desk itself sends it is known when it is sent. */
  from?: string | undefined
  /** Default: now. */
  dueAt?: Date
}

/**
 * Each once: of a thread that is owed already nothing comes again. What people wrote fails at once where it can reach
 * nobody; anything else is left out then. Gives the places of those that are new.
 */
export async function oweMail(db: Db, mails: NewMail[], now: Date): Promise<Set<number>> {
  const wanted = mails.flatMap((mail, place) => {
    const problem = unmailableBecause(mail)
    const isLeftOut = problem !== null && mail.kind !== "reply" && mail.kind !== "forward"
    return isLeftOut ? [] : [{ mail, place, problem, recipients: distinct(mail.recipients, mail.from) }]
  })
  if (wanted.length === 0) return new Set()
  const key = await findSigningKey(db)
  const ids = await db.many<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('outgoing_mail', 'id')) as id from generate_series(1, ${wanted.length})`)
  const rows = wanted.map(({ mail, problem, recipients }, index) => {
    const id = ids[index]?.id ?? 0
    return { id, mail, problem, recipients, messageId: messageIdOf(key, { id, mail, recipients }) }
  })
  const column = <Value>(of: (row: (typeof rows)[number]) => Value) => rows.map(of)
  const inserted = await db.many<{ id: number }>(sql`
    insert into outgoing_mail (id, inbox_id, kind, conversation_id, thread_id, user_id, contents, message_id, state,
      problem, created_at, due_at)
    select id, inbox_id, kind, conversation_id, thread_id, user_id, contents, message_id,
      case when problem is null then 'waiting' else 'failed' end, problem, ${now}, due_at
    from unnest(${column(({ id }) => id)}::bigint[], ${column(({ mail }) => mail.inboxId)}::bigint[],
      ${column(({ mail }) => mail.kind)}::text[], ${column(({ mail }) => mail.conversationId ?? null)}::bigint[],
      ${column(({ mail }) => mail.threadId ?? null)}::bigint[], ${column(({ mail }) => mail.userId ?? null)}::bigint[],
      ${column(({ mail }) => JSON.stringify(mail.contents ?? {}))}::jsonb[],
      ${column(({ messageId }) => messageId ?? null)}::text[], ${column(({ problem }) => problem)}::text[],
      ${column(({ mail }) => mail.dueAt ?? now)}::timestamptz[])
      as given (id, inbox_id, kind, conversation_id, thread_id, user_id, contents, message_id, problem, due_at)
    order by id on conflict do nothing returning id`)
  const isNew = new Set(inserted.map(({ id }) => id))
  await insertRecipients(
    db,
    rows.filter(({ id }) => isNew.has(id)),
    now,
  )
  if (isNew.size > 0) db.tell(mailDue)
  return new Set(wanted.flatMap(({ place }, index) => (isNew.has(ids[index]?.id ?? 0) ? [place] : [])))
}

/** Null where it can be mailed to somebody. */
export function unmailableBecause({ recipients, from }: Pick<NewMail, "recipients" | "from">): string | null {
  if (recipients.length === 0) return "There is no address to send it to"
  const others = distinct(recipients, from)
  if (others.length === 0) return "It is addressed to this inbox alone"
  return others.some(({ address }) => isSendable(address)) ? null : "No mail can be sent to any of its addresses"
}

/** An address once, where it is named first. To itself an inbox sends nothing. */
function distinct(recipients: Recipient[], from: string | undefined): Recipient[] {
  const seen = new Set(from === undefined ? [] : [from.toLowerCase()])
  return recipients.filter(({ address }) => {
    const known = seen.has(address.toLowerCase())
    seen.add(address.toLowerCase())
    return !known
  })
}

interface OwedRow {
  id: number
  mail: NewMail
  recipients: Recipient[]
}

function messageIdOf(key: Buffer, { id, mail, recipients }: OwedRow): string | undefined {
  if (mail.from === undefined) return undefined
  const purpose: Purpose = mail.kind === "notification" ? "agent" : "message"
  const named = { mailId: id, conversationId: mail.conversationId ?? null, recipient: recipients[0]?.address ?? "" }
  return `${nameOf(key, { purpose, ...named })}@${domainOf(mail.from)}`
}

export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1)
  // A letter beyond ASCII has no place in a Message-ID.
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : "localhost"
}

async function insertRecipients(db: Db, rows: OwedRow[], now: Date): Promise<void> {
  const all = rows.flatMap(({ id, recipients }) =>
    recipients.map(({ address, role }, place) => ({ id, address: address.slice(0, 320), role, place })),
  )
  const states = all.map(({ address }) => (isSendable(address) ? "waiting" : "failed"))
  const answers = states.map((state) => (state === "failed" ? "No mail can be sent to such an address" : null))
  await db.run(sql`
    insert into outgoing_recipients (mail_id, address, role, place, state, answer, updated_at)
    select *, ${now} from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ address }) => address)}::text[],
      ${all.map(({ role }) => role)}::text[], ${all.map(({ place }) => place)}::smallint[], ${states}::text[],
      ${answers}::text[])`)
}
