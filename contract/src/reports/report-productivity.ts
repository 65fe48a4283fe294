import Type from "typebox"
import { Compared, FilterTags, Numbers, period, Ranges, SeriesOf } from "./report.ts"

const productivity = [
  "totalConversations",
  "resolutionTime",
  "repliesToResolve",
  "responseTime",
  "firstResponseTime",
  "resolved",
  "resolvedOnFirstReply",
  "closed",
  "repliesSent",
  "handleTime",
  "percentResolvedOnFirstReply",
] as const

export const ProductivityReport = Compared(
  Type.Object({ ...period, ...Numbers(productivity).properties }),
  Numbers(productivity),
  {
    filterTags: FilterTags,
    responseTime: Ranges,
    handleTime: Ranges,
    firstResponseTime: Ranges,
    resolutionTime: Ranges,
    repliesToResolve: Ranges,
  },
)
export type ProductivityReport = Type.Static<typeof ProductivityReport>

export const TimeSeries = SeriesOf(["time"])
export const RepliesSeries = SeriesOf(["replies"])
export const ResolvedSeries = SeriesOf(["resolved"])

const Percentiles = Type.Object({
  count: Type.Integer(),
  ...Numbers(["p50", "p75", "p90", "p95"]).properties,
})
const PercentileFigures = Type.Object({
  firstResponseTime: Percentiles,
  responseTime: Percentiles,
  resolutionTime: Percentiles,
})

export const PercentilesReport = Type.Object({
  current: {
    ...PercentileFigures,
    description: "In seconds: so many of 100 took at most as long",
  },
  previous: Type.Optional(PercentileFigures),
  resolutionTime: { ...Ranges, description: "Ranges end at 1, 3, 6, 12 hours, 1, 2, 3, 7 and 14 days" },
})
export type PercentilesReport = Type.Static<typeof PercentilesReport>
