import { replaceReceived } from "../../conversations/received/replace.ts"
import {
  beginConversation,
  continueConversation,
  holdOpenConversation,
  type Opening,
  type Received,
} from "../../conversations/received/write.ts"
import { type Named, resolveCustomers } from "../../customers/actions.ts"
import type { Db } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { linkContinuation } from "../../merging/continuation.ts"
import { findGenuine } from "../identity/find.ts"
import { takeProbe } from "../plus-addresses/take.ts"
import { settleBounce } from "../send/bounces.ts"
import { answersByItself, isAutomaticAnswer } from "./automatic.ts"
import { isAccepted, settleAgentReply } from "./held.ts"
import { type Place, placeOf } from "./place.ts"
import { countRepeat, type EarlierRow, isActive, isParticipant, mapOpenConversations } from "./queries.ts"
import {
  addressedTo,
  customerOf,
  deliveredTo,
  idOf,
  isLoop,
  isSpam,
  nameOfId,
  othersIn,
  subjectOf,
  unknownSender,
} from "./rules.ts"
import type { Result, Scene } from "./scene.ts"
import { linkToSource } from "./source.ts"

/** What becomes of one message, all in the transaction of whoever asks. */
export async function decide(desk: Desk, db: Db, scene: Scene): Promise<Result> {
  const { claimed, prepared, first, now } = scene
  const { message, verdicts } = prepared
  const { inbox_id: inboxId, envelope } = claimed
  const isOld = claimed.imported_as !== null
  if (claimed.thread_id !== null) return readAgain(db, scene, claimed.thread_id)
  const to = addressedTo(message, envelope)
  if (await takeProbe(db, { key: scene.key, inboxId, to, report: message.report, now }))
    return { outcome: message.report ? "bounce" : "auto-reply", reason: "plus_address_test" }
  if (isLoop(message)) return { outcome: "failed", reason: "loop" }
  // An accepted message waits for nobody to decide about another copy.
  const isDecided = isAccepted(scene) && first?.thread_id === null
  if (first && !isDecided && (await cameBefore(db, scene, first))) return duplicateOf(first, isRepeat(scene, first))
  if (message.report) {
    // Old reports change nothing about what the desk has sent.
    const bounced = isOld ? undefined : await settleBounce(db, { report: message.report, to, now })
    if (!bounced) return keepAsThread(db, scene, undefined, "backscatter")
    const { conversationId, threadId } = bounced
    return { outcome: "bounce", ...(conversationId && { conversationId }), ...(threadId && { threadId }) }
  }
  if (await isOwnMessage(db, scene)) return { outcome: "auto-reply", reason: "own_message" }
  const place = await placeOf(db, { key: scene.key, inboxId, message, sender: scene.sender, verdicts, envelope })
  if (place?.kind !== "agent") return keepAsThread(db, scene, place)
  // It would be mailed to the customer.
  if (isOld) return keepAsThread(db, scene, undefined)
  const { result, instead } = await settleAgentReply(desk, db, { scene, name: place.name })
  return result ?? keepAsThread(db, scene, instead)
}

/**
 * Where a message has neither an id nor a date, its bytes alone do not tell an alarm that is raised again from a mail that
 * was fetched twice: that one came at the same moment. An alarm is counted for an hour while the first is being looked at;
 * after that it is a conversation of its own.
 */
async function cameBefore(db: Db, scene: Scene, first: EarlierRow): Promise<boolean> {
  if (!isAgain(scene, first)) return true
  if (!isRepeat(scene, first) || first.conversation_id === null || !(await isActive(db, first.conversation_id)))
    return false
  await countRepeat(db, first.id, scene.claimed.received_at)
  return true
}

/** It was sent again, by all that can be seen. */
function isAgain({ prepared: { message }, claimed }: Scene, first: EarlierRow): boolean {
  const isNameless = message.messageId === undefined && message.date === undefined
  return isNameless && first.received_at.getTime() !== claimed.received_at.getTime()
}

function isRepeat(scene: Scene, first: EarlierRow): boolean {
  return isAgain(scene, first) && scene.claimed.received_at.getTime() - first.received_at.getTime() <= repeatMs
}

const repeatMs = 3_600_000

export function duplicateOf(first: EarlierRow, isRepeat = false): Result {
  return {
    outcome: "duplicate",
    reason: isRepeat ? "repeat" : "same_message",
    ...(first.conversation_id !== null && { conversationId: first.conversation_id }),
    ...(first.thread_id !== null && { threadId: first.thread_id }),
    facts: { duplicateOf: first.id },
  }
}

/** What this inbox itself sent, or the desk told one of us: a mail that another inbox sent is a mail. */
async function isOwnMessage(db: Db, { key, claimed, prepared }: Scene): Promise<boolean> {
  const name = nameOfId(idOf(prepared.message) ?? "")
  const [own] = name ? await findGenuine(db, key, [name]) : []
  return own !== undefined && (own.toUser || own.inboxId === claimed.inbox_id)
}

