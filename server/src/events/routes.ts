import { EventPage, EventQuery } from "@deskhand/contract/events/event"
import type { Db } from "../db/db.ts"
import { invalid } from "../errors.ts"
import { route } from "../http/route.ts"
import type { Viewer } from "../http/viewer.ts"
import { presentEvent } from "./present.ts"
import { type EventRow, findNewest, listFeed } from "./queries.ts"
import { mayHear } from "./rules.ts"

const pageSize = 200

export const getEvents = route({
  method: "GET",
  url: "/v2/events",
  permission: "events:read",
  summary: "List events by number, from the oldest kept or after one you know",
  query: EventQuery,
  answers: { 200: EventPage, 410: "Events after that number are no longer kept; the message names the oldest" },
  async handle({ desk, viewer, query, origin, request }) {
    // Of the primary: a replica that lags would deny numbers that the caller has seen already.
    const latest = await findNewest(desk.db)
    refuseAhead(query.after, latest)
    const { rows, last } = await listHeard(desk.db, viewer, query.after)
    const path = `${origin}${request.url.split("?")[0]}`
    return {
      status: 200,
      body: {
        _embedded: { events: rows.map((row) => presentEvent(row, viewer, origin)) },
        _links: {
          self: { href: origin + request.url },
          ...(last < latest && { next: { href: `${path}?after=${last}` } }),
        },
        page: { size: pageSize, last, latest: Math.max(latest, last) },
      },
    }
  },
})

/** A number that was never given: this desk stands on a backup that is older than what the caller has read. */
export function refuseAhead(after: number | undefined, latest: number): void {
  if (after === undefined || after <= latest) return
  const message = `must be at most ${latest}, the newest number of this desk; read afresh what you follow`
  throw invalid({ path: "after", message, rejectedValue: after, source: "QUERY" })
}

/** So many are looked at for one page, however few of them the viewer may see. */
const mostLookedAt = 5_000

async function listHeard(
  db: Db,
  viewer: Viewer,
  after: number | undefined,
): Promise<{ rows: EventRow[]; last: number }> {
  const heard: EventRow[] = []
  let last = after
  for (let lookedAt = 0; lookedAt < mostLookedAt; ) {
    const batch = await listFeed(db, { after: last, limit: 500 })
    for (const row of batch) {
      last = row.number
      if (mayHear(viewer, row)) heard.push(row)
      if (heard.length === pageSize) return { rows: heard, last }
    }
    lookedAt += batch.length
    if (batch.length < 500) break
  }
  return { rows: heard, last: last ?? 0 }
}
