import { setTimeout as pause } from "node:timers/promises"
import { Random } from "../bad-input/random.ts"
import { until } from "../until.ts"
import { ImapFolder, newMessage } from "./imap-folder.ts"
import { checkArrivals, listMails, type MailKills, sentOften, writeReplies } from "./kills.ts"
import { checkConversations, connectFolder, countRows, lettersOf } from "./receiving-kills.ts"
import { Sink } from "./sink.ts"

export interface BothWaysTotals {
  /** Each way. */
  messages: number
  kills: number
  /** Mails that came again under the same Message-ID. */
  repeated: number
}

/**
 * Kills the worker at random moments while so many messages come in by IMAP and as many replies go out by SMTP. Each message
 * stands in a conversation exactly once; each reply was sent, and any that came again did so under the same Message-ID.
 */
export async function killBothWays({ desk, seed, messages, kills, say }: MailKills): Promise<BothWaysTotals> {
  const random = new Random(seed)
  const sink = await Sink.start(() => random.below(20))
  const [incoming, outgoing] = [await desk.newInbox(), await desk.newInbox()]
  const { email } = (await desk.call("GET", `/v2/mailboxes/${incoming}`)).body
  const letters = lettersOf(`fetched-${incoming}`, { amount: messages, email })
  const folder = await ImapFolder.start(letters.map(({ raw }) => newMessage(raw)))
  const start = () => desk.startWorker({ SMTP_URL: sink.url, ...sentOften })
  const recipients = Array.from({ length: messages }, (_, count) => `customer${count}-${outgoing}@mail.example`)
  const settled = async () => (await countRows(desk, incoming)).settled
  let worker = await start()
  try {
    await connectFolder(desk, incoming, folder.port)
    const written = writeReplies(desk, { inboxId: outgoing, recipients })
    for (let kill = 1; kill <= kills; kill++) {
      const wanted = Math.floor(((kill - 1 + random.next()) / kills) * 0.8 * 2 * messages)
      await until(async () => (await settled()) + sink.taken.length >= wanted)
      await pause(random.below(30))
      await worker.signal("SIGKILL")
      say?.(`kill ${kill}: after ${await settled()} messages in and ${sink.taken.length} mails out`)
      worker = await start()
    }
    await written
    await until(async () => {
      const { waiting, stored } = await countRows(desk, incoming)
      return waiting === 0 && stored >= messages
    })
    await until(async () => (await listMails(desk, outgoing)).filter(isSent).length === messages)
    await checkConversations(desk, { inboxId: incoming, letters, seed })
    checkArrivals(sink, { recipients, kills, mails: await listMails(desk, outgoing), seed })
    return { messages, kills, repeated: sink.taken.length - messages }
  } finally {
    await worker.signal("SIGKILL")
    await folder.close()
    await sink.close()
  }
}

function isSent({ state }: { state: string }): boolean {
  return state === "sent"
}
