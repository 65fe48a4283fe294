import { findSigningKey } from "../../../account/queries.ts"
import { type Db, sql } from "../../../db/db.ts"
import type { Desk } from "../../../http/route.ts"
import { bodyWorkers } from "../../../runtime/worker-pool.ts"
import { nameOf, type Purpose } from "../../identity/names.ts"
import { plusAddress } from "../../plus-addresses/rules.ts"
import { domainOf } from "../owe.ts"
import type { Claimed } from "../queue.ts"
import { composeAccountMail } from "./account-mail.ts"
import { composeAutoReply } from "./auto-reply.ts"
import { findInboxOfMail } from "./load.ts"
import { composeNotice } from "./notice.ts"
import type { MailDraft, RenderInput } from "./render.ts"
import { composeReply } from "./reply.ts"
import type { Unwritten, Writing } from "./writing.ts"

/** What is handed to a relay. */
export interface Composed {
  /**
   * The envelope's. Never the null sender, not even for auto replies: large providers refuse mail that is submitted with
   * it. What comes back of an auto reply is recognized as a report and never answered.
   */
  sender: string
  raw: Buffer
}

export async function composeMail(desk: Desk, mail: Claimed): Promise<Composed | Unwritten> {
  const { db, config } = desk
  const inbox = mail.inbox_id === null ? undefined : await findInboxOfMail(db, mail.inbox_id)
  const from = inbox ? { name: inbox.name, address: inbox.email } : { name: "", address: config.mailFrom ?? "" }
  const key = await findSigningKey(db)
  const recipient = mail.recipients[0]?.address ?? ""
  const named = (purpose: Purpose) =>
    nameOf(key, { purpose, mailId: mail.id, conversationId: mail.conversation_id, recipient })
  const draft = await write({ desk, mail, inbox, named })
  if ("waits" in draft || "gone" in draft) return draft
  const messageId =
    mail.message_id ?? (await fixMessageId(db, mail.id, `${named("message")}@${domainOf(from.address)}`))
  const { replyDomain } = config
  const addressOf = (purpose: Purpose, takesPlus = false) =>
    replyDomain ? `${named(purpose)}@${replyDomain}` : takesPlus ? plusAddress(from.address, named(purpose)) : undefined
  const replyTo = inbox && addressOf(mail.kind === "notification" ? "agent" : "reply", inbox.takes_plus)
  const addressing = {
    from,
    ...(replyTo !== undefined && { replyTo }),
    recipients: mail.recipients,
    messageId,
    date: mail.created_at,
  }
  const isOfCustomers = mail.conversation_id !== null && mail.kind !== "notification"
  const references = isOfCustomers ? [`${named("reference")}@${domainOf(from.address)}`] : []
  const raw = await render({
    draft: { ...draft, references: [...(draft.references ?? []), ...references] },
    addressing,
  })
  return { raw, sender: addressOf("bounce", inbox?.takes_plus_sender) ?? from.address }
}

async function render(input: RenderInput): Promise<Buffer> {
  const module = new URL("./render.ts", import.meta.url).href
  const raw = await bodyWorkers.run<Uint8Array>({ module, name: "renderMail", input })
  return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
}

function write(writing: Writing): Promise<MailDraft | Unwritten> {
  switch (writing.mail.kind) {
    case "reply":
    case "forward":
      return composeReply(writing)
    case "auto-reply":
      return composeAutoReply(writing)
    case "notification":
      return composeNotice(writing)
    case "account":
      return composeAccountMail(writing)
  }
}

/** Before it is sent for the first time: whoever gets it twice has to see that it is the same. */
async function fixMessageId(db: Db, id: number, messageId: string): Promise<string> {
  const row = await db.one<{ message_id: string }>(sql`
    update outgoing_mail set message_id = coalesce(message_id, ${messageId}) where id = ${id} returning message_id`)
  return row.message_id
}
