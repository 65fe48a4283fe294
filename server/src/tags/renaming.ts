import type { EventRow } from "../events/queries.ts"
import { limits } from "../search/grammar.ts"
import { withValue } from "../search/renaming.ts"

/** A tag has another name, or is part of another one; what names it in words or by its number follows. */
export interface Renaming {
  from: string
  to: string
  id: number
  /** Where it is gone. */
  intoId?: number
}

/** What such events tell, beside what happened. */
export const renamed = (from: string, to: string) => ({ renamed: { from, to } })

export const renamingKinds = ["tag.deleted", "tag.updated"] as const

/** In their order: what becomes one after the other follows too. */
export function renamingsIn(events: EventRow[]): Renaming[] {
  return events.flatMap(({ kind, subject_id: id, data }) => {
    if (!renamingKinds.some((heard) => heard === kind)) return []
    const { renamed, mergedInto: intoId } = data as { renamed?: { from: string; to: string }; mergedInto?: number }
    return renamed ? [{ ...renamed, id, ...(intoId !== undefined && { intoId }) }] : []
  })
}

/** Left alone where it would become too long to be read. */
export function queryAfter(query: string, renamings: Renaming[]): string {
  const after = renamings.reduce((text, { from, to }) => withValue(text, { field: "tag", from, to }), query)
  return after.length > limits.characters ? query : after
}

export function namesAfter(names: string[], renamings: Renaming[]): string[] {
  const after = renamings.reduce(
    (before, { from, to }) => before.map((name) => (name.toLowerCase() === from.toLowerCase() ? to : name)),
    names,
  )
  return [...new Set(after)]
}

export function idsAfter(ids: number[], renamings: Renaming[]): number[] {
  const after = renamings.reduce(
    (before, { id, intoId }) => before.map((one) => (one === id ? (intoId ?? one) : one)),
    ids,
  )
  return [...new Set(after)]
}
