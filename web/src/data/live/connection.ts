import { createStore } from "../store.ts"

/** Whether the stream of events stands. `unknown` until it has stood for the first time. */
export const connection = createStore<"unknown" | "connected" | "lost">("unknown")

/** When the stream was lost, while it is. */
export const lostAt = createStore<string | undefined>(undefined)

connection.follow(() => lostAt.set(connection.get() === "lost" ? new Date().toISOString() : undefined))

/** Calls the listener when the desk can probably be reached again: by the browser's word, or because the stream stands. */
export function onReconnect(listener: () => void): () => void {
  const unfollow = connection.follow(() => {
    if (connection.get() === "connected") listener()
  })
  window.addEventListener("online", listener)
  return () => {
    unfollow()
    window.removeEventListener("online", listener)
  }
}
