import {
  CompanyDrilldownQuery,
  DrilldownQuery,
  FieldDrilldownQuery,
  HistoryQuery,
  NewDrilldownQuery,
  RatingReportQuery,
  ReportQuery,
  ReportSeriesQuery,
  UserDrilldownQuery,
  UserRatingReportQuery,
  UserReportQuery,
  UserReportSeriesQuery,
} from "@deskhand/contract/report"
import {
  CompanyReport,
  CustomersHelped,
  HappinessReport,
  PeopleReport,
  RatingsReport,
  UserChatReport,
  UserHistory,
  UserReport,
} from "@deskhand/contract/report-company"
import {
  BusyTimes,
  ChatReport,
  ConversationsReport,
  Drilldown,
  EmailReport,
  NewConversations,
  PhoneReport,
  ReceivedMessages,
  TagsReport,
  VolumeByChannel,
} from "@deskhand/contract/report-conversations"
import {
  PercentilesReport,
  ProductivityReport,
  RepliesSeries,
  ResolvedSeries,
  TimeSeries,
} from "@deskhand/contract/report-productivity"
import type { Static, TSchema } from "typebox"
import { resource } from "../http/hal.ts"
import { type Route, route } from "../http/route.ts"
import { type Asked, readAsked } from "./asked.ts"
import { listBusyTimes } from "./busy-times.ts"
import { chatReport, emailReport, phoneReport } from "./channels.ts"
import { companyReport } from "./company.ts"
import { conversationsReport } from "./conversations.ts"
import {
  companyDrilldown,
  conversationsDrilldown,
  fieldDrilldown,
  newDrilldown,
  readRows,
  userDrilldown,
} from "./drilldown.ts"
import { peopleReport } from "./everybody.ts"
import { happinessReport } from "./happiness.ts"
import { userHistory } from "./history.ts"
import { userChatReport, userReport } from "./people.ts"
import { percentilesReport } from "./percentiles.ts"
import { productivityReport } from "./productivity.ts"
import { ratingsReport } from "./rating-list.ts"
import { customers, messages, newConversations, replies, resolved, time, volumes } from "./series.ts"
import { tagsReport } from "./tops.ts"

interface Report<Query extends TSchema> {
  path: string
  summary: string
  query: Query
  answer: TSchema
  build: (asked: Asked, query: Static<Query>) => Promise<object>
}

/** They differ in what they take and tell alone. */
function report<Query extends TSchema>({ path, summary, query, answer, build }: Report<Query>): Route {
  return route({
    method: "GET",
    url: `/v2/reports/${path}`,
    permission: "reports:read",
    summary,
    query,
    answers: { 200: answer },
    async handle({ db, query, viewer, now }) {
      const asked = await readAsked(db, query as Parameters<typeof readAsked>[1], { viewer, now })
      return resource(await build(asked, query as Static<Query>))
    },
  })
}

