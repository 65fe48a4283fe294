import { findSigningKey } from "../../account/queries.ts"
import { type Db, sql } from "../../db/db.ts"
import { isGenuine, nameInAddress } from "../identity/names.ts"
import type { DeliveryReport } from "../parse/message.ts"
import type { MailKind, Recipient } from "./owe.ts"
import { finalState, tellThread } from "./settle.ts"
import { cleaned } from "./transport/outcome.ts"

export interface Bounced {
  report: DeliveryReport
  /** To whom the report was sent: the envelope's sender of our mail, where the transport knows it. */
  to: string[]
  now: Date
}

/** Gives the conversation and thread whose mail came back; undefined where the report names none of ours. */
export function settleBounce(
  db: Db,
  { report, to, now }: Bounced,
): Promise<{ conversationId: number | null; threadId: number | null } | undefined> {
  return db.transaction(async (db) => {
    const mail = await findGenuine(db, [...to, ...report.names])
    if (!mail) return undefined
    const place = { conversationId: mail.place, threadId: mail.thread_id }
    const after = withReport(mail.recipients, report)
    const changed = after.filter((recipient, index) => recipient !== mail.recipients[index])
    if (changed.length === 0) return place
    await db.run(sql`
      update outgoing_recipients r set state = given.state, answer = given.answer, updated_at = ${now}
      from unnest(${changed.map(({ address }) => address)}::text[], ${changed.map(({ state }) => state)}::text[],
        ${changed.map(({ answer }) => answer)}::text[]) as given (address, state, answer)
      where r.mail_id = ${mail.id} and r.address = given.address`)
    const returned = changed.filter(({ state }) => state === "bounced")
    const isOver = !after.some(({ state }) => state === "waiting")
    if (returned.length === 0 || !isOver) return place
    const state = finalState(after) === "failed" ? "bounced" : "partly"
    const problem = returned.map(({ address, answer }) => `${address}: ${answer}`).join("; ")
    await db.run(sql`
      update outgoing_mail set state = ${state}, problem = ${problem.slice(0, 1_000)} where id = ${mail.id}`)
    await tellThread(db, mail, { state, recipients: after, now })
    return place
  })
}

interface ReturnedRecipient extends Recipient {
  state: "waiting" | "sent" | "failed" | "bounced"
  answer: string | null
}

interface ReturnedMail {
  id: number
  kind: MailKind
  conversation_id: number | null
  thread_id: number | null
  /** Where its conversation is today. */
  place: number | null
  recipients: ReturnedRecipient[]
}

/** Whoever forges a report knows no name that only this desk can make, unless they got that very mail. */
async function findGenuine(db: Db, given: string[]): Promise<ReturnedMail | undefined> {
  const read = given.flatMap((text) => nameInAddress(text.replace(/^<|>$/g, "")) ?? [])
  const names = read.filter(({ purpose }) => purpose !== "rating").slice(0, mostNames)
  if (names.length === 0) return undefined
  const key = await findSigningKey(db)
  for (const name of names) {
    const mail = await lockMail(db, name.mailId)
    const isOurs = mail?.recipients.some(({ address }) =>
      isGenuine(key, name, { conversationId: mail.conversation_id, recipient: address }),
    )
    if (mail && isOurs) return mail
  }
  return undefined
}

/** A report is about one mail; more names than this stand only in one that wants to keep us busy. */
const mostNames = 10

function lockMail(db: Db, id: number): Promise<ReturnedMail | undefined> {
  return db.maybe(sql`
    select mail.id, kind, mail.conversation_id, thread_id,
      coalesce((select conversation_id from threads where threads.id = thread_id),
        (select into_id from merged_conversations where merged_conversations.id = mail.conversation_id),
        mail.conversation_id) as place,
      (select coalesce(json_agg(json_build_object('address', address, 'role', role, 'state', state, 'answer', answer)
        order by r.place, address), '[]') from outgoing_recipients r where mail_id = mail.id) as recipients
    from outgoing_mail mail where mail.id = ${id} for update of mail`)
}

/** Who is named; where a mail had one recipient, that one, whatever became of its address on the way. */
function withReport(recipients: ReturnedRecipient[], { recipients: reported }: DeliveryReport): ReturnedRecipient[] {
  return recipients.map((recipient) => {
    const said =
      reported.find(({ address }) => address.toLowerCase() === recipient.address.toLowerCase()) ??
      (recipients.length === 1 && reported.length === 1 ? reported[0] : undefined)
    const answer = cleaned(`${said?.status ?? ""} ${said?.diagnostic ?? ""}`)
    if (said?.action === "failed" && recipient.state !== "bounced") return { ...recipient, state: "bounced", answer }
    if (said?.action === "delayed" && recipient.state === "sent") return { ...recipient, answer: `Delayed: ${answer}` }
    return recipient
  })
}
