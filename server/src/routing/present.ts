import type { RotationEntry, Routing } from "@deskhand/contract/inboxes/routing"
import { link } from "../http/hal.ts"
import type { RoutingRow } from "./queries.ts"
import { type Candidate, reasonAgainst } from "./rules.ts"

export function presentRouting(row: RoutingRow, candidates: Candidate[], origin: string): Routing {
  const { assignment_limit: limit, assignment_method: method } = row
  return {
    state: row.state,
    ...(limit !== null && { assignmentLimit: limit }),
    ...(method !== null && { assignmentMethod: method }),
    userIds: row.user_ids,
    rotation: presentRotation(candidates, limit ?? 0),
    _links: { self: link(origin, `/v2/mailboxes/${row.inbox_id}/routing`) },
  }
}

export function presentRotation(candidates: Candidate[], assignmentLimit: number): RotationEntry[] {
  return candidates.map((candidate) => {
    const reason = reasonAgainst(candidate, assignmentLimit)
    const { userId, conversationsCount } = candidate
    return { userId, conversationsCount, eligible: reason === undefined, ...(reason && { reason }) }
  })
}
