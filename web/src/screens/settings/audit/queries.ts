import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { addDays, readDateValue } from "../../../messages/calendar.ts"
import type { AuditSearch } from "./search.ts"

/** No event tells of it: it is read whenever the page is opened. */
export function auditQuery({ since, until, ...asked }: AuditSearch) {
  return queryOptions({
    queryKey: ["audit", asked, since, until],
    queryFn: () =>
      desk.auditLog.list({
        ...asked,
        since: since && readDateValue(since),
        until: until && addDays(readDateValue(until), 1),
        size: 25,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
