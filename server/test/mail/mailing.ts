import type { Config } from "../../src/config.ts"
import { sql } from "../../src/db/db.ts"
import { oweResets, releaseHeld } from "../../src/email/send/chores.ts"
import { claimDue } from "../../src/email/send/queue.ts"
import { mailReactions } from "../../src/email/send/react.ts"
import { settleMail } from "../../src/email/send/settle.ts"
import { attemptMail } from "../../src/email/send/transport/attempt.ts"
import { Lines } from "../../src/email/send/transport/lines.ts"
import type { Desk } from "../../src/http/route.ts"
import { type Changing, changingDesk } from "../desk/changing.ts"
import { dispatch } from "../peers/dispatch.ts"
import { numberAll } from "../peers/events.ts"
import { type ScriptedRelay, scriptedRelay } from "../peers/smtp.ts"

export interface MailRow {
  id: number
  kind: string
  state: string
  thread_id: number | null
  message_id: string | null
  attempts: number
  unsure: boolean
  due_at: Date
  problem: string | null
  recipients: { address: string; role: string; state: string; answer: string | null }[]
}

/** A desk with a relay, and mail that a test sets going. */
export interface Mailing extends Changing {
  node: Desk
  relay: ScriptedRelay
  /** People are owed whatever has happened until now. */
  hear(): Promise<void>
  /** Sends what is due until nothing is. */
  send(): Promise<void>
  /** Both. */
  mail(): Promise<void>
  /** The last mails, the newest last. */
  mails(kind?: string): Promise<MailRow[]>
  /** A reply to a new conversation; gives both ids. */
  replied(
    body?: Record<string, unknown>,
    conversation?: Record<string, unknown>,
  ): Promise<{ id: number; threadId: number }>
  reply(id: number, body?: Record<string, unknown>): Promise<number>
  later(seconds: number): void
  close(): Promise<void>
}

export async function mailingDesk(overrides: Partial<Config> = {}): Promise<Mailing> {
  const relay = await scriptedRelay()
  const on = await changingDesk({
    smtpUrl: relay.url,
    mailFrom: "desk@desk.example",
    publicUrl: "https://desk.example",
    outgoingAllow: ["127.0.0.1/32"],
    outgoingPorts: ["1-65535"],
    ...overrides,
  })
  const { desk } = on
  // Only what a test is about.
  await desk.db.run(sql`insert into user_preferences (user_id, preferences, updated_at)
    select id, '{"mailNotifications": "none"}', now() from users where type = 'user'
    on conflict (user_id) do update set preferences = user_preferences.preferences || excluded.preferences`)
  const node: Desk = {
    config: desk.config,
    db: desk.appDb,
    replica: undefined,
    files: desk.files,
    outgoing: desk.outgoing,
    now: () => desk.clock.now,
  }
  const lines = new Lines(() => {})
  const signal = new AbortController().signal
  const mailing: Mailing = {
    ...on,
    node,
    relay,
    async hear() {
      await numberAll(desk.db)
      for (const reaction of mailReactions) {
        const hearing = { now: desk.clock.now, origin: desk.origin, log: desk.app.log }
        while (await dispatch(desk.db, reaction, hearing));
      }
    },
    async send() {
      await oweResets(node)
      await releaseHeld(node)
      for (;;) {
        const now = desk.clock.now
        const lentUntil = new Date(now.getTime() + 30_000)
        const claimed = await claimDue(node.db, { now, lentUntil, most: 64, mostEach: 8, busy: new Map() })
        if (claimed.length === 0) return
        for (const mail of claimed) {
          const result = await attemptMail(mail, {
            desk: node,
            lines,
            signal,
            onWritten: async () => {},
            log: desk.app.log,
          })
          await settleMail(node.db, result, now)
        }
      }
    },
    async mail() {
      await mailing.hear()
      await mailing.send()
    },
    mails: (kind) =>
      desk.db.many(sql`
        select id, kind, state, thread_id, message_id, attempts, unsure, due_at, problem, (
          select json_agg(json_build_object('address', address, 'role', role, 'state', state, 'answer', answer)
            order by place) from outgoing_recipients where mail_id = outgoing_mail.id) as recipients
        from outgoing_mail where ${kind ?? null}::text is null or kind = ${kind ?? null} order by id`),
    async replied(body = {}, conversation = {}) {
      const id = await on.fresh(conversation)
      return { id, threadId: await mailing.reply(id, body) }
    },
    async reply(id, body = {}) {
      const answer = await desk.send("POST", `/v2/conversations/${id}/reply`, {
        token: on.ada,
        body: { text: "<p>It is on its way.</p>", ...body },
      })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return Number(answer.headers.get("resource-id"))
    },
    later(seconds) {
      desk.clock.now = new Date(desk.clock.now.getTime() + seconds * 1_000)
    },
    async close() {
      lines.close()
      await relay.close()
      await desk.close()
    },
  }
  await mailing.hear()
  return mailing
}
