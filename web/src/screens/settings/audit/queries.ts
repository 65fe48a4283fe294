import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import type { AuditSearch } from "./search.ts"

/** No event tells of it: it is read whenever the page is opened. */
export function auditQuery({ since, until, ...asked }: AuditSearch) {
  return queryOptions({
    queryKey: ["audit", asked, since, until],
    queryFn: () =>
      desk.auditLog.list({
        ...asked,
        since: since && new Date(`${since}T00:00`),
        until: until && dayAfter(until),
        size: 25,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

function dayAfter(date: string): Date {
  const end = new Date(`${date}T00:00`)
  end.setDate(end.getDate() + 1)
  return end
}
