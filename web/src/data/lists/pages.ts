import type { ConversationFilters, ConversationPage } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { desk } from "../client.ts"
import { fetchHandle } from "../people.ts"
import { viewsQuery } from "../views.ts"
import { filtersOf, idIn, type ListKey, type Sort } from "./list-key.ts"

export const pageSize = 50

/** A list as it is shown: which, in which order, to whom. */
export interface ListView {
  list: ListKey
  sort: Sort
  myId: number
}

/** A page of the list as the desk has it now. */
export function pageQuery(view: ListView, page: number) {
  return queryOptions({
    queryKey: ["list", view.list, view.sort, page],
    queryFn: async ({ client }) =>
      desk.conversations.list({ ...(await fetchFilters(client, view)), page, size: pageSize }),
  })
}

/** What the desk is asked for to show the list; some of it only the desk knows. */
export async function fetchFilters(queryClient: QueryClient, view: ListView): Promise<ConversationFilters> {
  const { list } = view
  if (list === "mentions") return filtersOf(list, { ...view, handle: await fetchHandle(queryClient) })
  const viewId = idIn("view", list)
  if (viewId === undefined) return filtersOf(list, view)
  const found = (await queryClient.fetchQuery(viewsQuery)).find(({ id }) => id === viewId)
  // One that is gone, or whose owner no longer shares it, is refused by the desk as such.
  return filtersOf(list, { ...view, saved: (found ?? (await desk.views.get(viewId))).filters })
}

/** Asks for the first page of a list, so that it is there when it is shown; throws what the desk refuses. Gives the total. */
export async function fetchFirstPage(queryClient: QueryClient, view: ListView): Promise<number> {
  const { page } = await queryClient.fetchQuery({ ...pageQuery(view, 1), retry: false })
  return page.totalElements
}

export function cachedPage(queryClient: QueryClient, view: ListView, page: number): ConversationPage | undefined {
  return queryClient.getQueryData(pageQuery(view, page).queryKey)
}

export function rowsOf(page: ConversationPage) {
  return page._embedded.conversations
}
