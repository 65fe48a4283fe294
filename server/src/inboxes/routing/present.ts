import type { RotationEntry, Routing } from "@deskhand/contract/routing"
import { link } from "../../http/hal.ts"
import type { RoutingRow } from "./queries.ts"
import { type Candidate, reasonAgainst } from "./rules.ts"

export function presentRouting(row: RoutingRow, candidates: Candidate[], origin: string): Routing {
  const { assignment_limit: limit, assignment_method: method } = row
  return {
    state: row.state,
    ...(limit !== null && { assignmentLimit: limit }),
    ...(method !== null && { assignmentMethod: method }),
    userIds: row.user_ids,
    rotation: candidates.map((candidate) => presentRotationEntry(candidate, limit ?? 0)),
    _links: { self: link(origin, `/v2/mailboxes/${row.inbox_id}/routing`) },
  }
}

function presentRotationEntry(candidate: Candidate, assignmentLimit: number): RotationEntry {
  const reason = reasonAgainst(candidate, assignmentLimit)
  return {
    userId: candidate.userId,
    conversationsCount: candidate.conversationsCount,
    eligible: reason === undefined,
    ...(reason && { reason }),
  }
}
