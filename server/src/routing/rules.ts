import type { IneligibilityReason } from "@deskhand/contract/inboxes/routing"

/** Somebody whom routing might give conversations of an inbox. */
export interface Candidate {
  userId: number
  deactivated: boolean
  light: boolean
  hasAccess: boolean
  inRotation: boolean
  away: boolean
  /** Active ones assigned to them in this inbox. */
  conversationsCount: number
  /** The last time that routing gave them something here. */
  lastAssignedAt: Date | null
}

/**
 * Why routing passes somebody over, or nothing. Of several reasons the one that lasts longest: who is told "away"
 * is given conversations again by coming back.
 */
export function reasonAgainst(candidate: Candidate, assignmentLimit: number): IneligibilityReason | undefined {
  if (candidate.deactivated) return "inactive"
  if (candidate.light) return "light_user"
  if (!candidate.hasAccess) return "no_inbox_access"
  if (!candidate.inRotation) return "not_in_rotation"
  if (candidate.away) return "away"
  if (candidate.conversationsCount >= assignmentLimit) return "at_capacity"
  return undefined
}

/** Whose turn it is, of those who stand in the order of the rotation: undefined when nobody can take more. */
export function nextInTurn<Someone extends Candidate>(
  candidates: Someone[],
  { method, assignmentLimit }: { method: "round_robin" | "balanced"; assignmentLimit: number },
): Someone | undefined {
  const eligible = candidates.filter((candidate) => reasonAgainst(candidate, assignmentLimit) === undefined)
  const waited = (one: Candidate, other: Candidate) =>
    (one.lastAssignedAt?.getTime() ?? 0) - (other.lastAssignedAt?.getTime() ?? 0)
  return eligible.toSorted((one, other) => {
    const lighter = method === "balanced" ? one.conversationsCount - other.conversationsCount : 0
    return lighter || waited(one, other)
  })[0]
}
