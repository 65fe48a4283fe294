import type { IneligibilityReason } from "@deskhand/contract/routing"

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

export interface Turn extends Candidate {
  /** The last time that routing gave them something. */
  lastAssignedAt: Date | null
}

/** Whose turn it is, of those in the rotation in their order: undefined when nobody can take more. */
export function nextInTurn(
  turns: Turn[],
  { method, assignmentLimit }: { method: "round_robin" | "balanced"; assignmentLimit: number },
): Turn | undefined {
  const eligible = turns.filter((turn) => reasonAgainst(turn, assignmentLimit) === undefined)
  const waited = (one: Turn, other: Turn) =>
    (one.lastAssignedAt?.getTime() ?? 0) - (other.lastAssignedAt?.getTime() ?? 0)
  return eligible.toSorted((one, other) => {
    const lighter = method === "balanced" ? one.conversationsCount - other.conversationsCount : 0
    return lighter || waited(one, other)
  })[0]
}
