import { createStore } from "../desk/store.ts"

/** Whether the stream of events stands. `unknown` until it has stood for the first time. */
export const connection = createStore<"unknown" | "connected" | "lost">("unknown")
