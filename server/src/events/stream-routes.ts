import { Readable } from "node:stream"
import { EventStreamQuery } from "@deskhand/contract/events/event"
import type { FastifyRequest } from "fastify"
import Type from "typebox"
import { DeskError } from "../errors.ts"
import type { Authenticate } from "../http/admit.ts"
import { type Desk, type Route, route } from "../http/route.ts"
import { may, type Viewer } from "../http/viewer.ts"
import { Hub } from "./hub.ts"
import { findNewest } from "./queries.ts"
import { refuseAhead } from "./routes.ts"
import { framesFor, type Listening, type Passing } from "./stream.ts"

export interface Streams {
  route: Route
  /** How many listen on this node. */
  open(): number
  /** Ends them all; clients come back by themselves, to another node. */
  close(): Promise<void>
}

/** One for each server, because those who listen share what is read for them. */
export function openStreams(
  desk: Desk,
  { authenticate, onAccessEnded, passing }: { authenticate: Authenticate; onAccessEnded: () => void; passing: Passing },
): Streams {
  const hub = new Hub(desk.db, onAccessEnded)
  const closing = new AbortController()
  let open = 0
  async function* counted(listening: Listening) {
    open++
    try {
      yield* framesFor(listening)
    } finally {
      open--
    }
  }
  const getEventStream = route({
    method: "GET",
    url: "/v2/events/stream",
    permission: "events:read",
    summary: "Follow events as they happen, as server-sent events",
    query: EventStreamQuery,
    answers: {
      200: Type.String({
        contentMediaType: "text/event-stream",
        description:
          "`id` is the number, `event` the kind and `data` the event as in the list. " +
          "With `presence`, an event `presence` without an `id` tells who is where. Comments come when nothing else does. An event `too-old` says that some are no longer kept, and ends it.",
      }),
      410: "Events after that number are no longer kept; the message names the oldest",
    },
    async handle({ viewer, query, origin, request, reply }) {
      hub.open(request.log)
      const latest = await hub.latest()
      const known = lastEventId(request) ?? query.after
      // This node may have yet to read what the client has read elsewhere.
      if (known !== undefined && known > latest) refuseAhead(known, await findNewest(desk.db))
      const after = known ?? latest
      // So that what is too old is an error that any client understands, not the first word of a stream.
      await hub.rowsAfter(after)
      if (query.presence) passing.open(request.log, () => hub.wake())
      const gone = new AbortController()
      reply.raw.once("close", () => gone.abort())
      const listening = {
        hub,
        after,
        viewer,
        recheck: () => listenerOf(request, desk, authenticate),
        origin,
        heartbeatMs: desk.config.streamHeartbeatSeconds * 1_000,
        ...(query.presence && { tellPassing: passing.teller() }),
        signal: AbortSignal.any([closing.signal, gone.signal]),
      }
      // Proxies that collect an answer before they pass it on are told not to.
      const headers = { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" }
      return { status: 200, headers, body: Readable.from(counted(listening)) }
    },
  })
  return {
    route: getEventStream,
    open: () => open,
    async close() {
      closing.abort()
      await Promise.all([hub.close(), passing.close()])
    },
  }
}

async function listenerOf(
  request: FastifyRequest,
  desk: Desk,
  authenticate: Authenticate,
): Promise<Viewer | undefined> {
  try {
    const viewer = await authenticate(request, desk)
    return viewer && may(viewer, "events:read") ? viewer : undefined
  } catch (error) {
    if (error instanceof DeskError && error.status === 401) return undefined
    throw error
  }
}

function lastEventId(request: FastifyRequest): number | undefined {
  const given = request.headers["last-event-id"]
  if (given === undefined || given === "") return undefined
  if (/^\d{1,15}$/.test(String(given))) return Number(given)
  throw new DeskError(400, "bad_request", "Last-Event-ID must be a number that this stream has told as an id")
}
