import { createStore } from "../../data/store.ts"

/** The thread that stands in the composer, and therefore not among the messages. */
export const composerThread = createStore<number | undefined>(undefined)

/** One that somebody wants to go on writing. The composer takes it up. */
export const requestedThread = createStore<number | undefined>(undefined)

/** What the writer of a reply in review had seen last, for as long as this page is open. */
export const seenBefore = new Map<number, number>()
