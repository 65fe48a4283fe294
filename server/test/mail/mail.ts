import assert from "node:assert/strict"
import { findSigningKey } from "../../src/account/queries.ts"
import type { Config } from "../../src/config.ts"
import { sql } from "../../src/db/db.ts"
import { nameOf, type Purpose } from "../../src/email/identity/names.ts"
import type { MessageRow } from "../../src/email/messages/queries.ts"
import { type ReceivingLimits, startReceiving } from "../../src/email/receive/engine.ts"
import { type Arrival, keepMessage } from "../../src/email/receive/keep.ts"
import type { Desk } from "../../src/http/route.ts"
import { type Changing, changingDesk } from "../desk/changing.ts"
import { eventually } from "../peers/events.ts"
import { patienceMs } from "../until.ts"

export interface Mail {
  from?: string
  to?: string
  subject?: string
  /** Others, and more of them; undefined leaves out. */
  headers?: [string, string][]
  text?: string
}

/** A raw message. */
export function mailOf({
  from,
  to = "support@scenario.example",
  subject = "Late",
  headers = [],
  text = "Hello",
}: Mail) {
  const all = [...(from === undefined ? [] : [["From", from]]), ["To", to], ["Subject", subject], ...headers]
  const lines = [
    ...all.map(([name, value]) => `${name}: ${value}`),
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
  ]
  return Buffer.from(lines.join("\r\n"))
}

/** A name of a mail that this desk has sent. */
export interface Sent {
  mailId: number
  nameFor(purpose: Purpose): string
}

/** Of a message that is kept. */
export type Kept = Partial<Pick<Arrival, "inboxId" | "envelope" | "receivedAt" | "importedAs">>

/** A desk with the scenario that takes mail in. */
export interface MailDesk extends Changing {
  node: Desk
  /** Keeps a message for Support, or another inbox. */
  keep(raw: Buffer, more?: Kept): Promise<number>
  settled(id: number): Promise<MessageRow>
  /** Both, one after the other. */
  arrive(mail: Mail, more?: Kept): Promise<MessageRow>
  /** As if a reply of this conversation had gone out. */
  sent(conversationId: number, recipient: string): Promise<Sent>
  /** Waits for the verdicts of every message, unless limits say otherwise. */
  start(limits?: ReceivingLimits): void
  stop(): Promise<void>
  close(): Promise<void>
}

export async function mailDesk(overrides: Partial<Config> = {}): Promise<MailDesk> {
  const on = await changingDesk(overrides)
  const { desk, ids } = on
  const { config, files, outgoing, appDb, clock } = desk
  const node: Desk = { db: appDb, config, files, outgoing, replica: undefined, now: () => clock.now }
  const key = await findSigningKey(desk.db)
  let running: { stop(): Promise<void> } | undefined
  const stop = async () => {
    await running?.stop()
    running = undefined
  }
  const find = (id: number) => desk.db.one<MessageRow>(sql`select * from mail_messages where id = ${id}`)
  const mail: MailDesk = {
    ...on,
    node,
    async keep(raw, more = {}) {
      const stored = { key: await files.write(raw), sizeBytes: raw.length }
      const usual = { inboxId: ids.inboxes.support, via: "api" as const, envelope: {}, receivedAt: clock.now }
      return keepMessage(appDb, { ...usual, ...more, raw: stored })
    },
    settled: (id) =>
      eventually(async () => {
        const row = await find(id)
        return row.outcome !== "waiting" && row
      }),
    async arrive(given, more) {
      return mail.settled(await mail.keep(mailOf(given), more))
    },
    async sent(conversationId, recipient) {
      const { id: mailId } = await desk.db.one<{ id: number }>(sql`
        insert into outgoing_mail (inbox_id, kind, conversation_id, thread_id, state, created_at, due_at)
        select inbox_id, 'reply', id, (select max(id) from threads where conversation_id = c.id and type <> 'lineitem'),
          'sent', now(), now() from conversations c where id = ${conversationId} returning id`)
      await desk.db.run(
        sql`insert into outgoing_recipients (mail_id, address, role) values (${mailId}, ${recipient}, 'to')`,
      )
      return { mailId, nameFor: (purpose) => nameOf(key, { purpose, mailId, conversationId, recipient }) }
    },
    start(limits = { verdictWaitMs: patienceMs }) {
      assert.equal(running, undefined)
      running = startReceiving(node, desk.app.log, limits)
    },
    stop,
    async close() {
      await stop()
      await desk.close()
    },
  }
  return mail
}
