export interface SeedOptions {
  conversations: number
  threadsPer: number
  rng: number
  now: Date
}

/** Everything the generator needs to know, in a form that can be sent to its thread. */
export interface SeedPlan {
  rng: number
  nowMs: number
  conversations: number
  threadsPer: number
  organizations: number
  desk: SeededDesk
  /** The first of the identifiers set aside in each table. */
  ids: { organizations: number; customers: number; conversations: number; numbers: number; threads: number }
}

export interface SeededDesk {
  inboxes: SeededInbox[]
  /** Those who answer customers. */
  agents: SeededPerson[]
  lightUsers: SeededPerson[]
  systemUsers: SeededPerson[]
  teams: SeededPerson[]
  tagIds: number[]
  customerProperties: { id: number; type: string; optionIds: string[] }[]
}

export interface SeededPerson {
  id: number
  firstName: string
  lastName: string
}

export interface SeededInbox {
  id: number
  name: string
  email: string
  agentIds: number[]
  savedReplyIds: number[]
  fields: { id: number; type: string; optionIds: number[] }[]
}

/** Every so many conversations one more is merged away, and keeps its id and number. */
export const mergePeriod = 90

export function identifiersNeeded(conversations: number): number {
  return conversations + Math.floor(conversations / mergePeriod)
}

/** Of a conversation's id and of its number, counted from the first. */
export function identifierOffset(index: number): number {
  return index + Math.floor(index / mergePeriod)
}
