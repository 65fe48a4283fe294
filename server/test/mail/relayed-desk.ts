import assert from "node:assert/strict"
import { sql } from "../../src/db/db.ts"
import type { MessageRow } from "../../src/email/messages/queries.ts"
import { startReceiving } from "../../src/email/receive/engine.ts"
import { startReceiver } from "../../src/email/smtp/receiver.ts"
import { customerEmail } from "../desk/creating.ts"
import { eventually } from "../peers/events.ts"
import { type RewritingRelay, rewritingRelay, submitMail } from "../peers/rewriting-relay.ts"
import { headerOf } from "../peers/smtp.ts"
import { type Mailing, mailingDesk } from "./mailing.ts"

/** The address of the inbox that customers write to. */
export const inboxAddress = "support@scenario.example"

/** A desk without an MX of its own for answers, which sends through a relay that rewrites Message-IDs. */
export interface RelayedDesk extends Mailing {
  relayed: RewritingRelay
  /** Where mail for the inboxes comes in. */
  receiverPort: number
  /** Hands a mail over by SMTP, and waits until it is settled. */
  arrive(raw: string, envelope?: { sender?: string; to?: string }): Promise<MessageRow>
  /** What became of the last message that came in. */
  lastArrival(): Promise<MessageRow>
  /** A reply to a new conversation, as the customer gets it. */
  delivered(): Promise<{ id: number; threadId: number; raw: string; sender: string }>
  /** Forgets all mail. */
  clear(): Promise<void>
}

export async function relayedDesk(): Promise<RelayedDesk> {
  const relayed = await rewritingRelay()
  const on = await mailingDesk({ smtpUrl: relayed.url })
  const receiver = await startReceiver(on.node, { protocol: "smtp", port: 0 }, on.desk.app.log)
  const receiving = startReceiving(on.node, on.desk.app.log)
  const lastArrival = () =>
    eventually(async () => {
      const row = await on.desk.db.maybe<MessageRow>(sql`select * from mail_messages order by id desc limit 1`)
      return row !== undefined && row.outcome !== "waiting" && row
    })
  return {
    ...on,
    relayed,
    receiverPort: receiver.port,
    lastArrival,
    async arrive(raw, { sender = customerEmail, to = inboxAddress } = {}) {
      await submitMail(receiver.port, { sender, recipients: [to], raw })
      return lastArrival()
    },
    async delivered() {
      const { id, threadId } = await on.replied()
      await on.mail()
      const raw = relayed.delivered.at(-1) ?? ""
      assert.match(headerOf(raw, "message-id") ?? "", /amazonses/)
      return { id, threadId, raw, sender: relayed.taken.at(-1)?.sender ?? "" }
    },
    async clear() {
      relayed.delivered.length = 0
      relayed.taken.length = 0
      await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients, automatic_mail, mail_messages cascade`)
    },
    async close() {
      await receiving.stop()
      await receiver.stop()
      await relayed.close()
      await on.close()
    },
  }
}
