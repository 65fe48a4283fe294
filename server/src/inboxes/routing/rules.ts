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
