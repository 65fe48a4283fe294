import { DeskhandClient, DeskhandError } from "@deskhand/sdk/client"

/** The desk that this page came from. Pauses between tries are the query client's, so that people see what is going on. */
export const desk = new DeskhandClient({ baseUrl: "", session: true, retry: { tries: 1 } })

/** What went wrong, for people: the desk's own words, or that it could not be reached. */
export function reasonOf(error: unknown, unreachable: string): string {
  return error instanceof DeskhandError ? error.message : unreachable
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof DeskhandError ? error.status : undefined
}
