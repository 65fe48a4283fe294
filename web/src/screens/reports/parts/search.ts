import { type PeriodName, periodNames } from "./periods.ts"

export const channels = ["email", "chat", "phone"] as const
export type Channel = (typeof channels)[number]
export const steps = ["day", "week", "month"] as const
export type Step = (typeof steps)[number]

/** What the address says of every report: when, of what, and how it is told. */
export interface ReportSearch {
  period?: PeriodName
  from?: string
  to?: string
  compare?: false
  inboxes?: number[]
  tags?: number[]
  types?: Channel[]
  office?: true
  by?: Step
  /** Of whom the page of people tells. */
  person?: number
  /** Which ratings are listed. */
  rating?: (typeof ratings)[number]
  page?: number
}

export const ratings = ["great", "ok", "not-good"] as const

/** What is behind a figure, in the words of the pages. */
export const drills = [
  "new",
  "active",
  "received",
  "replied",
  "closed",
  "resolved",
  "firstReplyResolved",
  "firstResponseTime",
  "responseTime",
  "resolutionTime",
  "repliesToResolve",
  "tag",
  "customer",
  "savedReply",
] as const
export type DrillName = (typeof drills)[number]

export interface DrillSearch extends ReportSearch {
  of?: DrillName
  /** The tag, customer or saved reply. */
  id?: number
  range?: number
  day?: number
  hour?: number
  /** A part of the period. */
  since?: string
  until?: string
}

type RawSearch = Record<string, unknown>

/** Whatever makes no sense is left out: somebody may have typed it. */
export function readReportSearch(given: RawSearch): ReportSearch {
  return tidy({
    period: oneOf(periodNames, given["period"]),
    from: dateOf(given["from"]),
    to: dateOf(given["to"]),
    compare: given["compare"] === false ? false : undefined,
    inboxes: idsOf(given["inboxes"]),
    tags: idsOf(given["tags"]),
    types: listOf(given["types"], (each) => oneOf(channels, each)),
    office: given["office"] === true ? true : undefined,
    by: oneOf(steps, given["by"]),
    person: idOf(given["person"]),
    rating: oneOf(ratings, given["rating"]),
    page: idOf(given["page"]),
  })
}

export function readDrillSearch(given: RawSearch): DrillSearch {
  return tidy({
    ...readReportSearch(given),
    of: oneOf(drills, given["of"]),
    id: idOf(given["id"]),
    range: within(given["range"], 1, 10),
    day: within(given["day"], 1, 7),
    hour: within(given["hour"], 0, 23),
    since: momentOf(given["since"]),
    until: momentOf(given["until"]),
  })
}

/** What all pages have in common goes along from one to the next. */
export function commonOf({ person: _person, rating: _rating, page: _page, ...common }: ReportSearch): ReportSearch {
  return common
}

type WithoutUndefined<All> = { [Key in keyof All]?: Exclude<All[Key], undefined> }

function tidy<All extends object>(all: All): WithoutUndefined<All> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as WithoutUndefined<All>
}

function oneOf<const Value extends string>(values: readonly Value[], given: unknown): Value | undefined {
  return values.find((value) => value === given)
}

function within(given: unknown, least: number, most: number): number | undefined {
  return Number.isInteger(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined
}

function idOf(given: unknown): number | undefined {
  return within(given, 1, Number.MAX_SAFE_INTEGER)
}

function listOf<Value>(given: unknown, read: (each: unknown) => Value | undefined): Value[] | undefined {
  const found = (Array.isArray(given) ? given : []).flatMap((each) => read(each) ?? [])
  return found.length === 0 ? undefined : [...new Set(found)].slice(0, 200)
}

function idsOf(given: unknown): number[] | undefined {
  return listOf(given, idOf)
}

function dateOf(given: unknown): string | undefined {
  if (typeof given !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return undefined
  return Number.isNaN(Date.parse(given)) ? undefined : given
}

function momentOf(given: unknown): string | undefined {
  return typeof given === "string" && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined
}
