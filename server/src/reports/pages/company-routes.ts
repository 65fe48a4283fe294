import {
  CompanyDrilldownQuery,
  RatingReportQuery,
  ReportQuery,
  ReportSeriesQuery,
} from "@deskhand/contract/reports/report"
import {
  CompanyReport,
  CustomersHelped,
  HappinessReport,
  PeopleReport,
  RatingsReport,
} from "@deskhand/contract/reports/report-company"
import { Drilldown } from "@deskhand/contract/reports/report-conversations"
import type { Route } from "../../http/route.ts"
import { companyReport } from "./company.ts"
import { companyDrilldown, readPage } from "./drilldown.ts"
import { happinessReport } from "./happiness.ts"
import { peopleReport } from "./people.ts"
import { ratingsReport } from "./ratings.ts"
import { report } from "./report-route.ts"
import { customersHelpedSeries } from "./series.ts"

export const companyReportRoutes: Route[] = [
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
    build: customersHelpedSeries,
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
    build: (request, query) => companyDrilldown(request, query, readPage(query)),
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
]
