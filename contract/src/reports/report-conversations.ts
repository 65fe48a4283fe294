import Type from "typebox"
import { Timestamp } from "../common.ts"
import { Compared, FilterTags, Numbers, period, Ranges, SeriesOf } from "./report.ts"

const volume = [
  "totalConversations",
  "conversationsCreated",
  "newConversations",
  "customers",
  "conversationsPerDay",
] as const

const Top = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  mailboxId: Type.Optional(Type.Integer()),
  count: Type.Integer(),
  percent: Type.Number({ description: "Of the conversations that began in the period" }),
  previousCount: Type.Optional(Type.Integer()),
  previousPercent: Type.Optional(Type.Number()),
  deltaPercent: Type.Optional(Type.Number()),
})
const Tops = Type.Object({ count: Type.Integer(), top: Type.Array(Top) })
export type Top = Type.Static<typeof Top>

export const TagsReport = Type.Object({
  conversations: Type.Integer({ description: "That began in the period" }),
  tagged: Type.Integer({ description: "Those of them that have any tag" }),
  tags: Type.Array(Type.Omit(Top, ["mailboxId"]), { description: "The most used first" }),
})
export type TagsReport = Type.Static<typeof TagsReport>

const BusyTime = Type.Object({
  day: Type.Integer({ description: "1 for Monday to 7 for Sunday" }),
  hour: Type.Integer(),
  count: Type.Integer(),
})

export const ConversationsReport = Compared(
  Type.Object({ ...period, ...Numbers(volume).properties }),
  Numbers(volume),
  {
    filterTags: FilterTags,
    busiestDay: Type.Optional(BusyTime),
    busyTimeStart: Type.Integer({ description: "The hour of the day at which most begin" }),
    busyTimeEnd: Type.Integer(),
    tags: Tops,
    customers: Tops,
    replies: Tops,
    workflows: Tops,
    customFields: Type.Object({
      count: Type.Integer(),
      fields: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          mailboxId: Type.Integer(),
          values: Type.Array(
            Type.Object({ id: Type.Integer(), name: Type.String(), count: Type.Integer(), percent: Type.Number() }),
          ),
          summary: Type.Object({
            total: Type.Integer(),
            totalAnswered: Type.Integer(),
            unansweredPercent: Type.Number(),
          }),
        }),
      ),
    }),
  },
)
export type ConversationsReport = Type.Static<typeof ConversationsReport>

export const BusyTimes = Type.Array(BusyTime)
export const VolumeByChannel = SeriesOf(["chat", "email", "phone"])
export const ReceivedMessages = SeriesOf(["messages"])

const Count = Type.Object({ start: Timestamp, date: Timestamp, count: Type.Integer() })
export const NewConversations = Type.Object({
  current: Type.Array(Count),
  previous: Type.Optional(Type.Array(Count)),
})

export const Drilldown = Type.Object({
  conversations: Type.Object({
    pages: Type.Integer(),
    page: Type.Integer(),
    count: Type.Integer(),
    results: Type.Array(
      Type.Object({
        id: Type.Integer(),
        number: Type.Integer(),
        type: Type.String(),
        mailboxid: Type.Integer(),
        attachments: Type.Boolean(),
        subject: Type.String(),
        status: Type.String(),
        threadCount: Type.Integer(),
        preview: Type.String(),
        customerName: Type.String(),
        customerEmail: Type.Optional(Type.String()),
        customerIds: Type.Array(Type.Integer()),
        modifiedAt: Timestamp,
        assignedid: Type.Integer({ description: "0 where it is nobody's" }),
        assignedName: Type.Optional(Type.String()),
        waitingSince: Type.Optional(Timestamp),
        tags: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), color: Type.String() })),
      }),
    ),
  }),
})
export type Drilldown = Type.Static<typeof Drilldown>

const email = {
  volume: ["emailConversations", "emailsCreated", "repliesSent", "messagesReceived"],
  resolutions: [
    "resolved",
    "resolvedOnFirstReply",
    "percentResolvedOnFirstReply",
    "resolutionTime",
    "repliesToResolve",
    "handleTime",
    "closed",
  ],
  responses: ["responseTime", "firstResponseTime"],
} as const
const chat = {
  volume: ["chatConversations", "completedChats", "missedChats", "chatsPerDay"],
  responses: ["waitTime", "responseTime"],
  resolutions: ["messagesPerChat", "duration"],
} as const
const phone = ["phoneConversations", "phoneCallsCreated", "customers"] as const

const Email = {
  volume: Numbers(email.volume),
  resolutions: Numbers(email.resolutions),
  responses: Numbers(email.responses),
}
const Chat = {
  volume: Numbers(chat.volume),
  responses: Numbers(chat.responses),
  resolutions: Numbers(chat.resolutions),
}

export const EmailReport = Compared(Type.Object({ ...period, ...Email }), Type.Object(Email), {
  filterTags: FilterTags,
  responseTime: Ranges,
  firstResponseTime: Ranges,
  resolutionTime: Ranges,
  handleTime: Ranges,
  repliesToResolve: Ranges,
})
export const ChatReport = Compared(Type.Object({ ...period, ...Chat }), Type.Object(Chat), {
  filterTags: FilterTags,
  waitTime: Ranges,
  responseTime: Ranges,
  messagesPerChat: Ranges,
  duration: Ranges,
})
export const PhoneReport = Compared(Type.Object({ ...period, ...Numbers(phone).properties }), Numbers(phone), {
  filterTags: FilterTags,
})
export type EmailReport = Type.Static<typeof EmailReport>
export type ChatReport = Type.Static<typeof ChatReport>
export type PhoneReport = Type.Static<typeof PhoneReport>
