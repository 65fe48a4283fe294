import { type Asked, seriesOf } from "./asked.ts"
import { countSteps } from "./distinct.ts"
import { sumSteps, sumTypes } from "./figures.ts"
import type { Sums } from "./measures.ts"
import { type Times, timesOf } from "./productivity.ts"

export function customers(asked: Asked) {
  return seriesOf(asked, async (boundaries) => {
    const counts = await countSteps(asked.db, asked.scope, { kind: "helped", boundaries })
    return counts.map((customers) => ({ customers }))
  })
}

export function volumes(asked: Asked) {
  return seriesOf(asked, async (boundaries) => {
    const steps = await sumTypes(asked.db, asked.scope, boundaries)
    return steps.map((types) => ({
      chat: types["chat"]?.created ?? 0,
      email: types["email"]?.created ?? 0,
      phone: types["phone"]?.created ?? 0,
    }))
  })
}

/** Beside `date`, which other series have, this one says `start`. */
export async function newConversations(asked: Asked) {
  const { current, previous } = await seriesOf(asked, async (boundaries) => {
    const steps = await sumSteps(asked.db, asked.scope, boundaries, ["created"])
    return steps.map(({ created }) => ({ count: created }))
  })
  const twice = ({ date, count }: { date: string; count: number }) => ({ start: date, date, count })
  return { current: current.map(twice), ...(previous && { previous: previous.map(twice) }) }
}

export function messages(asked: Asked) {
  return seriesOf(asked, async (boundaries) =>
    (await sumSteps(asked.db, asked.scope, boundaries, ["received"])).map(({ received }) => ({ messages: received })),
  )
}

export function replies(asked: Asked) {
  return seriesOf(asked, async (boundaries) =>
    (await sumSteps(asked.db, asked.scope, boundaries, ["replies"])).map(({ replies }) => ({ replies })),
  )
}

export function resolved(asked: Asked) {
  return seriesOf(asked, async (boundaries) =>
    (await sumSteps(asked.db, asked.scope, boundaries, ["resolved"])).map(({ resolved }) => ({ resolved })),
  )
}

const measured = {
  responseTime: ["responses", "responseSeconds", "responseOfficeSeconds"],
  firstResponseTime: ["firstResponses", "firstSeconds", "firstOfficeSeconds"],
  resolutionTime: ["resolved", "resolutionSeconds", "resolutionOfficeSeconds"],
} as const satisfies Record<keyof Times, (keyof Sums)[]>

export function time(asked: Asked, name: keyof Times) {
  return seriesOf(asked, async (boundaries) => {
    const steps = await sumSteps(asked.db, asked.scope, boundaries, measured[name])
    return steps.map((sums) => ({ time: timesOf(sums, asked.office)[name] }))
  })
}
