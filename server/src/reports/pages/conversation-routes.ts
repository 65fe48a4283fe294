import {
  DrilldownQuery,
  FieldDrilldownQuery,
  NewDrilldownQuery,
  ReportQuery,
  ReportSeriesQuery,
} from "@deskhand/contract/reports/report"
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
} from "@deskhand/contract/reports/report-conversations"
import type { Route } from "../../http/route.ts"
import { listBusyTimes } from "./busy-times.ts"
import { chatReport, emailReport, phoneReport } from "./channels.ts"
import { conversationsReport } from "./conversations.ts"
import { conversationsDrilldown, fieldDrilldown, newDrilldown, readPage } from "./drilldown.ts"
import { report } from "./report-route.ts"
import { newConversationsSeries, receivedMessagesSeries, volumeSeries } from "./series.ts"
import { tagsReport } from "./tops.ts"

export const conversationReportRoutes: Route[] = [
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
    build: volumeSeries,
  }),
  report({
    path: "conversations/busy-times",
    summary: "How many conversations began in each hour of the week",
    query: ReportQuery,
    answer: BusyTimes,
    build: (request) => listBusyTimes(request, request.periods.current),
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
    build: (request, query) => conversationsDrilldown(request, readPage(query)),
  }),
  report({
    path: "conversations/new",
    summary: "How many conversations began, step by step",
    query: ReportSeriesQuery,
    answer: NewConversations,
    build: newConversationsSeries,
  }),
  report({
    path: "conversations/new-drilldown",
    summary: "The conversations that began, the newest first",
    query: NewDrilldownQuery,
    answer: Drilldown,
    build: (request, query) => newDrilldown(request, query, readPage(query)),
  }),
  report({
    path: "conversations/received-messages",
    summary: "How many messages customers sent, step by step",
    query: ReportSeriesQuery,
    answer: ReceivedMessages,
    build: receivedMessagesSeries,
  }),
  report({
    path: "conversations/fields-drilldown",
    summary: "The conversations that began with a tag, a saved reply or a customer",
    query: FieldDrilldownQuery,
    answer: Drilldown,
    build: (request, query) => fieldDrilldown(request, query, readPage(query)),
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
]
