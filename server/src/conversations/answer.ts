import { notFound } from "../errors.ts"
import { resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import type { Call } from "../http/route.ts"
import { loadReferences, presentConversation } from "./present.ts"
import { findConversation } from "./queries.ts"

/** Settles If-Match, once the conversation is held. */
export function checkUnchanged(
  call: Pick<Call, "db" | "viewer" | "origin" | "now" | "request">,
  id: number,
): Promise<void> {
  const { db, viewer, origin, now } = call
  return refuseStale(call, async () => {
    const row = await findConversation(db, viewer, id)
    if (!row) throw notFound()
    const body = presentConversation(row, await loadReferences(db, [row]), { origin, version: 2, now })
    return resource(body, { ...body, customerWaitingSince: body.customerWaitingSince?.time })
  })
}
