import { type Sql, sql } from "../../db/db.ts"
import { type Period, type Piece, piecesOf, wholeAndRest } from "./period.ts"
import { factsWithin, hasHours, summaryRowsIn } from "./period-sums.ts"
import { boundsOf, type ReportRequest } from "./report-request.ts"
import { beginningsIn } from "./scope.ts"

export interface BusyTime {
  day: number
  hour: number
  count: number
}

const hourMs = 3_600_000

/** How many conversations began in each hour of the week, Monday at midnight first. */
export async function listBusyTimes(request: ReportRequest, period: Period): Promise<BusyTime[]> {
  const { db, scope, timezone } = request
  const pieces = piecesOf(boundsOf(period))
  const { whole, rest } =
    hasHours(scope) && hasWholeHours(request, period) ? wholeAndRest(pieces, hourMs) : { whole: [], rest: pieces }
  const shown = (moment: Sql) => sql`extract(isodow from ${moment} at time zone ${timezone}::text)::integer as day,
    extract(hour from ${moment} at time zone ${timezone}::text)::integer as hour`
  const parts = [kept(whole), facts(rest)]
  const rows = await db.many<BusyTime>(sql`
    select day, hour, sum(count)::bigint as count from (${parts[0]} union all ${parts[1]}) parts group by 1, 2`)
  const counts = new Map(rows.map(({ day, hour, count }) => [day * 24 + hour, count]))
  return Array.from({ length: 7 * 24 }, (_, index) => {
    const [day, hour] = [Math.floor(index / 24) + 1, index % 24]
    return { day, hour, count: counts.get(day * 24 + hour) ?? 0 }
  })

  function kept(pieces: Piece[]): Sql {
    return sql`select ${shown(sql`period`)}, sum(count) as count from (
        select period, sum(sums[1]) as count
        from ${summaryRowsIn(sql`report_hours`, scope, pieces, sql`user_id = 0`)} group by 1) hours
      group by 1, 2`
  }

  function facts(pieces: Piece[]): Sql {
    const begun = beginningsIn(scope)
    return sql`select ${shown(sql`at`)}, count(*) from ${factsWithin(begun.scope, pieces, sql`and ${begun.which}`)} group by 1, 2`
  }
}

/** Whether hours of the time zone begin where those of UTC do, as nearly everywhere. */
function hasWholeHours({ zone }: ReportRequest, { start, end }: Period): boolean {
  return [start, end].every((moment) => (zone.shownAt(moment.getTime()) - moment.getTime()) % hourMs === 0)
}

/** The busiest day with its busiest hour, and the two hours in a row in which most begins on all days together. */
export function busiestOf(times: BusyTime[]): { busiestDay?: BusyTime; busyTimeStart: number; busyTimeEnd: number } {
  const sum = (some: BusyTime[]) => some.reduce((total, { count }) => total + count, 0)
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => times.filter((time) => time.day === day))
  const best = days.reduce((one, other) => (sum(other) > sum(one) ? other : one))
  const hours = Array.from({ length: 24 }, (_, hour) => sum(times.filter((time) => time.hour === hour)))
  const pairs = hours.slice(0, 23).map((count, hour) => count + (hours[hour + 1] ?? 0))
  const start = sum(times) === 0 ? 0 : pairs.indexOf(Math.max(...pairs))
  const busiest = best.reduce((one, other) => (other.count > one.count ? other : one))
  return {
    ...(sum(best) > 0 && { busiestDay: { day: busiest.day, hour: busiest.hour, count: sum(best) } }),
    busyTimeStart: start,
    busyTimeEnd: sum(times) === 0 ? 0 : start + 2,
  }
}