export const reportRoutes: Route[] = [
  report({
    path: "company",
    summary: "What the whole desk did in a period, and each of its people",
    query: ReportQuery,
    answer: CompanyReport,
    build: companyReport,
  }),
  report({
    path: "company/customers-helped",
    summary: "How many customers were answered, step by step",
    query: ReportSeriesQuery,
    answer: CustomersHelped,
    build: customers,
  }),
  report({
    path: "company/people",
    summary: "What each user and each team did in a period",
    query: ReportQuery,
    answer: PeopleReport,
    build: peopleReport,
  }),
  report({
    path: "company/drilldown",
    summary: "The conversations behind the figures of the desk and of productivity",
    query: CompanyDrilldownQuery,
    answer: Drilldown,
    build: (asked, query) => companyDrilldown(asked, query, readRows(query)),
  }),
  report({
    path: "conversations",
    summary: "How much came in a period, when, from whom and about what",
    query: ReportQuery,
    answer: ConversationsReport,
    build: conversationsReport,
  }),
  report({
    path: "conversations/volume-by-channel",
    summary: "How many conversations began, step by step and by type",
    query: ReportSeriesQuery,
    answer: VolumeByChannel,
    build: volumes,
  }),
  report({
    path: "conversations/busy-times",
    summary: "How many conversations began in each hour of the week",
    query: ReportQuery,
    answer: BusyTimes,
    build: (asked) => listBusyTimes(asked, asked.periods.current),
  }),
  report({
    path: "conversations/tags",
    summary: "How many conversations began with each tag",
    query: ReportQuery,
    answer: TagsReport,
    build: tagsReport,
  }),
  report({
    path: "conversations/drilldown",
    summary: "The conversations in which something happened, the newest first",
    query: DrilldownQuery,
    answer: Drilldown,
    build: (asked, query) => conversationsDrilldown(asked, readRows(query)),
  }),
  report({
    path: "conversations/new",
    summary: "How many conversations began, step by step",
    query: ReportSeriesQuery,
    answer: NewConversations,
    build: newConversations,
  }),
  report({
    path: "conversations/new-drilldown",
    summary: "The conversations that began, the newest first",
    query: NewDrilldownQuery,
    answer: Drilldown,
    build: (asked, query) => newDrilldown(asked, query, readRows(query)),
  }),
  report({
    path: "conversations/received-messages",
    summary: "How many messages customers sent, step by step",
    query: ReportSeriesQuery,
    answer: ReceivedMessages,
    build: messages,
  }),
  report({
    path: "conversations/fields-drilldown",
    summary: "The conversations that began with a tag, a saved reply or a customer",
    query: FieldDrilldownQuery,
    answer: Drilldown,
    build: (asked, query) => fieldDrilldown(asked, query, readRows(query)),
  }),
  report({
    path: "email",
    summary: "Volume, responses and resolutions of e-mail",
    query: ReportQuery,
    answer: EmailReport,
    build: emailReport,
  }),
  report({
    path: "chat",
    summary: "Volume, responses and resolutions of chats",
    query: ReportQuery,
    answer: ChatReport,
    build: chatReport,
  }),
  report({
    path: "phone",
    summary: "Volume of phone calls",
    query: ReportQuery,
    answer: PhoneReport,
    build: phoneReport,
  }),
  report({
    path: "happiness",
    summary: "How customers rated the answers",
    query: ReportQuery,
    answer: HappinessReport,
    build: happinessReport,
  }),
  report({
    path: "happiness/ratings",
    summary: "The ratings behind the happiness, the last changed first",
    query: RatingReportQuery,
    answer: RatingsReport,
    build: ratingsReport,
  }),
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
    build: (asked) => time(asked, "firstResponseTime"),
  }),
  report({
    path: "productivity/response-time",
    summary: "Seconds until an answer on average, step by step",
    query: ReportSeriesQuery,
    answer: TimeSeries,
    build: (asked) => time(asked, "responseTime"),
  }),
  report({
    path: "productivity/resolution-time",
    summary: "Seconds until a conversation is resolved on average, step by step",
    query: ReportSeriesQuery,
    answer: TimeSeries,
    build: (asked) => time(asked, "resolutionTime"),
  }),
  report({
    path: "productivity/replies-sent",
    summary: "How many replies were sent, step by step",
    query: ReportSeriesQuery,
    answer: RepliesSeries,
    build: replies,
  }),
  report({
    path: "productivity/resolved",
    summary: "How many conversations were resolved, step by step",
    query: ReportSeriesQuery,
    answer: ResolvedSeries,
    build: resolved,
  }),
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
    build: customers,
  }),
  report({
    path: "user/replies",
    summary: "How many replies a user sent, step by step",
    query: UserReportSeriesQuery,
    answer: RepliesSeries,
    build: replies,
  }),
  report({
    path: "user/resolutions",
    summary: "How many conversations a user resolved, step by step",
    query: UserReportSeriesQuery,
    answer: ResolvedSeries,
    build: resolved,
  }),
  report({
    path: "user/drilldown",
    summary: "The conversations in which a user did something, the latest first",
    query: UserDrilldownQuery,
    answer: Drilldown,
    build: (asked, query) => userDrilldown(asked, readRows(query)),
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
