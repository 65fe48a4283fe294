import type { Static, TSchema } from "typebox"
import { resource } from "../../http/hal.ts"
import { type Route, route } from "../../http/route.ts"
import { type ReportRequest, readReportRequest } from "./report-request.ts"

interface Report<Query extends TSchema> {
  path: string
  summary: string
  query: Query
  answer: TSchema
  build: (request: ReportRequest, query: Static<Query>) => Promise<object>
}

/** Reports differ only in their query, their answer and how it is built. */
export function report<Query extends TSchema>({ path, summary, query, answer, build }: Report<Query>): Route {
  return route({
    method: "GET",
    url: `/v2/reports/${path}`,
    permission: "reports:read",
    summary,
    query,
    answers: { 200: answer },
    async handle({ db, query, viewer, now }) {
      const request = await readReportRequest(db, query as Parameters<typeof readReportRequest>[1], { viewer, now })
      return resource(await build(request, query as Static<Query>))
    },
  })
}
