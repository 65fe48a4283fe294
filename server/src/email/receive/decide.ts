import { linkContinuation } from "../../conversations/continuation.ts"
import { replaceReceived } from "../../conversations/received/replace.ts"
import {
  beginConversation,
  continueConversation,
  holdOpenConversation,
  type Received,
} from "../../conversations/received/write.ts"
import { type Named, resolveCustomers } from "../../customers/actions.ts"
import type { Database, Db } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { takeProbe } from "../plus-addresses/take.ts"
import { settleBounce } from "../send/bounces.ts"
import { takeAgentReply } from "../trust/agent-reply.ts"
import { answersByItself } from "./automatic.ts"
import { type Place, placeOf } from "./place.ts"
import { type EarlierRow, isParticipant, mapOpenConversations } from "./queries.ts"
import {
  addressedTo,
  customerOf,
  isLoop,
  isOurs,
  isSpam,
  othersIn,
  senderOf,
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
  if (claimed.thread_id !== null) return readAgain(db, scene, claimed.thread_id)
  const to = addressedTo(message, envelope)
  if (await takeProbe(db, { key: scene.key, inboxId, to, report: message.report, now }))
    return { outcome: message.report ? "bounce" : "auto-reply", reason: "plus_address_test" }
  if (isLoop(message)) return { outcome: "failed", reason: "loop" }
  if (first) return duplicateOf(first)
  if (message.report) {
    const bounced = await settleBounce(db, { report: message.report, to, now })
    if (!bounced) return { outcome: "spam", reason: "backscatter" }
    const { conversationId, threadId } = bounced
    return { outcome: "bounce", ...(conversationId && { conversationId }), ...(threadId && { threadId }) }
  }
  if (isFromUs(scene)) return fromUs
  const place = await placeOf(db, { key: scene.key, inboxId, message, verdicts, envelope })
  if (place?.kind === "agent")
    return takeAgentReply(inside(desk, db), { inboxId, name: place.name, message, verdicts, now })
  return keepAsThread(db, scene, place)
}

export function duplicateOf(first: EarlierRow): Result {
  return {
    outcome: "duplicate",
    reason: "same_message",
    ...(first.conversation_id !== null && { conversationId: first.conversation_id }),
    ...(first.thread_id !== null && { threadId: first.thread_id }),
    facts: { duplicateOf: first.id },
  }
}

export const fromUs: Result = { outcome: "auto-reply", reason: "own_address" }

export function isFromUs({ prepared, claimed, inboxes }: Scene): boolean {
  const sender = senderOf(prepared.message, claimed.envelope)
  return sender !== undefined && isOurs(sender.address, inboxes)
}

/** The desk as one who writes in this very transaction sees it. */
function inside(desk: Desk, db: Db): Desk {
  const { hear, close } = desk.db
  // Without the pool, which would be another transaction.
  return { ...desk, db: { ...db, hear, close } as Database }
}

async function keepAsThread(db: Db, scene: Scene, place: Exclude<Place, { kind: "agent" }>): Promise<Result> {
  const { claimed, prepared, signs, now } = scene
  const { message } = prepared
  const sender = senderOf(message, claimed.envelope)
  const spam = isSpam(message) && !place?.proven
  const held = place && !spam ? await holdOpenConversation(db, place.conversationId, now) : undefined
  const received = await receivedOf(db, scene)
  const others = async (but: number | undefined) => (sender ? await listOthers(db, received.customerId, but) : [])
  const failed = message.incomplete && ({ outcome: "failed", reason: message.incomplete } as const)
  if (held && place) {
    const known = sender !== undefined && (await isParticipant(db, held.conversation.id, sender.address))
    const quietly = answersByItself(signs)
    const written = await continueConversation(db, held, { received, quietly, keepsCopies: !known, now })
    return {
      ...written,
      ...(failed ?? { outcome: quietly ? "auto-reply" : "stored" }),
      facts: { why: place.why, stranger: !known, otherConversations: await others(held.conversation.id) },
    }
  }
  const [otherConversations, written] = await Promise.all([
    others(undefined),
    beginConversation(db, received, {
      inboxId: claimed.inbox_id,
      subject: subjectOf(message),
      status: spam ? "spam" : "active",
      now,
    }),
  ])
  if (place && !spam) {
    const { customerId } = received
    await linkContinuation(db, { oldId: place.conversationId, newId: written.conversationId, customerId, now })
  }
  return {
    ...written,
    ...(failed ?? (spam ? { outcome: "spam", reason: "marked" } : { outcome: "stored" })),
    facts: {
      why: "new",
      stranger: false,
      otherConversations,
      ...(place && !spam && { continues: place.conversationId }),
    },
  }
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
  const [customer] = await resolveCustomers(db, [senderIn(scene)], { userId: null, now: scene.now, quietly: false })
  return receivedFrom(scene, customer.id)
}

export function senderIn({ claimed, prepared }: Scene): Named {
  return { reference: customerOf(senderOf(prepared.message, claimed.envelope)), path: "from" }
}

export function receivedFrom({ claimed, prepared, inboxes }: Scene, customerId: number): Received {
  const { message, attachments, digest } = prepared
  return {
    body: message.incomplete ? message.body + linkToSource(claimed.id) : message.body,
    preview: digest.preview,
    words: digest.words,
    customerId,
    to: othersIn(message.to, inboxes),
    cc: othersIn(message.cc, inboxes),
    receivedAt: claimed.received_at,
    attachments,
  }
}
