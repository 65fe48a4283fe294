import type { FeedEvent, PresenceNews } from "@deskhand/sdk/client"
import type { Query, QueryClient } from "@tanstack/react-query"
import { desk, statusOf } from "../client.ts"
import { afterNews, whereabouts } from "../presence/others.ts"
import { afterPress } from "../press.ts"
import { isPassing } from "../query-client.ts"
import { createBatch } from "./batch.ts"
import { connection } from "./connection.ts"
import { passDelivery } from "./deliveries.ts"
import { refresh } from "./refresh.ts"
import { staleAfter } from "./stale.ts"
import { shareAmongTabs } from "./tabs.ts"

/** What changes while this passes is fetched together: well below the second in which people see what others do. */
const batchMs = 150

type News =
  /** Every event after this number will be heard; without a number, only those from now on. */
  | { is: "standing"; after: number | undefined }
  | { is: "lost" | "refused" }
  | { is: "event"; event: FeedEvent }
  | { is: "presence"; presence: PresenceNews }

export interface FollowOptions {
  userId: number
  /** The newest event before anything that is shown was read. */
  after: number
  signal: AbortSignal
}

/**
 * Follows what happens in the desk and lets what is shown be read again where it has changed. A lost stream is taken up
 * after the last number that was heard, by whichever tab, so nothing is missed.
 */
export function followEvents(queryClient: QueryClient, { userId, after, signal }: FollowOptions) {
  const batch = createBatch(batchMs, (keys) => Promise.all(keys.map((queryKey) => refresh(queryClient, { queryKey }))))
  signal.addEventListener("abort", () => batch.stop())
  /** The newest event that this tab has heard. */
  let last = after
  /** The newest one that came by its own stream. */
  let streamed: number | undefined

  function hear(news: News): void {
    switch (news.is) {
      case "standing":
        connection.set("connected")
        catchUp(queryClient, news.after === undefined || news.after > last)
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
        batch.add(staleAfter(news.event))
        break
      case "presence":
        whereabouts.set((before) => afterNews(before, news.presence))
    }
  }

  async function follow(tell: (news: News) => void, ending: AbortSignal): Promise<void> {
    streamed = last
    while (!ending.aborted) {
      let stands: boolean | undefined
      const onConnection = (connected: boolean) => {
        if (connected === stands) return
        stands = connected
        tell(connected ? { is: "standing", after: streamed } : { is: "lost" })
      }
      const onPresence = (presence: PresenceNews) => tell({ is: "presence", presence })
      try {
        for await (const event of desk.events.stream({ after: streamed, signal: ending, onConnection, onPresence })) {
          streamed = event.id
          tell({ is: "event", event })
        }
        return
      } catch (error) {
        if (statusOf(error) === 401 || statusOf(error) === 403) return tell({ is: "refused" })
        // Who was away for too long begins anew.
        streamed = undefined
        tell({ is: "lost" })
        await new Promise((resolve) => setTimeout(resolve, 2_000))
      }
    }
  }

  function welcome(): News[] {
    const presence = { complete: true, presence: [...whereabouts.get().values()].flat() }
    const standing: News[] = connection.get() === "connected" ? [{ is: "standing", after: streamed }] : []
    return [...standing, { is: "presence", presence }]
  }

  // What colleagues do moves nothing under a pressed mouse button.
  const hearBetweenPresses = (news: News) => afterPress(() => hear(news))
  shareAmongTabs({ name: `deskhand.events.${userId}`, work: follow, hear: hearBetweenPresses, welcome, signal })
}

/** Reads again what could not be read, and everything where events may have been missed. */
function catchUp(queryClient: QueryClient, mayHaveChanged: boolean): void {
  const predicate = ({ state }: Query) => (state.status === "error" ? isPassing(state.error) : mayHaveChanged)
  void refresh(queryClient, { predicate })
}
