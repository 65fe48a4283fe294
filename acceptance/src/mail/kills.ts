import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { Random } from "../bad-input/random.ts"
import { until } from "../until.ts"
import type { HookedDesk } from "../webhooks/hooked-desk.ts"
import { Sink } from "./sink.ts"

export interface MailKills {
  desk: HookedDesk
  seed: number
  messages: number
  kills: number
  /** Told of every kill. */
  say?: (line: string) => void
}

export interface MailKillTotals {
  messages: number
  kills: number
  /** Those that came again included. */
  arrivals: number
}

/** Settings of a desk for this: what a dead worker was sending is taken up after 9 s, and not what a slow one is. */
export const sentOften = { JOB_LEASE: "5" }

/**
 * The number of mails that can be in doubt when a worker is killed. It sends 8 at once, and starts the next 8 before the results
 * of the previous ones are stored.
 */
const mostInDoubt = 16

/** Kills the worker at random moments while it sends, and compares what was written with what arrived. */
export async function killSenders({ desk, seed, messages, kills, say }: MailKills): Promise<MailKillTotals> {
  const random = new Random(seed)
  const sink = await Sink.start(() => random.below(20))
  try {
    const inboxId = await desk.newInbox()
    const start = () => desk.startWorker({ SMTP_URL: sink.url, ...sentOften })
    const recipients = Array.from({ length: messages }, (_, count) => `customer${count}-${inboxId}@mail.example`)
    const written = writeReplies(desk, { inboxId, recipients })
    let worker = await start()
    for (let kill = 1; kill <= kills; kill++) {
      const wanted = Math.floor(((kill - 1 + random.next()) / kills) * 0.8 * messages)
      await until(() => sink.taken.length >= wanted)
      await pause(random.below(30))
      await worker.signal("SIGKILL")
      worker = await start()
      say?.(`kill ${kill}: after ${sink.taken.length} mails`)
    }
    await written
    await until(
      async () => (await listMails(desk, inboxId)).filter(({ state }) => state === "sent").length === messages,
    )
    assert.equal((await worker.signal("SIGTERM")).code, 0)
    checkArrivals(sink, { recipients, kills, mails: await listMails(desk, inboxId), seed })
    return { messages, kills, arrivals: sink.taken.length }
  } finally {
    await sink.close()
  }
}

export async function writeReplies(
  desk: HookedDesk,
  { inboxId, recipients }: { inboxId: number; recipients: string[] },
): Promise<void> {
  const left = [...recipients]
  const write = async () => {
    for (let email = left.shift(); email !== undefined; email = left.shift()) {
      const body = {
        subject: "Mailed to many",
        type: "email",
        mailboxId: inboxId,
        status: "active",
        customer: { email },
        threads: [{ type: "reply", text: "Hello" }],
      }
      const { status } = await desk.call("POST", "/v2/conversations", { body })
      assert.equal(status, 201)
    }
  }
  await Promise.all(Array.from({ length: 4 }, write))
}

interface MailRow {
  state: string
  unsure: boolean
  message_id: string
  address: string
}

export async function listMails(desk: HookedDesk, inboxId: number): Promise<MailRow[]> {
  const { rows } = await desk.db.query<MailRow>(
    `select mail.state, unsure, message_id, address from outgoing_mail mail
    join outgoing_recipients on mail_id = mail.id where inbox_id = $1`,
    [inboxId],
  )
  return rows
}

/** None lost; one that came twice did so under one name, says that it may have, and was under way when it was killed. */
export function checkArrivals(
  sink: Sink,
  { recipients, kills, mails, seed }: { recipients: string[]; kills: number; mails: MailRow[]; seed: number },
): void {
  assert.equal(mails.length, recipients.length, `seed ${seed}: each is owed once`)
  const arrived = Map.groupBy(sink.taken, ({ recipient }) => recipient)
  const lost = recipients.filter((recipient) => !arrived.has(recipient))
  assert.deepEqual(lost, [], `seed ${seed}: none is lost`)
  const again = [...arrived].filter(([, copies]) => copies.length > 1)
  assert.ok(again.length <= kills * mostInDoubt, `seed ${seed}: ${again.length} came again`)
  for (const [recipient, copies] of again) {
    const mail = mails.find(({ address }) => address === recipient)
    assert.equal(mail?.unsure, true, `seed ${seed}: ${recipient} came twice without saying so`)
    assert.deepEqual([...new Set(copies.map(({ messageId }) => messageId))], [`<${mail?.message_id}>`])
  }
}
