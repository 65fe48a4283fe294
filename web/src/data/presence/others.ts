import type { Presence, PresenceNews } from "@deskhand/sdk/client"
import { createStore, type Store, useStore } from "../store.ts"

export type Whereabouts = ReadonlyMap<number, readonly Presence[]>

/** Who is at which conversation, oneself included, as the stream tells it. */
export const whereabouts: Store<Whereabouts> = createStore<Whereabouts>(new Map())

/** What is known after the news: all anew, or with what has changed. */
export function afterNews(before: Whereabouts, { complete, presence }: PresenceNews): Whereabouts {
  const after = new Map<number, readonly Presence[]>(complete ? [] : before)
  for (const { conversationId, userId, activity, since = "", ...more } of presence) {
    const others = (after.get(conversationId) ?? []).filter((one) => one.userId !== userId)
    const here = activity === "gone" ? others : [...others, { conversationId, userId, activity, since, ...more }]
    if (here.length === 0) after.delete(conversationId)
    else after.set(conversationId, here)
  }
  return after
}

const nobody: readonly Presence[] = []

/** Colleagues who are at a conversation now. */
export function useOthersAt(conversationId: number, myId: number): readonly Presence[] {
  const here = useStore(whereabouts).get(conversationId) ?? nobody
  return here.some(({ userId }) => userId !== myId) ? here.filter(({ userId }) => userId !== myId) : nobody
}
