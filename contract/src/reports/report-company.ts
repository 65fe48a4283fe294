import Type from "typebox"
import { Timestamp } from "../common.ts"
import { Compared, FilterTags, Numbers, period, SeriesOf } from "./report.ts"

const company = [
  "customersHelped",
  "closed",
  "totalReplies",
  "totalUsers",
  "totalDays",
  "repliesPerDayPerUser",
  "repliesPerDay",
  "resolvedPerDay",
] as const

export const CompanyReport = Compared(Type.Object({ ...period, ...Numbers(company).properties }), Numbers(company), {
  filterTags: FilterTags,
  users: Type.Array(
    Type.Object({
      user: Type.String({ description: "The id" }),
      name: Type.String(),
      ...Numbers(["customersHelped", "replies", "happinessScore", "handleTime"]).properties,
      previousCustomersHelped: Type.Optional(Type.Number()),
      previousReplies: Type.Optional(Type.Number()),
      previousHappinessScore: Type.Optional(Type.Number()),
      previousHandleTime: Type.Optional(Type.Number()),
    }),
    { description: "Who replied, the most first" },
  ),
})
export type CompanyReport = Type.Static<typeof CompanyReport>

const deeds = Numbers([
  "replies",
  "customersHelped",
  "closed",
  "resolved",
  "firstResponseTime",
  "responseTime",
  "resolutionTime",
  "happinessScore",
  "ratings",
])
const Deeds = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  current: deeds,
  previous: Type.Optional(deeds),
})

export const PeopleReport = Type.Object({
  users: Type.Array(Deeds, { description: "Who did something in either period, the most replies first" }),
  teams: Type.Array(Deeds, { description: "Of each team its members of today together" }),
})
export type PeopleReport = Type.Static<typeof PeopleReport>

export const CustomersHelped = SeriesOf(["customers"])

const person = [
  "totalDays",
  "resolved",
  "conversationsCreated",
  "closed",
  "totalReplies",
  "resolvedOnFirstReply",
  "percentResolvedOnFirstReply",
  "repliesToResolve",
  "handleTime",
  "happinessScore",
  "responseTime",
  "resolutionTime",
  "repliesPerDay",
  "customersHelped",
  "totalConversations",
  "conversationsPerDay",
] as const

export const UserReport = Compared(
  Type.Object({
    ...period,
    ...Numbers(person).properties,
    busiestDay: Type.Integer({ description: "The day of the week with most replies, 1 for Monday; 0 without any" }),
  }),
  Numbers(person),
  {
    filterTags: FilterTags,
    user: Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      hasPhoto: Type.Boolean(),
      photoUrl: Type.Optional(Type.String()),
      createdAt: Timestamp,
      totalCustomersHelped: Type.Integer({ description: "In all their time, in inboxes that you may see" }),
    }),
  },
)
export type UserReport = Type.Static<typeof UserReport>

const Maybe = Type.Union([Type.Number(), Type.Null()])
const chat = { newConversations: Type.Number(), messagesPerChat: Type.Number() }
const chatTimes = { responseTime: Maybe, waitTime: Maybe, duration: Maybe }

export const UserChatReport = Compared(
  Type.Object({ ...period, totalDays: Type.Integer(), ...chat, ...chatTimes }),
  Numbers(["newConversations", "messagesPerChat", "responseTime", "waitTime", "duration"]),
  {},
)
export type UserChatReport = Type.Static<typeof UserChatReport>

export const UserHistory = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.Integer(),
      number: Type.Integer(),
      customers: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
      avgHandleTime: Type.Number(),
      firstResponseTime: Maybe,
      repliesSent: Type.Integer(),
      responseTime: Maybe,
      resolveTime: Maybe,
    }),
  ),
  page: Type.Integer(),
  count: Type.Integer(),
  pages: Type.Integer(),
})
export type UserHistory = Type.Static<typeof UserHistory>

const happiness = ["great", "okay", "notGood", "happinessScore", "greatCount", "okayCount", "notGoodCount"] as const

const HappinessFigures = Numbers([
  ...happiness,
  "ratingsCount",
  "ratingsPercent",
  "totalCustomers",
  "totalCustomersWithRatings",
])

export const HappinessReport = Compared(
  HappinessFigures,
  { ...Numbers(happiness), description: "Shares and score by points, counts by percent" },
  { filterTags: FilterTags },
)
export type HappinessReport = Type.Static<typeof HappinessReport>

export const RatingsReport = Type.Object({
  results: Type.Array(
    Type.Object({
      number: Type.Integer(),
      threadid: Type.Integer(),
      threadCreatedAt: Timestamp,
      id: Type.Integer({ description: "Of the conversation" }),
      type: Type.String(),
      ratingId: Type.Integer({ description: "1 great, 2 okay, 3 not good" }),
      ratingCustomerId: Type.Integer(),
      ratingComments: Type.String(),
      ratingCreatedAt: Timestamp,
      ratingCustomerName: Type.String(),
      ratingUserId: Type.Integer(),
      ratingUserName: Type.String(),
    }),
  ),
  page: Type.Integer(),
  count: Type.Integer(),
  pages: Type.Integer(),
})
export type RatingsReport = Type.Static<typeof RatingsReport>
