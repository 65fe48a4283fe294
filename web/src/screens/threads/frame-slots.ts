import type { Thread } from "@deskhand/sdk/client"
import { useRef } from "react"

export interface FrameSlots {
  of(thread: Thread): number | undefined
  /** Those that nobody has now, and who was there last. */
  spare: [place: number, last: Thread][]
}

/**
 * Messages of the next conversation take the places, and so the frames, of those of the one before: to make frames and to
 * take them away again is most of what it takes to show a conversation. The newest has the first place, so that the
 * frames stand in their order in every conversation: one that is moved would be loaded anew.
 */
export function useFrameSlots(conversationId: number, newestFirst: readonly Thread[]): FrameSlots {
  const last = useRef(new Map<number, Thread>()).current
  const seated = useRef({ conversationId, places: new Map<number, number>() })
  if (seated.current.conversationId !== conversationId) seated.current = { conversationId, places: new Map() }
  const { places } = seated.current
  for (const thread of newestFirst)
    if (thread.type !== "lineitem") {
      const place = places.get(thread.id) ?? places.size
      places.set(thread.id, place)
      last.set(place, thread)
    }
  const taken = new Set(newestFirst.map(({ id }) => places.get(id)))
  return {
    of: ({ id }) => places.get(id),
    spare: [...last].filter(([place]) => !taken.has(place)).toSorted(([one], [other]) => one - other),
  }
}
