import { createStore } from "../../data/store.ts"

/** What the address of a list says: what is looked for, and in which order. */
export interface DirectorySearch {
  q?: string
  sort?: string
}

const longestQuery = 200

/** A number that somebody looked for comes as one. */
export function readDirectorySearch(search: Record<string, unknown>): DirectorySearch {
  const q = ["string", "number"].includes(typeof search["q"]) ? String(search["q"]).slice(0, longestQuery) : ""
  const { sort } = search
  return { ...(q.trim() !== "" && { q }), ...(typeof sort === "string" && { sort }) }
}

/** How each list was looked at last, for whoever comes back from somebody in it. */
export const lastLooked = createStore<Readonly<Record<"customers" | "organizations", DirectorySearch>>>({
  customers: {},
  organizations: {},
})
