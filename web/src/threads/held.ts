import { createStore } from "../desk/store.ts"

/** The thread that stands in the composer, and therefore not among the messages. */
export const heldThread = createStore<number | undefined>(undefined)

/** One that somebody wants to go on writing. The composer takes it up. */
export const wantedThread = createStore<number | undefined>(undefined)
