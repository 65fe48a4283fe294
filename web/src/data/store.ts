import { useSyncExternalStore } from "react"

/** A value outside of React that components can follow. */
export interface Store<Value> {
  get(): Value
  set(value: Value | ((before: Value) => Value)): void
  follow(listener: () => void): () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  let current = first
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      const next = typeof value === "function" ? (value as (before: Value) => Value)(current) : value
      if (Object.is(next, current)) return
      current = next
      for (const listener of listeners) listener()
    },
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.follow, store.get)
}

/** One that this browser remembers, and that other tabs hear of. What it finds is checked before it counts. */
export function createPersistentStore<Value extends string | number>(
  name: string,
  { first, isValid }: { first: Value; isValid: (found: unknown) => boolean },
): Store<Value> {
  const key = `deskhand.${name}`
  const read = (found: string | null): Value => {
    const value: unknown = found === null ? first : typeof first === "number" ? Number(found) : found
    return isValid(value) ? (value as Value) : first
  }
  const store = createStore(read(localStorage.getItem(key)))
  store.follow(() => localStorage.setItem(key, String(store.get())))
  window.addEventListener("storage", (event) => {
    if (event.key === key) store.set(read(event.newValue))
  })
  return store
}
