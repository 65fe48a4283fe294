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
    repliesToResolve: Ranges,
  },
)
export type ProductivityReport = Type.Static<typeof ProductivityReport>

export const TimeSeries = SeriesOf(["time"])
export const RepliesSeries = SeriesOf(["replies"])
export const ResolvedSeries = SeriesOf(["resolved"])
