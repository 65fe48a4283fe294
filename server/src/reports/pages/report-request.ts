import type { ReportQuery } from "@deskhand/contract/reports/report"
import { type Db, sql } from "../../db/db.ts"
import { invalid } from "../../errors.ts"
import { timestamp } from "../../http/hal.ts"
import type { Viewer } from "../../http/viewer.ts"
import { ZoneClock } from "../../runtime/zone-clock.ts"
import { findOfficeHours } from "../office-hours/queries.ts"
import { boundariesOf, type Period, type Periods, readPeriods, stepOf, utc } from "./period.ts"
import { readScope, type Scope } from "./scope.ts"

/** The parsed and checked query of a report. */
export interface ReportRequest {
  db: Db
  scope: Scope
  periods: Periods
  zone: ZoneClock
  timezone: string
  /** Whether times are those of office hours. */
  office: boolean
  query: Partial<ReportQuery>
}

export interface RequestContext {
  viewer: Viewer
  now: Date
}

export async function readReportRequest(
  db: Db,
  query: Partial<ReportQuery> & Pick<ReportQuery, "start" | "end">,
  { viewer, now }: RequestContext,
): Promise<ReportRequest> {
  const periods = readPeriods(query)
  const timezone = await readTimezone(db, query.timezone, viewer)
  const scope = await readScope(db, query, { viewer, now, user: query.user })
  const office = query.officeHours === true && (await findOfficeHours(db)) !== undefined
  return { db, scope, periods, zone: timezone === "UTC" ? utc : new ZoneClock(timezone), timezone, office, query }
}

async function readTimezone(db: Db, name: string | undefined, { userId }: Viewer): Promise<string> {
  if (name === undefined) return "UTC"
  if (name === "own")
    return (await db.one<{ timezone: string }>(sql`select timezone from users where id = ${userId}`)).timezone
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw invalid({ path: "timezone", message: "is no time zone", rejectedValue: name, source: "QUERY" })
  }
}

export function listFilterTags({ db }: ReportRequest): Promise<{ id: number; name: string }[]> {
  return db.many(sql`select id, name from tags order by lower(name), id`)
}

export function boundsOf({ start, end }: Period): [Date, Date] {
  return [start, end]
}

export function datesOf({ start, end }: Period): { startDate: string; endDate: string } {
  return { startDate: timestamp(start), endDate: timestamp(end) }
}

/** One point for each step of the period, and of the one before it. */
export async function seriesOf<Point extends object>(
  { periods, query, zone }: ReportRequest,
  pointsOf: (boundaries: Date[]) => Promise<Point[]>,
): Promise<{ current: ({ date: string } & Point)[]; previous?: ({ date: string } & Point)[] }> {
  const step = stepOf(query, periods.current)
  const dated = async (period: Period) => {
    const boundaries = boundariesOf(period, step, zone)
    const points = await pointsOf(boundaries)
    return points.map((point, index) => ({ date: timestamp(boundaries[index] ?? period.start), ...point }))
  }
  const [current, previous] = await Promise.all([
    dated(periods.current),
    periods.previous ? dated(periods.previous) : undefined,
  ])
  return { current, ...(previous && { previous }) }
}
