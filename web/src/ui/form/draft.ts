import { useState } from "react"

export interface Draft<Values extends object> {
  values: Values
  /** What differs from what the desk has. */
  changes: Partial<Values>
  dirty: boolean
  set(change: Partial<Values>): void
  reset(): void
}

/**
 * What somebody has changed and not saved yet, over what the desk has: when that changes meanwhile, it shows in all that
 * was not touched here.
 */
export function useDraft<Values extends object>(saved: Values): Draft<Values> {
  const [edited, setEdited] = useState<Partial<Values>>({})
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(saved[name as keyof Values])
  const changes = Object.fromEntries(Object.entries(edited).filter(isChanged)) as Partial<Values>
  return {
    values: { ...saved, ...edited },
    changes,
    dirty: Object.keys(changes).length > 0,
    set: (change) => setEdited((before) => ({ ...before, ...change })),
    reset: () => setEdited({}),
  }
}
