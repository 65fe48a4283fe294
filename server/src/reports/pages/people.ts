import type { PeopleReport } from "@deskhand/contract/reports/report-company"
import { sql } from "../../db/db.ts"
import { readSums, type Sums } from "../facts/measures.ts"
import { comparePeriods } from "./comparison.ts"
import { countHelped } from "./distinct.ts"
import { scoreOf } from "./happiness.ts"
import { sumPeople } from "./period-sums.ts"
import { timesOf } from "./productivity.ts"
import { boundsOf, type ReportRequest } from "./report-request.ts"

const countedMeasures = [
  "replies",
  "closed",
  "resolved",
  "responses",
  "responseSeconds",
  "responseOfficeSeconds",
  "firstResponses",
  "firstSeconds",
  "firstOfficeSeconds",
  "resolutionSeconds",
  "resolutionOfficeSeconds",
  "great",
  "okay",
  "notGood",
] as const satisfies (keyof Sums)[]

interface PeopleFigures {
  people: Map<number, Sums>
  helped: Map<number, number>
}

/** Everybody who did something in the period, and each team: its members of today together. */
export async function peopleReport(request: ReportRequest): Promise<PeopleReport> {
  const { db, scope, periods, office } = request
  const members = await db.many<{ team: number; user: number }>(sql`
    select team_id as team, user_id as user from team_members order by 1, 2`)
  const teams = Map.groupBy(members, ({ team }) => team)
  const { current, previous } = await comparePeriods(periods, async (period): Promise<PeopleFigures> => {
    const [people, helped] = await Promise.all([
      sumPeople(db, scope, boundsOf(period), countedMeasures),
      countHelped(db, scope, boundsOf(period), { teams: true }),
    ])
    for (const [team, rows] of teams) people.set(team, addUp(rows.map(({ user }) => people.get(user))))
    return { people, helped: helped.byUser }
  })
  const ids = [...new Set([...current.people.keys(), ...(previous?.people.keys() ?? [])])]
  const names = await db.many<{ id: number; name: string; isTeam: boolean }>(sql`
    select id, btrim(first_name || ' ' || last_name) as name, type = 'team' as "isTeam" from users
    where id = any(${ids}::bigint[])`)
  const rows = names.map(({ id, name, isTeam }) => ({
    id,
    name,
    isTeam,
    current: figuresOf(id, current, office),
    ...(previous && { previous: figuresOf(id, previous, office) }),
  }))
  const listed = (wanted: boolean) =>
    rows
      .filter(({ isTeam }) => isTeam === wanted)
      .sort((one, other) => other.current.replies - one.current.replies || one.id - other.id)
      .map(({ isTeam: _, ...row }) => row)
  return { users: listed(false).filter(hasActed), teams: listed(true) }
}

type Row = PeopleReport["users"][number]

function hasActed({ current, previous }: Row): boolean {
  return [current, previous].some(
    (figures) => figures !== undefined && figures.replies + figures.closed + figures.ratings > 0,
  )
}

function addUp(all: (Sums | undefined)[]): Sums {
  const total = readSums([])
  for (const sums of all) for (const name of countedMeasures) total[name] += sums?.[name] ?? 0
  return total
}

function figuresOf(id: number, { people, helped }: PeopleFigures, office: boolean): Row["current"] {
  const sums = people.get(id) ?? readSums([])
  return {
    replies: sums.replies,
    customersHelped: helped.get(id) ?? 0,
    closed: sums.closed,
    resolved: sums.resolved,
    ...timesOf(sums, office),
    happinessScore: scoreOf(sums),
    ratings: sums.great + sums.okay + sums.notGood,
  }
}
