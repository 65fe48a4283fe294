import { useQuery } from "@tanstack/react-query"
import { foldersQuery } from "../inboxes.ts"
import { createPersistentStore, useStore } from "../store.ts"
import { viewsQuery } from "../views.ts"
import { folderOf, idIn, type ListKey, ownSort, type Sort, searchIn, sortsOf } from "./list-key.ts"

/** What somebody has chosen, by the list; all searches are one. */
type Chosen = Readonly<Record<string, unknown>>

const chosenStore = createPersistentStore<string>("sorts", {
  first: "{}",
  isValid: (found) => typeof found === "string" && parse(found) !== undefined,
})

/** The order in which a list is shown, and how to choose another one, which this browser remembers. */
export function useSort(list: ListKey): [Sort, (sort: Sort) => void] {
  const key = searchIn(list) === undefined ? list : "search"
  const chosen = parse(useStore(chosenStore)) ?? {}
  const own = useOwnSort(list)
  const found = sortsOf(list).find((sort) => sort === chosen[key])
  return [found ?? own, (sort) => chosenStore.set(JSON.stringify({ ...chosen, [key]: sort }))]
}

function parse(stored: string): Chosen | undefined {
  try {
    const found: unknown = JSON.parse(stored)
    return typeof found === "object" && found !== null ? (found as Chosen) : undefined
  } catch {
    return undefined
  }
}

/** That of a list for which nobody has chosen one. */
function useOwnSort(list: ListKey): Sort {
  const viewId = idIn("view", list)
  const view = useQuery({ ...viewsQuery, enabled: viewId !== undefined }).data?.find(({ id }) => id === viewId)
  const folder = folderOf(list)
  const folders = useQuery({ ...foldersQuery(folder?.inboxId ?? 0), enabled: folder !== undefined }).data
  const type = folders?.find(({ id }) => id === folder?.folderId)?.type
  return ownSort(list, { filters: view?.filters, folderType: type })
}
