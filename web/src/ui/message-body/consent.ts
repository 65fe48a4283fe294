import { useMe } from "../../data/session.ts"
import { createPersistentStore, type Store, useStore } from "../../data/store.ts"

/** As many as anybody comes back to; the oldest are forgotten first. */
const mostKept = 1_000

const stores = new Map<number, Store<string>>()

/** Of each person who uses this browser apart. */
function storeOf(userId: number): Store<string> {
  const known = stores.get(userId)
  if (known) return known
  const made = createPersistentStore<string>(`pictures.${userId}`, {
    first: "",
    isValid: (found) => typeof found === "string",
  })
  stores.set(userId, made)
  return made
}

export interface Consent {
  message: boolean
  sender: boolean
  allowMessage(): void
  allowSender(): void
  /** Of the message and of its sender. */
  withdraw(): void
}

/** Whether pictures of a message may be fetched: because somebody said so of it, or of all that its sender writes. */
export function useConsent(threadId: number, sender: { type: string; id: number }): Consent {
  const store = storeOf(useMe().id)
  const keys = useStore(store).split(" ")
  const ofMessage = `thread-${threadId}`
  const ofSender = `${sender.type}-${sender.id}`
  const without =
    (...names: string[]) =>
    (before: string) =>
      before.split(" ").filter((key) => key !== "" && !names.includes(key))
  const allow = (name: string) => store.set((before) => [...without(name)(before), name].slice(-mostKept).join(" "))
  return {
    message: keys.includes(ofMessage),
    sender: keys.includes(ofSender),
    allowMessage: () => allow(ofMessage),
    allowSender: () => allow(ofSender),
    withdraw: () => store.set((before) => without(ofMessage, ofSender)(before).join(" ")),
  }
}
