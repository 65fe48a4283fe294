import { DeskhandClient, DeskhandError } from "@deskhand/sdk/client"
import { afterPress } from "./press.ts"
import { refusalText } from "./problems/problems.ts"
import { createStore } from "./store.ts"

/** The desk that this page came from. Pauses between tries are the query client's, so that people see what is going on. */
export const desk = new DeskhandClient({ baseUrl: "", session: true, retry: { tries: 1 }, fetch: fetchBetweenPresses })

/** While the network is away: when what is shown was loaded. The worker marks what it kept from before. */
export const loadedAt = createStore<string | undefined>(undefined)

/** An answer may change the layout, so it waits for the end of a press. */
async function fetchBetweenPresses(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  loadedAt.set(response.headers.get("x-loaded-at") ?? undefined)
  return new Promise((resolve) => afterPress(() => resolve(response)))
}

/** What went wrong, for people: what the desk refuses, in words, or that it could not be reached. */
export function reasonOf(error: unknown, unreachable: string): string {
  return error instanceof DeskhandError ? refusalText(error) : unreachable
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof DeskhandError ? error.status : undefined
}
