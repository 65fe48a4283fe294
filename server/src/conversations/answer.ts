import { notFound } from "../errors.ts"
import { resource } from "../http/hal.ts"
import { refuseStale } from "../http/if-match.ts"
import type { Answer, Call } from "../http/route.ts"
import type { Version } from "../users/present.ts"
import { loadReferences, presentConversation } from "./present.ts"
import { findConversation } from "./queries.ts"
import { embedThreads } from "./threads/embed.ts"

/** Undefined where there is none that the viewer may see. */
export async function answerConversation(
  { db, viewer, origin, now }: Pick<Call, "db" | "viewer" | "origin" | "now">,
  { id, version, embed }: { id: number; version: Version; embed?: "threads" },
): Promise<Answer | undefined> {
  const row = await findConversation(db, viewer, id)
  if (!row) return undefined
  const embedded =
    embed && (await embedThreads(db, viewer, { conversationIds: [row.id], origin, version, occasion: "one" }))
  const shown = presentConversation(row, await loadReferences(db, [row]), { origin, version, now })
  const body = { ...shown, ...embedded?.(row.id) }
  return resource(body, { ...body, customerWaitingSince: body.customerWaitingSince?.time })
}

/** Settles If-Match, once the conversation is held. */
export function checkUnchanged(
  call: Pick<Call, "db" | "viewer" | "origin" | "now" | "request">,
  id: number,
): Promise<void> {
  return refuseStale(call, async () => {
    const answer = await answerConversation(call, { id, version: 2 })
    if (!answer) throw notFound()
    return answer
  })
}
