import type { FeedEvent, PresenceNews } from "@deskhand/sdk/client"
import type { Query, QueryClient } from "@tanstack/react-query"
import { desk, statusOf } from "../desk/client.ts"
import { afterPress } from "../desk/press.ts"
import { isPassing } from "../desk/queries.ts"
import { afterNews, whereabouts } from "../presence/others.ts"
import { connection } from "./connection.ts"
import { passDelivery } from "./deliveries.ts"
import { createGathering } from "./gathering.ts"
import { refresh } from "./refresh.ts"
import { staleAfter } from "./stale.ts"
import { shareAmongTabs } from "./tabs.ts"

/** What changes while this passes is fetched together: well below the second in which people see what others do. */
const gatherMs = 150

type News =
  /** Anew: something may have happened that no event tells of. */
  | { is: "standing"; anew: boolean }
  | { is: "lost" | "refused" }
  | { is: "event"; event: FeedEvent }
  | { is: "presence"; presence: PresenceNews }

/**
 * Follows what happens in the desk and lets what is shown be read again where it has changed. A lost stream is taken up
 * after the last number that was heard, by whichever tab, so nothing is missed.
 */
export function followEvents(queryClient: QueryClient, { userId, signal }: { userId: number; signal: AbortSignal }) {
  const gathering = createGathering(gatherMs, (keys) =>
    Promise.all(keys.map((queryKey) => refresh(queryClient, { queryKey }))),
  )
  signal.addEventListener("abort", () => gathering.stop())
  let hasStood = false
  let last: number | undefined

  function hear(news: News): void {
    switch (news.is) {
      case "standing":
        connection.set("connected")
        catchUp(queryClient, news.anew || !hasStood)
        hasStood = true
        break
      case "lost":
        connection.set("lost")
        break
      case "refused":
        // Who has been signed out is led to the door.
        void queryClient.invalidateQueries({ queryKey: ["session"] })
        break
      case "event":
        last = news.event.id
        passDelivery(news.event)
        gathering.add(staleAfter(news.event))
        break
      case "presence":
        whereabouts.set((before) => afterNews(before, news.presence))
    }
  }

  async function follow(tell: (news: News) => void, ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      let stands: boolean | undefined
      let anew = last === undefined
      const onConnection = (connected: boolean) => {
        if (connected === stands) return
        stands = connected
        tell(connected ? { is: "standing", anew } : { is: "lost" })
        if (connected) anew = false
      }
      const onPresence = (presence: PresenceNews) => tell({ is: "presence", presence })
      try {
        for await (const event of desk.events.stream({ after: last, signal: ending, onConnection, onPresence }))
          tell({ is: "event", event })
        return
      } catch (error) {
        if (statusOf(error) === 401 || statusOf(error) === 403) return tell({ is: "refused" })
        // Who was away for too long begins anew.
        last = undefined
        tell({ is: "lost" })
        await new Promise((resolve) => setTimeout(resolve, 2_000))
      }
    }
  }

  function welcome(): News[] {
    const presence = { complete: true, presence: [...whereabouts.get().values()].flat() }
    const standing: News[] = connection.get() === "connected" ? [{ is: "standing", anew: false }] : []
    return [...standing, { is: "presence", presence }]
  }

  // What colleagues do moves nothing under a pressed mouse button.
  const hearBetweenPresses = (news: News) => afterPress(() => hear(news))
  shareAmongTabs({ name: `deskhand.events.${userId}`, work: follow, hear: hearBetweenPresses, welcome, signal })
}

/** What could not be read is tried again; what was read before the stream stood may have changed in between. */
function catchUp(queryClient: QueryClient, mayHaveChanged: boolean): void {
  const predicate = ({ state }: Query) => (state.status === "error" ? isPassing(state.error) : mayHaveChanged)
  void refresh(queryClient, { predicate })
}
