import type { EventQuery, FeedEvent, EventPage as PageSchema } from "@deskhand/contract/events/event"
import type { PresenceNews } from "@deskhand/contract/people/presence"
import type { Static } from "typebox"
import { DeskhandError } from "../transport/error.ts"
import { type Filters, List } from "../transport/list.ts"
import { readServerSent } from "../transport/server-sent.ts"
import type { Transport } from "../transport/transport.ts"

export type { FeedEvent, PresenceNews }
export type EventPage = Static<typeof PageSchema>

export interface FollowOptions {
  /** The last number you know; without it, what happens from now on. */
  after?: number | undefined
  /** Ends it. */
  signal?: AbortSignal | undefined
  /** Called with true whenever a connection stands, and with false when it was lost. */
  onConnection?: ((connected: boolean) => void) | undefined
  /** Called with who looks at which conversation, whenever that changes. */
  onPresence?: ((news: PresenceNews) => void) | undefined
}

/** A desk says that it is alive more often than this. */
const silenceMs = 60_000

const longestPauseMs = 30_000

/** What happened in the desk, each event with its number; those you may see. */
export class Events extends List<Filters<Static<typeof EventQuery>>, EventPage, FeedEvent> {
  constructor(transport: Transport) {
    super(transport, "/v2/events")
  }

  /**
   * Events as they happen. A connection that is lost is opened again after the last number that came, so that none is
   * left out and none comes twice. It ends with your loop or the signal, and throws DeskhandError when the desk refuses:
   * with the code `events_gone` when you were away for longer than events are kept.
   */
  async *stream(options: FollowOptions = {}): AsyncGenerator<FeedEvent, void, undefined> {
    const { after, signal, onConnection } = options
    const position: Position = { last: after === undefined ? undefined : String(after), pauseMs: 1_000, failures: 0 }
    while (!signal?.aborted) {
      try {
        yield* this.#listen(position, options)
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof DeskhandError && error.status < 500) throw error
      }
      if (signal?.aborted) return
      onConnection?.(false)
      await this.transport.pause(Math.min(position.pauseMs * 2 ** position.failures++, longestPauseMs))
    }
  }

  async *#listen(
    position: Position,
    { signal, onConnection, onPresence }: FollowOptions,
  ): AsyncGenerator<FeedEvent, void, undefined> {
    const silent = new AbortController()
    let timer = setTimeout(() => silent.abort(), silenceMs)
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMs)
    }
    try {
      const response = await this.transport.send("GET", "/v2/events/stream", {
        query: { presence: onPresence && true },
        headers: { Accept: "text/event-stream", "Last-Event-ID": position.last },
        signal: AbortSignal.any(signal ? [signal, silent.signal] : [silent.signal]),
      })
      for await (const { id, event, data, retry } of readServerSent(streamOf(response), alive)) {
        position.failures = 0
        onConnection?.(true)
        if (retry !== undefined) position.pauseMs = retry
        if (event === "too-old") throw tooOld(data)
        if (id !== undefined) position.last = id
        if (data === undefined) continue
        if (event === "presence") onPresence?.(JSON.parse(data))
        else yield JSON.parse(data)
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

interface Position {
  last: string | undefined
  pauseMs: number
  failures: number
}

function streamOf(response: Response): ReadableStream<Uint8Array> {
  const type = response.headers.get("Content-Type") ?? ""
  if (response.body && type.startsWith("text/event-stream")) return response.body
  const message = `The answer is no stream of events (${type}): is this the address of a desk?`
  throw new DeskhandError({ status: response.status, message })
}

function tooOld(data = "{}"): DeskhandError {
  const { message = "Events are no longer kept" } = JSON.parse(data) as { message?: string }
  return new DeskhandError({ status: 410, code: "events_gone", message })
}
