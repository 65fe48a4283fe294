import type { OfficeHours } from "@deskhand/contract/people/office-hours"
import type {
  CompanyDrilldownQuery,
  FieldDrilldownQuery,
  HistoryQuery,
  NewDrilldownQuery,
  RatingReportQuery,
  ReportQuery,
} from "@deskhand/contract/reports/report"
import type * as company from "@deskhand/contract/reports/report-company"
import type * as conversations from "@deskhand/contract/reports/report-conversations"
import type * as productivity from "@deskhand/contract/reports/report-productivity"
import type { Static } from "typebox"
import type { Transport } from "../transport/transport.ts"
import type { WriteOptions } from "../transport/writes.ts"

export type { OfficeHours }

/** Every report by its path, with what it answers. */
export interface ReportAnswers {
  company: company.CompanyReport
  "company/customers-helped": Static<typeof company.CustomersHelped>
  "company/people": company.PeopleReport
  "company/drilldown": conversations.Drilldown
  conversations: conversations.ConversationsReport
  "conversations/volume-by-channel": Static<typeof conversations.VolumeByChannel>
  "conversations/busy-times": Static<typeof conversations.BusyTimes>
  "conversations/tags": conversations.TagsReport
  "conversations/drilldown": conversations.Drilldown
  "conversations/new": Static<typeof conversations.NewConversations>
  "conversations/new-drilldown": conversations.Drilldown
  "conversations/received-messages": Static<typeof conversations.ReceivedMessages>
  "conversations/fields-drilldown": conversations.Drilldown
  email: conversations.EmailReport
  chat: conversations.ChatReport
  phone: conversations.PhoneReport
  happiness: company.HappinessReport
  "happiness/ratings": company.RatingsReport
  productivity: productivity.ProductivityReport
  "productivity/percentiles": productivity.PercentilesReport
  "productivity/first-response-time": Static<typeof productivity.TimeSeries>
  "productivity/response-time": Static<typeof productivity.TimeSeries>
  "productivity/resolution-time": Static<typeof productivity.TimeSeries>
  "productivity/replies-sent": Static<typeof productivity.RepliesSeries>
  "productivity/resolved": Static<typeof productivity.ResolvedSeries>
  user: company.UserReport
  "user/conversation-history": company.UserHistory
  "user/customers-helped": Static<typeof company.CustomersHelped>
  "user/replies": Static<typeof productivity.RepliesSeries>
  "user/resolutions": Static<typeof productivity.ResolvedSeries>
  "user/drilldown": conversations.Drilldown
  "user/happiness": company.HappinessReport
  "user/ratings": company.RatingsReport
  "user/chat": company.UserChatReport
}

type Asked = Omit<ReportQuery, "user"> & { user?: number }

/** Of each what it takes beside the period; those of users need `user`. */
export type ReportFilters<Name extends keyof ReportAnswers> = Asked &
  (Name extends "company/drilldown"
    ? Omit<CompanyDrilldownQuery, keyof Asked>
    : Name extends "conversations/new-drilldown"
      ? Omit<NewDrilldownQuery, keyof Asked>
      : Name extends "conversations/fields-drilldown"
        ? Omit<FieldDrilldownQuery, keyof Asked>
        : Name extends "happiness/ratings" | "user/ratings"
          ? Omit<RatingReportQuery, keyof Asked>
          : Name extends "user/conversation-history"
            ? Omit<HistoryQuery, keyof Asked>
            : { page?: number; rows?: number }) &
  (Name extends `user${string}` ? { user: number } : object)

/** What happened on the desk in a period: `reports.read("company", { start, end })`. */
export class Reports {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  read<Name extends keyof ReportAnswers>(name: Name, filters: ReportFilters<Name>): Promise<ReportAnswers[Name]> {
    return this.#transport.read(`/v2/reports/${name}`, { query: { ...filters } })
  }

  /** When the desk is staffed; without hours it always is. */
  officeHours(): Promise<OfficeHours> {
    return this.#transport.read("/v2/office-hours")
  }

  setOfficeHours(hours: OfficeHours, options: WriteOptions = {}): Promise<void> {
    return this.#transport.put("/v2/office-hours", hours, options)
  }
}
