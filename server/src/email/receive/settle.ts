import { replaceReceived } from "../../conversations/received/replace.ts"
import {
  beginConversation,
  continueConversation,
  holdOpenConversation,
  type Received,
  type Written,
} from "../../conversations/received/write.ts"
import { resolveCustomers } from "../../customers/actions.ts"
import type { Database, Db } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { settleBounce } from "../send/bounces.ts"
import { takeAgentReply } from "../trust/agent-reply.ts"
import { answersByItself, automaticSigns, type Sign } from "./automatic.ts"
import type { Facts, Outcome } from "./facts.ts"
import { type Place, placeOf } from "./place.ts"
import type { Prepared } from "./prepare.ts"
import {
  type EarlierRow,
  findFirst,
  isParticipant,
  listInboxAddresses,
  listOpenConversations,
  settleMessageRow,
} from "./queries.ts"
import { type Claimed, holdMessage } from "./queue.ts"
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
import { linkToSource } from "./source.ts"

export interface Settling {
  /** Of this node. */
  claim: string
  /** What names are signed with. */
  key: Buffer
  claimed: Claimed
  prepared: Prepared
  now: Date
}

/** What became of it. */
export interface Result extends Partial<Written> {
  outcome: Exclude<Outcome, "waiting">
  reason?: string
  facts?: Partial<Facts>
}

/** All of it in one transaction. Undefined where another node has the message by now. */
export function settleMessage(desk: Desk, settling: Settling): Promise<Result | undefined> {
  const { claimed, prepared, claim, now } = settling
  return desk.db.transaction(async (db) => {
    const messageId = idOf(prepared.message)
    const { id, inbox_id: inboxId, storage_key: storageKey } = claimed
    // At once, the lock first: what comes after it sees what was settled before.
    const [held, inboxes, first] = await Promise.all([
      holdMessage(db, { id, inboxId, claim }),
      listInboxAddresses(db),
      findFirst(db, { id, inboxId, messageId, storageKey, contentHash: prepared.contentHash }),
    ])
    if (!held) return undefined
    const scene = sceneOf(settling, { inboxes, messageId, first })
    const result = await decide(desk, db, scene)
    // It goes out with the commit, which fails by it.
    settleMessageRow(db, {
      id,
      outcome: result.outcome,
      reason: result.reason ?? null,
      messageId,
      contentHash: prepared.contentHash,
      conversationId: result.conversationId ?? null,
      threadId: result.threadId ?? null,
      facts: { ...scene.facts, ...result.facts },
      now,
    }).catch(() => {})
    return result
  })
}

interface Surroundings {
  inboxes: Set<string>
  messageId: string | undefined
  /** The same message, where it has come before. */
  first: EarlierRow | undefined
}

interface Scene extends Settling, Surroundings {
  signs: Sign[]
  /** What is known before anything is looked up. */
  facts: Facts
}

const longestId = 998

function idOf({ messageId }: Prepared["message"]): string | undefined {
  return (messageId?.length ?? 0) > longestId ? undefined : messageId
}

function sceneOf(settling: Settling, surroundings: Surroundings): Scene {
  const { message, verdicts } = settling.prepared
  const { envelope } = settling.claimed
  const sender = senderOf(message, envelope)
  const signs = automaticSigns({ headers: message.headers, envelope, from: message.from?.address })
  const { signedBy: _, ...judged } = verdicts
  const replyTo = message.replyTo
    .map(({ address }) => address)
    .filter((address) => address.toLowerCase() !== sender?.address.toLowerCase())
  const facts: Facts = {
    sender: sender?.address ?? message.from?.address ?? "",
    name: sender?.name ?? "",
    replyTo,
    subject: subjectOf(message),
    ...(message.date !== undefined && { date: message.date }),
    ...judged,
    flags: message.flags,
    ...(message.incomplete && { incomplete: message.incomplete }),
    automatic: signs.length > 0,
    signs,
  }
  return { ...settling, ...surroundings, signs, facts }
}

async function decide(desk: Desk, db: Db, scene: Scene): Promise<Result> {
  const { claimed, prepared, inboxes, first, now } = scene
  const { message, verdicts } = prepared
  const { inbox_id: inboxId, envelope } = claimed
  if (claimed.thread_id !== null) return readAgain(db, scene, claimed.thread_id)
  if (isLoop(message)) return { outcome: "failed", reason: "loop" }
  if (first)
    return {
      outcome: "duplicate",
      reason: "same_message",
      ...(first.conversation_id !== null && { conversationId: first.conversation_id }),
      ...(first.thread_id !== null && { threadId: first.thread_id }),
      facts: { duplicateOf: first.id },
    }
  if (message.report) {
    const to = addressedTo(message, envelope)
    const bounced = await settleBounce(db, { report: message.report, to, now })
    if (!bounced) return { outcome: "spam", reason: "backscatter" }
    const { conversationId, threadId } = bounced
    return { outcome: "bounce", ...(conversationId && { conversationId }), ...(threadId && { threadId }) }
  }
  const sender = senderOf(message, envelope)
  if (sender && isOurs(sender.address, inboxes)) return { outcome: "auto-reply", reason: "own_address" }
  const place = await placeOf(db, { key: scene.key, inboxId, message, verdicts, envelope })
  if (place?.kind === "agent")
    return takeAgentReply(inside(desk, db), { inboxId, name: place.name, message, verdicts, now })
  return keepAsThread(db, scene, place)
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
  const others = async (but: number | undefined) =>
    sender ? await listOpenConversations(db, { customerId: received.customerId, but }) : []
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

async function receivedOf(db: Db, { claimed, prepared, inboxes, now }: Scene): Promise<Received> {
  const { message, attachments } = prepared
  const reference = customerOf(senderOf(message, claimed.envelope))
  const [customer] = await resolveCustomers(db, [{ reference, path: "from" }], { userId: null, now, quietly: false })
  return {
    body: message.incomplete ? message.body + linkToSource(claimed.id) : message.body,
    customerId: customer.id,
    to: othersIn(message.to, inboxes),
    cc: othersIn(message.cc, inboxes),
    receivedAt: claimed.received_at,
    attachments,
  }
}
