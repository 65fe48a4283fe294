import type { PresenceNews } from "@deskhand/sdk/client"
import type { QueryClient } from "@tanstack/react-query"
import { desk, statusOf } from "../desk/client.ts"
import { afterNews, whereabouts } from "../presence/others.ts"
import { connection } from "./connection.ts"
import { createGathering } from "./gathering.ts"
import { refresh } from "./refresh.ts"
import { staleAfter } from "./stale.ts"

/** What changes while this passes is fetched together: well below the second in which people see what others do. */
const gatherMs = 150

/**
 * Follows what happens in the desk and lets what is shown be read again where it has changed. The client of the desk
 * takes up a lost connection after the last number it heard, so nothing is missed.
 */
export function followEvents(queryClient: QueryClient, signal: AbortSignal): void {
  const gathering = createGathering(gatherMs, (keys) =>
    Promise.all(keys.map((queryKey) => refresh(queryClient, { queryKey }))),
  )
  signal.addEventListener("abort", () => gathering.stop())
  void follow()

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      let isFirst = true
      const onConnection = (connected: boolean) => {
        connection.set(connected ? "connected" : "lost")
        // What was read before the stream stood may have changed in between.
        if (connected && isFirst) void refresh(queryClient, {})
        if (connected) isFirst = false
      }
      const onPresence = (news: PresenceNews) => whereabouts.set((before) => afterNews(before, news))
      try {
        for await (const event of desk.events.stream({ signal, onConnection, onPresence }))
          gathering.add(staleAfter(event))
        return
      } catch (error) {
        // Who has been signed out finds out by the next thing they do; who was away too long begins anew.
        if (statusOf(error) === 401 || statusOf(error) === 403) {
          void queryClient.invalidateQueries({ queryKey: ["session"] })
          return
        }
        connection.set("lost")
        await new Promise((resolve) => setTimeout(resolve, 2_000))
      }
    }
  }
}
