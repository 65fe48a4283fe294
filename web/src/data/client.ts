import { DeskhandClient, DeskhandError } from "@deskhand/sdk/client"
import { afterPress } from "./press.ts"
import { refusalText } from "./problems/problems.ts"

/** The desk that this page came from. Pauses between tries are the query client's, so that people see what is going on. */
export const desk = new DeskhandClient({ baseUrl: "", session: true, retry: { tries: 1 }, fetch: fetchBetweenPresses })

/** An answer may change the layout, so it waits for the end of a press. */
async function fetchBetweenPresses(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  return new Promise((resolve) => afterPress(() => resolve(response)))
}

/** What went wrong, for people: what the desk refuses, in words, or that it could not be reached. */
export function reasonOf(error: unknown, unreachable: string): string {
  return error instanceof DeskhandError ? refusalText(error) : unreachable
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof DeskhandError ? error.status : undefined
}