/** Why it goes to the Spam folder, if it does. What somebody accepted does not. */
export function spamReasonOf(scene: Scene, isProven = false): "sender_blocked" | "marked" | undefined {
  if (isAccepted(scene)) return undefined
  if (scene.verdict === "blocked") return "sender_blocked"
  return isSpam(scene.prepared.message) && !isProven ? "marked" : undefined
}

async function keepAsThread(
  db: Db,
  scene: Scene,
  place: Exclude<Place, { kind: "agent" }>,
  reason: string | undefined = spamReasonOf(scene, place?.proven),
): Promise<Result> {
  const { claimed, prepared, sender, signs, now } = scene
  const { message } = prepared
  const spam = reason !== undefined
  const imported = claimed.imported_as !== null
  // Old mail continues what was not too old when it came.
  const asOf = imported ? claimed.received_at : now
  const held = place && !spam ? await holdOpenConversation(db, place.conversationId, asOf) : undefined
  const received = await receivedOf(db, scene)
  const others = async (but: number | undefined) => (sender ? await listOthers(db, received.customerId, but) : [])
  const failed = message.incomplete && ({ outcome: "failed", reason: message.incomplete } as const)
  if (held && place) {
    const known = sender !== undefined && (await isParticipant(db, held.conversation.id, sender.address))
    const quietly = answersByItself(signs)
    const written = await continueConversation(db, held, { received, quietly, imported, keepsCopies: !known, now })
    return {
      ...written,
      ...(failed ?? { outcome: quietly ? "auto-reply" : "stored" }),
      facts: { why: place.why, stranger: !known, otherConversations: await others(held.conversation.id) },
    }
  }
  const opening = openingOf(scene, spam)
  const isAnswer = !spam && isAutomaticAnswer(message, claimed.envelope)
  const [otherConversations, written] = await Promise.all([
    others(undefined),
    beginConversation(db, received, {
      inboxId: claimed.inbox_id,
      subject: subjectOf(message),
      ...opening,
      now,
    }),
  ])
  if (place && !spam && !imported) {
    const { customerId } = received
    await linkContinuation(db, { oldId: place.conversationId, newId: written.conversationId, customerId, now })
  }
  return {
    ...written,
    ...(failed ?? (spam ? { outcome: "spam", reason } : { outcome: isAnswer ? "auto-reply" : "stored" })),
    facts: {
      why: "new",
      stranger: false,
      otherConversations,
      ...(place && !spam && !imported && { continues: place.conversationId }),
    },
  }
}

/** An automatic answer waits for nobody; old mail has the status that the connection asks for. */
export function openingOf({ claimed, prepared }: Scene, spam: boolean): Pick<Opening, "status" | "imported"> {
  const { envelope, imported_as: importedAs } = claimed
  const status = isAutomaticAnswer(prepared.message, envelope) ? "closed" : (importedAs ?? "active")
  return { status: spam ? "spam" : status, imported: importedAs !== null }
}

/** Its placeholder is replaced; where that is gone, it is as if it had just come. */
async function readAgain(db: Db, scene: Scene, threadId: number): Promise<Result> {
  const { message } = scene.prepared
  const { why = "new", stranger = false } = scene.claimed.facts
  const received = await receivedOf(db, scene)
  const standIn = unknownSender.email ?? ""
  const replacement = { threadId, received, subject: subjectOf(message), standIn, now: scene.now }
  const written = await replaceReceived(db, replacement)
  if (!written) return keepAsThread(db, scene, undefined)
  return {
    ...written,
    ...(message.incomplete ? { outcome: "failed", reason: message.incomplete } : { outcome: "stored" }),
    facts: { why, stranger, otherConversations: [] },
  }
}

async function listOthers(db: Db, customerId: number, but: number | undefined): Promise<number[]> {
  const found = await mapOpenConversations(db, { customerIds: [customerId], ...(but !== undefined && { but }) })
  return found.get(customerId) ?? []
}

async function receivedOf(db: Db, scene: Scene): Promise<Received> {
  const quietly = scene.claimed.imported_as !== null
  const [customer] = await resolveCustomers(db, [senderIn(scene)], { userId: null, now: scene.now, quietly })
  return receivedFrom(scene, customer.id)
}

export function senderIn({ sender }: Scene): Named {
  return { reference: customerOf(sender), path: "from" }
}

export function receivedFrom({ claimed, prepared, sender, inboxes }: Scene, customerId: number): Received {
  const { message, attachments, digest } = prepared
  const delivered = deliveredTo(message, claimed.envelope).map((address) => address.toLowerCase())
  const ours = new Set([...inboxes, ...delivered])
  return {
    body: message.incomplete ? message.body + linkToSource(claimed.id) : message.body,
    preview: digest.preview,
    words: digest.words,
    customerId,
    to: othersIn(message.to, ours),
    cc: othersIn([...message.to, ...message.cc], ours).filter(
      (one) => one.toLowerCase() !== sender?.address.toLowerCase(),
    ),
    receivedAt: claimed.received_at,
    attachments,
  }
}
