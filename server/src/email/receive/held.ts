import type { Database, Db } from "../../db/db.ts"
import { sql } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import type { Desk } from "../../http/route.ts"
import type { ReadName } from "../identity/names.ts"
import type { ParsedMessage } from "../parse/message.ts"
import { type HeldReply, takeAgentReply } from "../trust/agent-reply.ts"
import type { HeldFacts } from "./facts.ts"
import type { Place } from "./place.ts"
import type { Result, Scene } from "./scene.ts"

/** It was held, and somebody decided that it is what it claims to be. */
export function isAccepted({ claimed }: Scene): boolean {
  return claimed.decision === "accept"
}

interface AgentSettlement {
  result?: Result
  /** Where it becomes an ordinary message, where there is no result. */
  instead?: Exclude<Place, { kind: "agent" }>
}

/**
 * A reply of an agent, or held until somebody decides. What cannot be a reply though it was accepted becomes a message of
 * its sender in the conversation; mail of a blocked sender is not worth a decision.
 */
export async function settleAgentReply(
  desk: Desk,
  db: Db,
  { scene, name }: { scene: Scene; name: ReadName },
): Promise<AgentSettlement> {
  const { claimed, prepared, verdict, now } = scene
  const { message, verdicts } = prepared
  const vouched = isAccepted(scene) ? "message" : verdict === "trusted" ? "address" : undefined
  const reply = { inboxId: claimed.inbox_id, name, message, verdicts, vouched, now } as const
  const outcome = await takeAgentReply(inside(desk, db), reply)
  if (outcome.outcome !== "held") return { result: outcome }
  if (isAccepted(scene)) return { instead: placeOfHeld(outcome) }
  return verdict === "blocked" ? {} : { result: await hold(db, scene, outcome) }
}

/** The desk as one who writes in this very transaction sees it. */
function inside(desk: Desk, db: Db): Desk {
  const { hear, close } = desk.db
  // Without the pool, which would be another transaction.
  return { ...desk, db: { ...db, hear, close } as Database }
}

function placeOfHeld({ notification }: HeldReply): AgentSettlement["instead"] {
  const conversationId = notification?.conversation_id ?? null
  if (conversationId === null) return undefined
  return { kind: "conversation", conversationId, why: "reply-address", proven: true }
}

/** The conversation shows that it waits, to whoever sees the conversation. */
async function hold(db: Db, { claimed, prepared }: Scene, { reason, notification }: HeldReply): Promise<Result> {
  const held = heldFacts(prepared.message, notification?.user_id)
  const conversationId = notification?.conversation_id ?? null
  if (conversationId === null) return { outcome: "held", reason, facts: { held } }
  const place = await db.maybe<{ inbox_id: number }>(
    sql`select inbox_id from conversations where id = ${conversationId}`,
  )
  if (place)
    await recordEvent(db, {
      kind: "mail.message.held",
      subjectId: claimed.id,
      userId: null,
      inboxId: place.inbox_id,
      conversationId,
    })
  return { outcome: "held", reason, conversationId, facts: { held } }
}

/** Enough to recognize a message by. */
const mostCharacters = 10_000
const mostFiles = 20

function heldFacts({ text, attachments }: ParsedMessage, userId: number | undefined): HeldFacts {
  return {
    ...(userId !== undefined && { userId }),
    text: text.slice(0, mostCharacters).toWellFormed(),
    files: attachments.slice(0, mostFiles).map(({ filename }) => filename.slice(0, 255).toWellFormed()),
  }
}
