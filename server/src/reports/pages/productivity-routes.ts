import { ReportQuery, ReportSeriesQuery } from "@deskhand/contract/reports/report"
import {
  PercentilesReport,
  ProductivityReport,
  RepliesSeries,
  ResolvedSeries,
  TimeSeries,
} from "@deskhand/contract/reports/report-productivity"
import type { Route } from "../../http/route.ts"
import { percentilesReport } from "./percentiles.ts"
import { productivityReport } from "./productivity.ts"
import { report } from "./report-route.ts"
import { repliesSeries, resolvedSeries, timeSeries } from "./series.ts"

export const productivityReportRoutes: Route[] = [
  report({
    path: "productivity",
    summary: "How soon customers are answered and their conversations resolved",
    query: ReportQuery,
    answer: ProductivityReport,
    build: productivityReport,
  }),
  report({
    path: "productivity/percentiles",
    summary: "How long half of the answers and resolutions took at most, and nine of ten",
    query: ReportQuery,
    answer: PercentilesReport,
    build: percentilesReport,
  }),
  report({
    path: "productivity/first-response-time",
    summary: "Seconds until the first answer on average, step by step",
    query: ReportSeriesQuery,
    answer: TimeSeries,
    build: (request) => timeSeries(request, "firstResponseTime"),
  }),
  report({
    path: "productivity/response-time",
    summary: "Seconds until an answer on average, step by step",
    query: ReportSeriesQuery,
    answer: TimeSeries,
    build: (request) => timeSeries(request, "responseTime"),
  }),
  report({
    path: "productivity/resolution-time",
    summary: "Seconds until a conversation is resolved on average, step by step",
    query: ReportSeriesQuery,
    answer: TimeSeries,
    build: (request) => timeSeries(request, "resolutionTime"),
  }),
  report({
    path: "productivity/replies-sent",
    summary: "How many replies were sent, step by step",
    query: ReportSeriesQuery,
    answer: RepliesSeries,
    build: repliesSeries,
  }),
  report({
    path: "productivity/resolved",
    summary: "How many conversations were resolved, step by step",
    query: ReportSeriesQuery,
    answer: ResolvedSeries,
    build: resolvedSeries,
  }),
]
