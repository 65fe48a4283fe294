import type { Sums } from "../facts/measures.ts"
import { countDistinct } from "./distinct.ts"
import { sumSteps, sumTypes } from "./period-sums.ts"
import { type Times, timesOf } from "./productivity.ts"
import { type ReportRequest, seriesOf } from "./report-request.ts"

export function customersHelpedSeries(request: ReportRequest) {
  return seriesOf(request, async (boundaries) => {
    const counts = await countDistinct(request.db, request.scope, { kind: "helped", boundaries })
    return counts.map((customers) => ({ customers }))
  })
}

export function volumeSeries(request: ReportRequest) {
  return seriesOf(request, async (boundaries) => {
    const steps = await sumTypes(request.db, request.scope, boundaries)
    return steps.map((types) => ({
      chat: types["chat"]?.created ?? 0,
      email: types["email"]?.created ?? 0,
      phone: types["phone"]?.created ?? 0,
    }))
  })
}

/** Beside `date`, which other series have, this one says `start`. */
export async function newConversationsSeries(request: ReportRequest) {
  const { current, previous } = await seriesOf(request, async (boundaries) => {
    const steps = await sumSteps(request.db, request.scope, boundaries, ["created"])
    return steps.map(({ created }) => ({ count: created }))
  })
  const twice = ({ date, count }: { date: string; count: number }) => ({ start: date, date, count })
  return { current: current.map(twice), ...(previous && { previous: previous.map(twice) }) }
}

export function receivedMessagesSeries(request: ReportRequest) {
  return seriesOf(request, async (boundaries) =>
    (await sumSteps(request.db, request.scope, boundaries, ["received"])).map(({ received }) => ({
      messages: received,
    })),
  )
}

export function repliesSeries(request: ReportRequest) {
  return seriesOf(request, async (boundaries) =>
    (await sumSteps(request.db, request.scope, boundaries, ["replies"])).map(({ replies }) => ({ replies })),
  )
}

export function resolvedSeries(request: ReportRequest) {
  return seriesOf(request, async (boundaries) =>
    (await sumSteps(request.db, request.scope, boundaries, ["resolved"])).map(({ resolved }) => ({ resolved })),
  )
}

const measured = {
  responseTime: ["responses", "responseSeconds", "responseOfficeSeconds"],
  firstResponseTime: ["firstResponses", "firstSeconds", "firstOfficeSeconds"],
  resolutionTime: ["resolved", "resolutionSeconds", "resolutionOfficeSeconds"],
} as const satisfies Record<keyof Times, (keyof Sums)[]>

export function timeSeries(request: ReportRequest, name: keyof Times) {
  return seriesOf(request, async (boundaries) => {
    const steps = await sumSteps(request.db, request.scope, boundaries, measured[name])
    return steps.map((sums) => ({ time: timesOf(sums, request.office)[name] }))
  })
}
