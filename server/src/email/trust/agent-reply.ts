import { hash } from "node:crypto"
import { findSigningKey } from "../../account/queries.ts"
import { findViewer } from "../../auth/viewers.ts"
import { keepAttachment, type PreparedAttachment } from "../../conversations/attachments/store.ts"
import { addNote } from "../../conversations/threads/writing/add-note.ts"
import { addReply } from "../../conversations/threads/writing/add-reply.ts"
import { type Db, sql } from "../../db/db.ts"
import { DeskError } from "../../errors.ts"
import type { Desk } from "../../http/route.ts"
import { may, type Viewer } from "../../http/viewer.ts"
import { runOnBody } from "../../runtime/worker-pool.ts"
import { isGenuine, type ReadName } from "../identity/names.ts"
import type { ParsedMessage } from "../parse/message.ts"
import { answersByItself, automaticSigns } from "../receive/automatic.ts"
import { readAnswer, type Written } from "./answer.ts"
import { findNotification, findWritten, insertWritten, type NotificationRow, type ReplyKey } from "./queries.ts"
import type { Verdicts } from "./verdicts.ts"

export interface AgentReply {
  inboxId: number
  /** The name to which it was addressed, or which it answers: of a mail that told one of us of something. */
  name: ReadName
  message: ParsedMessage
  verdicts: Verdicts
  /** What stands in for proof: somebody accepted this message, or trusts the address in From. */
  vouched?: "message" | "address" | undefined
  now: Date
}

/** What became of it: written as a reply or note in the agent's name, or held, because something does not hold. */
export type AgentOutcome = Stored | { outcome: "auto-reply"; reason: AgentReason } | HeldReply

interface Stored {
  outcome: "stored"
  conversationId: number
  threadId: number
}

export interface HeldReply {
  outcome: "held"
  reason: AgentReason
  /** The mail that it answers, where that is one of ours. */
  notification?: Pick<NotificationRow, "user_id" | "conversation_id">
}

/** Why an answer by mail is not in its conversation, in words. */
export const agentReasons = {
  agent_automatic: "A program wrote it in the name of a teammate, so nobody is notified",
  agent_name_unknown: "It answers no mail that this desk has sent",
  agent_not_addressed: "It was sent to the inbox, not to the reply address of the notification that it answers",
  agent_not_verified: "It is not proven that it comes from the address in From",
  agent_other_sender: "It comes from another address than the mail that it answers went to",
  agent_inactive: "The teammate whose mail it answers has been deactivated",
  agent_no_access: "The teammate whose mail it answers may not see the conversation, or it is gone",
  agent_no_right: "The teammate whose mail it answers may not reply here",
  agent_empty: "Nothing is left of it without what it quotes",
  agent_refused: "The conversation takes no more messages",
} as const
export type AgentReason = keyof typeof agentReasons

/**
 * Who answers a mail by which they were told of something answers in the conversation. All of it must hold: the name is
 * one that only we can make, the sender is proven, is whom we wrote to, and may do now what they want to do.
 */
export async function takeAgentReply(desk: Desk, reply: AgentReply): Promise<AgentOutcome> {
  const { name, message, now } = reply
  const signs = automaticSigns({ headers: message.headers, envelope: {}, from: message.from?.address })
  if (answersByItself(signs)) return { outcome: "auto-reply", reason: "agent_automatic" }
  const notification = await findGenuine(desk.db, name)
  if (!notification) return { outcome: "held", reason: "agent_name_unknown" }
  const held = (reason: AgentReason): HeldReply => ({ outcome: "held", reason, notification })
  const doubt = doubtAbout(reply, notification)
  if (doubt) return held(doubt)
  const viewer = await findViewer(desk.db, { userId: notification.user_id, scope: "full" })
  if (!viewer) return held("agent_inactive")
  const written = await runOnBody(readAnswer, { module: answerModule, body: message.text })
  if (!written) return held("agent_empty")
  if (!may(viewer, written.kind === "note" ? "notes:write" : "conversations:write")) return held("agent_no_right")
  const { conversation_id: conversationId } = notification
  if (conversationId === null) return held("agent_no_access")
  const key = { mailId: name.mailId, messageKey: messageKeyOf(message) }
  const outcome = await write(desk, { conversationId, viewer, written, message, key, now })
  return typeof outcome === "string" ? held(outcome) : outcome
}

/** Whether it is from whom we wrote to. Trust in an address counts for the one whose address it is. */
function doubtAbout({ name, message, verdicts, vouched }: AgentReply, { addresses }: NotificationRow) {
  if (vouched === "message") return undefined
  // What only refers to our mail, such as one passed on with a copy to the inbox, may not be meant for the customer.
  if (name.purpose !== "agent") return "agent_not_addressed"
  const writer = message.from?.address.toLowerCase()
  const sender = vouched === "address" ? writer : verdicts.verified ? verdicts.from : undefined
  if (sender === undefined) return "agent_not_verified"
  // Where two who read the message see different senders, it is nobody's.
  return addresses.includes(sender) && writer === sender ? undefined : "agent_other_sender"
}

const answerModule = new URL("./answer.ts", import.meta.url).href

async function findGenuine(db: Db, name: ReadName): Promise<NotificationRow | undefined> {
  if (name.purpose !== "agent" && name.purpose !== "message") return undefined
  const [key, row] = await Promise.all([findSigningKey(db), findNotification(db, name.mailId)])
  const genuine = row?.recipients.some((recipient) =>
    isGenuine(key, name, { conversationId: row.signed_conversation_id, recipient }),
  )
  return genuine ? row : undefined
}

interface Writing {
  conversationId: number
  viewer: Viewer
  written: Written
  message: ParsedMessage
  key: ReplyKey
  now: Date
}

/** A message that is read again, because the desk was killed or somebody sends it twice, is written once. */
async function write(
  desk: Desk,
  { conversationId, viewer, written, message, key, now }: Writing,
): Promise<Stored | AgentReason> {
  const attachments = await keepAll(desk, message)
  const addition = { conversationId, viewer, now, attachments, assignsWriter: true, check: async () => {} }
  try {
    return await desk.db.transaction(async (db) => {
      await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`agent-reply:${key.mailId}`}, 0))`)
      const before = await findWritten(db, key)
      if (before) return stored(before.conversation_id, before.thread_id)
      const given = { text: written.body }
      const threadId =
        written.kind === "note" ? await addNote(db, given, addition) : (await addReply(db, given, addition)).id
      await insertWritten(db, key, { conversation_id: conversationId, thread_id: threadId })
      return stored(conversationId, threadId)
    })
  } catch (error) {
    if (!(error instanceof DeskError) || error.status >= 500) throw error
    return error.status === 404 ? "agent_no_access" : "agent_refused"
  }
}

function stored(conversationId: number, threadId: number): Stored {
  return { outcome: "stored", conversationId, threadId }
}

async function keepAll({ files, config }: Desk, { attachments }: ParsedMessage): Promise<PreparedAttachment[]> {
  const kept: PreparedAttachment[] = []
  for (const { filename, mimeType, contents } of attachments)
    kept.push(await keepAttachment(files, config, { filename, mimeType, contents: Buffer.from(contents) }))
  return kept
}

/** By its own name, and by its words where it has none. */
function messageKeyOf({ messageId, text }: ParsedMessage): string {
  return hash("sha256", messageId === undefined ? `text:${text}` : `id:${messageId}`)
}
