import {
  HistoryQuery,
  UserDrilldownQuery,
  UserRatingReportQuery,
  UserReportQuery,
  UserReportSeriesQuery,
} from "@deskhand/contract/reports/report"
import {
  CustomersHelped,
  HappinessReport,
  RatingsReport,
  UserChatReport,
  UserHistory,
  UserReport,
} from "@deskhand/contract/reports/report-company"
import { Drilldown } from "@deskhand/contract/reports/report-conversations"
import { RepliesSeries, ResolvedSeries } from "@deskhand/contract/reports/report-productivity"
import type { Route } from "../../http/route.ts"
import { readPage, userDrilldown } from "./drilldown.ts"
import { happinessReport } from "./happiness.ts"
import { ratingsReport } from "./ratings.ts"
import { report } from "./report-route.ts"
import { customersHelpedSeries, repliesSeries, resolvedSeries } from "./series.ts"
import { userChatReport, userReport } from "./user.ts"
import { userHistory } from "./user-history.ts"

export const userReportRoutes: Route[] = [
  report({
    path: "user",
    summary: "What a user, or the members of a team, did in a period",
    query: UserReportQuery,
    answer: UserReport,
    build: userReport,
  }),
  report({
    path: "user/conversation-history",
    summary: "The conversations that a user answered, with their times",
    query: HistoryQuery,
    answer: UserHistory,
    build: userHistory,
  }),
  report({
    path: "user/customers-helped",
    summary: "How many customers a user answered, step by step",
    query: UserReportSeriesQuery,
    answer: CustomersHelped,
    build: customersHelpedSeries,
  }),
  report({
    path: "user/replies",
    summary: "How many replies a user sent, step by step",
    query: UserReportSeriesQuery,
    answer: RepliesSeries,
    build: repliesSeries,
  }),
  report({
    path: "user/resolutions",
    summary: "How many conversations a user resolved, step by step",
    query: UserReportSeriesQuery,
    answer: ResolvedSeries,
    build: resolvedSeries,
  }),
  report({
    path: "user/drilldown",
    summary: "The conversations in which a user did something, the latest first",
    query: UserDrilldownQuery,
    answer: Drilldown,
    build: (request, query) => userDrilldown(request, readPage(query)),
  }),
  report({
    path: "user/happiness",
    summary: "How customers rated a user's answers",
    query: UserReportQuery,
    answer: HappinessReport,
    build: happinessReport,
  }),
  report({
    path: "user/ratings",
    summary: "The ratings of a user's answers, the last changed first",
    query: UserRatingReportQuery,
    answer: RatingsReport,
    build: ratingsReport,
  }),
  report({
    path: "user/chat",
    summary: "The chats that a user answered",
    query: UserReportQuery,
    answer: UserChatReport,
    build: userChatReport,
  }),
]
