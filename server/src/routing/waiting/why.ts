import type { ConversationRouting } from "@deskhand/contract/inboxes/routing"
import type { HeldConversation } from "../../conversations/held.ts"
import { readableBy } from "../../conversations/queries.ts"
import { reasonFor } from "../../conversations/rules.ts"
import { type Db, sql } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { link } from "../../http/hal.ts"
import type { Viewer } from "../../http/viewer.ts"
import { presentRotation } from "../present.ts"
import { listCandidates } from "../queries.ts"

type Row = Pick<
  HeldConversation,
  "inbox_id" | "state" | "status" | "assignee_id" | "snoozed_until" | "kept_unassigned"
> & { assignment_limit: number | null }

/** Why routing has given a conversation to nobody, with what speaks against each of the rotation. */
export async function explainRouting(
  db: Db,
  viewer: Viewer,
  { id, origin }: { id: number; origin: string },
): Promise<ConversationRouting> {
  const row = await db.maybe<Row>(sql`
    select c.inbox_id, c.state, c.status, assignee_id, snoozed_until, kept_unassigned, assignment_limit
    from conversations c left join routing on routing.inbox_id = c.inbox_id and routing.state = 'enabled'
    where c.id = ${id} and ${readableBy(viewer)}`)
  if (!row) throw notFound()
  const { assignment_limit: limit } = row
  const candidates = limit === null ? [] : await listCandidates(db, [row.inbox_id])
  const rotation = presentRotation(
    candidates.filter(({ inRotation }) => inRotation),
    limit ?? 0,
  )
  const anybody = rotation.some(({ eligible }) => eligible)
  return {
    reason: reasonFor(row, { enabled: limit !== null, anybody }),
    rotation,
    _links: {
      self: link(origin, `/v2/conversations/${id}/routing`),
      routing: link(origin, `/v2/mailboxes/${row.inbox_id}/routing`),
    },
  }
}
