import { findSigningKey } from "../../account/queries.ts"
import type { Db } from "../../db/db.ts"
import { findGenuine } from "../identity/find.ts"
import type { ReadName } from "../identity/names.ts"
import type { ParsedMessage } from "../parse/message.ts"
import { pending, type Verdicts } from "../trust/verdicts.ts"
import type { Envelope } from "./envelope.ts"
import type { Why } from "./facts.ts"
import { findSenderOptions, isParticipant, listReferred } from "./queries.ts"
import { addressedTo, answeredBy, nameOfId, namesIn } from "./rules.ts"
import { resolveSender, type Sender } from "./sender.ts"

/** Where a message belongs: into a conversation, to one of us, or nowhere yet. */
export type Place =
  | { kind: "conversation"; conversationId: number; why: Why; proven: boolean }
  | { kind: "agent"; name: ReadName }
  | undefined

export interface Placing {
  key: Buffer
  inboxId: number
  message: ParsedMessage
  sender: Sender | undefined
  verdicts: Verdicts
  envelope: Envelope
}

/**
 * By a name that only this desk can make, else by what was received before. Never by the subject, which anybody writes;
 * nor by an id of somebody else's message, unless whoever refers to it has a part in that conversation.
 */
export async function placeOf(db: Db, placing: Placing): Promise<Place> {
  const { key, message, envelope } = placing
  const addressed = namesIn(addressedTo(message, envelope)).filter(({ purpose }) => addressable.has(purpose))
  // Who told one of us of something looks at that name itself.
  const agents = addressed.find(({ purpose }) => purpose === "agent")
  if (agents) return { kind: "agent", name: agents }
  const answered = answeredBy(message)
  const ofIds = answered.flatMap(({ id, why }) => {
    const name = nameOfId(id)
    return name && referable.has(name.purpose) ? [{ name, why }] : []
  })
  const genuine = await findGenuine(db, key, [...addressed, ...ofIds.map(({ name }) => name)])
  for (const { name, toUser, conversationId, merged } of genuine) {
    if (toUser) return { kind: "agent", name }
    if (conversationId === null) continue
    const why = ofIds.find((one) => one.name === name)?.why ?? "reply-address"
    return { kind: "conversation", conversationId, why: merged ? "merged" : why, proven: true }
  }
  return placeByIds(db, placing)
}

/** A relay may rewrite Message-IDs; the reference that a mail carries to itself stays. */
const referable = new Set(["message", "reference"])
const addressable = new Set(["reply", "agent", "bounce"])

/** Whether verdicts decide where it belongs: it answers for one of us, or names a message that anybody could name. */
export async function needsVerdicts(
  db: Db,
  { inboxId, message, envelope }: Pick<Placing, "inboxId" | "message" | "envelope">,
): Promise<boolean> {
  const [key, options] = await Promise.all([findSigningKey(db), findSenderOptions(db, inboxId)])
  const sender = resolveSender(message, envelope, options)
  const place = await placeOf(db, { inboxId, message, envelope, sender, key, verdicts: pending })
  return place !== undefined && (place.kind === "agent" || !place.proven)
}

async function placeByIds(db: Db, { inboxId, message, sender, verdicts }: Placing): Promise<Place> {
  const answered = answeredBy(message)
  // Whose domain says that this is not from them has no part in anything.
  if (answered.length === 0 || !sender || verdicts.dmarc === "fail") return undefined
  const referred = await listReferred(db, { inboxId, ids: answered.map(({ id }) => id) })
  for (const { id, why } of answered) {
    const found = referred.find((row) => row.message_id === id)
    if (!found || !(await isParticipant(db, found.conversation_id, sender.address))) continue
    const { conversation_id: conversationId, merged } = found
    return { kind: "conversation", conversationId, why: merged ? "merged" : why, proven: false }
  }
  return undefined
}
