import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server"
import type { Desk } from "../../http/route.ts"
import type { Envelope } from "../receive/envelope.ts"
import { writeFreshStream } from "../receive/fresh.ts"
import { keepMessage } from "../receive/keep.ts"
import { strictLines } from "./lines.ts"

export interface Taken {
  via: "smtp" | "lmtp"
  stream: SMTPServerDataStream
  session: SMTPServerSession
  /** The inbox of each recipient's address, in lower case. */
  inboxes: Map<string, number>
}

/** When this is done the message is ours: its bytes are in the store, and a row for each inbox is committed. */
export async function takeMessage(desk: Desk, { via, stream, session, inboxes }: Taken): Promise<void> {
  await desk.mailThrottle?.wait()
  // The rest of what is refused is still read, so that its sender hears the answer.
  const contents = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  const limitBytes = desk.config.mailLimit
  const raw = await writeFreshStream(desk.files, strictLines(contents), { limitBytes }).finally(() => stream.resume())
  const { mailFrom, rcptTo } = session.envelope
  const from = mailFrom ? mailFrom.address : ""
  const peer = { address: session.remoteAddress, name: session.hostNameAppearsAs || "" }
  const recipients = new Map<number, string[]>()
  for (const { address } of rcptTo) {
    const inboxId = inboxes.get(address.toLowerCase())
    if (inboxId === undefined) throw new Error("A recipient was accepted without an inbox")
    recipients.set(inboxId, [...(recipients.get(inboxId) ?? []), address])
  }
  const receivedAt = desk.now()
  await desk.db.transaction(async (db) => {
    // In one order, so that those who write to the same inboxes wait for each other and no more.
    for (const [inboxId, to] of [...recipients].sort(([one], [other]) => one - other)) {
      const envelope: Envelope = { from, to, peer }
      await keepMessage(db, { inboxId, via, raw, envelope, receivedAt })
    }
  })
}
