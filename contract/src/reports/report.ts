import Type, { type TProperties, type TSchema } from "typebox"
import { Id, Moment, OneOf, PageNumber, Timestamp } from "../common.ts"

const Ids = Type.Array(Id, { maxItems: 200 })

const range = {
  start: { ...Moment, description: "From this moment on" },
  end: {
    ...Moment,
    description: "Up to this moment, without it; the last second of a minute stands for the whole minute",
  },
}

const filters = {
  mailboxes: Type.Optional({ ...Ids, description: "Only of these inboxes; without it, of all that you may see" }),
  tags: Type.Optional({ ...Ids, description: "Only with any of these tags" }),
  folders: Type.Optional({ ...Ids, description: "Only those that are in any of these folders now" }),
  types: Type.Optional(Type.Array(OneOf(["email", "chat", "phone"]), { maxItems: 20 })),
}

const previous = {
  previousStart: Type.Optional({ ...Moment, description: "Of a period to compare with, together with `previousEnd`" }),
  previousEnd: Type.Optional(Moment),
}

const timezone = Type.Optional(
  Type.String({
    maxLength: 60,
    description: "A time zone such as `Europe/Berlin`, or `own` for yours; days, weeks and hours are in UTC without it",
  }),
)

const officeHours = Type.Optional(
  Type.Boolean({ description: "Whether times count office hours alone, where the desk has any" }),
)

const viewBy = Type.Optional(
  OneOf(["day", "week", "month"], {
    description: "Steps from `start` on; without it days up to 60 of them, weeks up to a year, months beyond",
  }),
)

const user = { user: { ...Id, description: "Of this user, or of all members of this team" } }

export const ReportQuery = Type.Object({ ...range, ...previous, ...filters, officeHours, timezone })
export const ReportSeriesQuery = Type.Object({ ...range, ...previous, ...filters, officeHours, timezone, viewBy })
export const UserReportQuery = Type.Object({ ...user, ...range, ...previous, ...filters, officeHours, timezone })
export const UserReportSeriesQuery = Type.Object({
  ...user,
  ...range,
  ...previous,
  ...filters,
  officeHours,
  timezone,
  viewBy,
})

const rows = {
  page: Type.Optional(PageNumber),
  rows: Type.Optional(Type.Integer({ description: "Rows a page, 25 without it, clamped to 1–50" })),
}

export const DrilldownQuery = Type.Object({ ...range, ...filters, ...rows })
export const UserDrilldownQuery = Type.Object({ ...user, ...range, ...filters, ...rows })

const drilled = [
  "replies",
  "firstReplyResolved",
  "resolved",
  "responseTime",
  "firstResponseTime",
  "handleTime",
  "resolutionTime",
  "received",
  "replied",
  "closed",
] as const

const hourOfWeek = {
  day: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 7, description: "Only of this day of the week, 1 for Monday" }),
  ),
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23, description: "Only of this hour of the day" })),
}

export const NewDrilldownQuery = Type.Object({ ...range, ...filters, ...rows, ...hourOfWeek, timezone })

export const CompanyDrilldownQuery = Type.Object({
  ...range,
  ...filters,
  ...rows,
  user: Type.Optional(user.user),
  officeHours,
  range: Type.Optional(OneOf(drilled, { description: "Only conversations that this figure is about" })),
  rangeId: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, description: "Only those in this range, as the reports number them" }),
  ),
})

export const FieldDrilldownQuery = Type.Object({
  ...range,
  ...filters,
  ...rows,
  field: OneOf(["tagid", "replyid", "workflowid", "customerid"]),
  fieldid: Id,
})

const sorting = { sortOrder: Type.Optional(OneOf(["ASC", "DESC"])) }

export const RatingReportQuery = Type.Object({
  ...range,
  ...filters,
  ...rows,
  rating: Type.Optional(OneOf(["all", "great", "ok", "not-good", "1", "2", "3"])),
  sortField: Type.Optional(OneOf(["number", "modifiedAt", "rating"])),
  ...sorting,
})

export const UserRatingReportQuery = Type.Object({ ...user, ...RatingReportQuery.properties })

export const HistoryQuery = Type.Object({
  ...user,
  ...range,
  ...filters,
  officeHours,
  ...rows,
  status: Type.Optional(OneOf(["active", "pending", "closed"])),
  sortField: Type.Optional(OneOf(["number", "repliesSent", "responseTime", "resolveTime"])),
  ...sorting,
})

/** What the queries of all reports may have. */
export type ReportQuery = Type.Static<typeof UserReportSeriesQuery>
export type NewDrilldownQuery = Type.Static<typeof NewDrilldownQuery>
export type CompanyDrilldownQuery = Type.Static<typeof CompanyDrilldownQuery>
export type FieldDrilldownQuery = Type.Static<typeof FieldDrilldownQuery>
export type RatingReportQuery = Type.Static<typeof RatingReportQuery>
export type HistoryQuery = Type.Static<typeof HistoryQuery>

export const FilterTags = Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
  description: "All tags by which reports can be filtered",
})

export function Numbers<const Name extends string>(names: readonly Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, Type.Number()]))
  return Type.Object(properties as { [Key in Name]: Type.TNumber })
}

/** The figures of a period, and those of one before it with how much they differ. */
export function Compared<Figures extends TSchema, Deltas extends TSchema, More extends TProperties>(
  figures: Figures,
  deltas: Deltas,
  more: More,
) {
  return Type.Object({
    current: figures,
    previous: Type.Optional(figures),
    deltas: Type.Optional({ ...deltas, description: "Change in percent; 0 where there was nothing before" }),
    ...more,
  })
}

export const period = { startDate: Timestamp, endDate: Timestamp }

export function SeriesOf<const Name extends string>(names: readonly Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, Type.Number()]))
  const Point = Type.Object({ date: Timestamp, ...(properties as { [Key in Name]: Type.TNumber }) })
  return Type.Object({ current: Type.Array(Point), previous: Type.Optional(Type.Array(Point)) })
}

/** How many are in each range; those that are empty are listed too. */
export const Ranges = Type.Object({
  count: Type.Integer(),
  previousCount: Type.Optional(Type.Integer()),
  ranges: Type.Array(
    Type.Object({
      id: Type.Integer(),
      count: Type.Integer(),
      percent: Type.Number(),
      previousCount: Type.Optional(Type.Integer()),
      previousPercent: Type.Optional(Type.Number()),
      resolutionTime: Type.Optional(Type.Number({ description: "In seconds, on average" })),
    }),
  ),
})
export type Ranges = Type.Static<typeof Ranges>
