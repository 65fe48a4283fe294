import type { ReportAnswers, ReportFilters } from "@deskhand/sdk/client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { desk } from "../../../data/client.ts"
import { readerZone } from "../../../messages/region.ts"
import { type Periods, periodsOf } from "./periods.ts"
import { type DrillSearch, type ReportSearch, readDrillSearch } from "./search.ts"

/** A report is a picture of a moment; one that is looked at again later is read again. */
const staleMs = 60_000

export interface ReportQuery {
  search: DrillSearch
  periods: Periods
  filters: Filters
}

type Filters = ReturnType<typeof filtersOf>

function filtersOf(search: ReportSearch, { current, previous }: Periods) {
  return {
    start: current.start.toISOString(),
    end: current.end.toISOString(),
    ...(search.compare !== false && {
      previousStart: previous.start.toISOString(),
      previousEnd: previous.end.toISOString(),
    }),
    ...(search.inboxes && { mailboxes: search.inboxes }),
    ...(search.tags && { tags: search.tags }),
    ...(search.types && { types: search.types }),
    ...(search.office && { officeHours: true }),
    ...(search.by && { viewBy: search.by }),
    timezone: readerZone(),
  }
}

/** What the address asks for. */
export function useReportQuery(): ReportQuery {
  const search = readDrillSearch(useSearch({ strict: false }))
  const periods = periodsOf(search, new Date())
  return { search, periods, filters: filtersOf(search, periods) }
}

type More<Name extends keyof ReportAnswers> = Omit<ReportFilters<Name>, keyof Filters> &
  Partial<Pick<ReportFilters<Name>, keyof Filters & keyof ReportFilters<Name>>>

export function useReport<Name extends keyof ReportAnswers>(
  name: Name,
  ...[more]: Record<never, never> extends More<Name> ? [more?: More<Name>] : [more: More<Name>]
) {
  const { filters } = useReportQuery()
  const query = { ...filters, ...more } as unknown as ReportFilters<Name>
  return useQuery({
    queryKey: ["reports", name, query],
    queryFn: () => desk.reports.read(name, query),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })
}
