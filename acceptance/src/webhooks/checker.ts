import type { Arrival } from "./arrivals.ts"

/** What a webhook is owed, in the order in which it happened. */
export interface Owed {
  /** Where it goes, which no other webhook shares. */
  path: string
  /** `webhook-id` of every attempt. */
  token: string
  /** Those of one lane arrive one after the other. */
  lane: string
}

export interface Complaint {
  token: string
  wrong: "lost" | "changed" | "reordered" | "uninvited"
  text: string
}

/**
 * Everything arrives at least once; whatever arrives again has the bytes of the first time; and nothing arrives for
 * the first time after something that happened later in its lane.
 */
export function checkArrivals(owed: Owed[], arrivals: Arrival[]): Complaint[] {
  const byToken = Map.groupBy(arrivals, ({ headers }) => headers["webhook-id"] ?? "")
  const owedTokens = new Map(owed.map((one) => [one.token, one]))
  const strange = arrivals.filter(({ path, headers }) => owedTokens.get(headers["webhook-id"] ?? "")?.path !== path)
  return [
    ...owed.flatMap(({ token }) => checkOne(token, byToken.get(token) ?? [])),
    ...strange.map(({ path, headers }): Complaint => {
      return { token: headers["webhook-id"] ?? "", wrong: "uninvited", text: `came to ${path}, which is not owed it` }
    }),
    ...checkOrder(owed, arrivals),
  ]
}

function checkOne(token: string, arrivals: Arrival[]): Complaint[] {
  if (arrivals.length === 0) return [{ token, wrong: "lost", text: "never came" }]
  const bodies = new Set(arrivals.map(({ body }) => body))
  if (bodies.size > 1) return [{ token, wrong: "changed", text: `came with ${bodies.size} different bodies` }]
  return []
}

/** By the order of the journal, because two may come in one millisecond. */
function checkOrder(owed: Owed[], arrivals: Arrival[]): Complaint[] {
  const first = new Map<string, number>()
  for (const [at, { headers }] of arrivals.entries()) {
    const token = headers["webhook-id"] ?? ""
    if (!first.has(token)) first.set(token, at)
  }
  return [...Map.groupBy(owed, ({ path, lane }) => `${path} ${lane}`).values()].flatMap((lane) => {
    let latest = -1
    return lane.flatMap(({ token }): Complaint[] => {
      const at = first.get(token)
      if (at === undefined) return []
      if (at < latest) return [{ token, wrong: "reordered", text: "came before something that happened earlier" }]
      latest = at
      return []
    })
  })
}
