import type { ReportAnswers } from "@deskhand/sdk/client"
import type { UseQueryResult } from "@tanstack/react-query"
import { readerZone } from "../../../messages/region.ts"
import { useReport, useReportQuery } from "./report-query.ts"
import { commonOf, type DrillName, type DrillSearch, type ReportSearch } from "./search.ts"

export type Drill = Pick<DrillSearch, "id" | "range" | "day" | "hour" | "since" | "until" | "types" | "person"> & {
  of: DrillName
}

/** The address of the conversations behind a figure. */
export function drillSearch(search: ReportSearch, drill: Drill): DrillSearch {
  return { ...commonOf(search), ...drill }
}

const fields = { tag: "tagid", customer: "customerid", savedReply: "replyid" } as const

/** In the words of the interface, where they differ. */
const ranges = { repliesToResolve: "resolved" } as const

/** Reads what the address of the page of conversations asks for. */
export function useDrilldown(): UseQueryResult<ReportAnswers["company/drilldown"]> {
  const { search, filters } = useReportQuery()
  const { of = "active", id, range, day, hour, person, page = 1 } = search
  const period = { start: search.since ?? filters.start, end: search.until ?? filters.end }
  const more = { ...period, page }
  const isField = of === "tag" || of === "customer" || of === "savedReply"
  const name =
    of === "new"
      ? "conversations/new-drilldown"
      : isField
        ? "conversations/fields-drilldown"
        : of === "active" && person !== undefined
          ? "user/drilldown"
          : "company/drilldown"
  const asked = {
    ...more,
    ...(of === "new" && {
      ...(day !== undefined && { day }),
      ...(hour !== undefined && { hour }),
      timezone: readerZone(),
    }),
    ...(isField && { field: fields[of], fieldid: id ?? 0 }),
    ...(person !== undefined && { user: person }),
    ...(!isField &&
      of !== "new" &&
      of !== "active" && {
        range: of in ranges ? ranges[of as keyof typeof ranges] : of,
        ...(range !== undefined && { rangeId: range }),
      }),
  }
  return useReport(name as "company/drilldown", asked as Parameters<typeof useReport<"company/drilldown">>[1])
}
