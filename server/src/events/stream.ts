import { DeskError } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import type { LoopOptions } from "../runtime/loop.ts"
import type { Hub } from "./hub.ts"
import { presentEvent } from "./present.ts"
import { type EventRow, isTooOld } from "./queries.ts"
import { concerns, mayHear } from "./rules.ts"

/** Who has lost a right hears nothing more after this time, also where nobody told of it. */
const usualRecheckMs = 4_000

/** What has been told in passing since the last time, as frames; nothing when there is no news. */
export type Teller = (viewer: Viewer) => string

/** What is told in passing, beside the feed: it has no number, and who was away is told how it is now. */
export interface Passing {
  /** Begins to follow it, for the first who asks. */
  open(log: LoopOptions["log"], onNews: () => void): void
  teller(): Teller
  close(): Promise<void>
}

export interface Listening {
  hub: Hub
  /** The last number that the listener knows. */
  after: number
  viewer: Viewer
  /** Who is asking now; nobody when they may no longer listen. */
  recheck: () => Promise<Viewer | undefined>
  origin: string
  heartbeatMs: number
  recheckMs?: number
  /** For who wants to hear that too. */
  tellPassing?: Teller
  signal: AbortSignal
}

/**
 * What a listener is sent, each piece made when the one before it is on its way: a slow reader reads the database
 * later, and nothing piles up for them. It ends with the signal, with their rights, or when they are too far behind.
 */
export async function* framesFor(listening: Listening): AsyncGenerator<string, void, undefined> {
  const { hub, recheck, origin, heartbeatMs, recheckMs = usualRecheckMs, tellPassing, signal } = listening
  let { after, viewer } = listening
  let checkedAt = performance.now()
  let checkedEndings = hub.endingsOf(viewer.userId)
  let spokenAt = checkedAt
  // Those who lost a node must not all come back to the next in one moment.
  yield `retry: ${1_000 + Math.floor(Math.random() * 2_000)}\n${idLine(after)}\n`
  while (!signal.aborted) {
    let rows: EventRow[] = []
    let mayBeTold = false
    try {
      if (performance.now() - checkedAt >= recheckMs || hub.endingsOf(viewer.userId) !== checkedEndings) {
        const endings = hub.endingsOf(viewer.userId)
        const now = await recheck()
        if (now === undefined) return
        viewer = now
        checkedAt = performance.now()
        checkedEndings = endings
      }
      rows = await hub.rowsAfter(after)
      mayBeTold = true
    } catch (error) {
      if (isTooOld(error)) return yield tooOldFrame(error)
      if (!(error instanceof DeskError) || error.code !== "unavailable") throw error
      // Nothing is sent while nobody can say whether they may still hear it.
      await hub.rest(Number.MAX_SAFE_INTEGER, awayMs, signal)
    }
    let text = ""
    for (const row of rows) {
      after = row.number
      if (mayHear(viewer, row)) text += frameOf(row, viewer, origin)
      if (!concerns(viewer, row)) continue
      checkedAt = Number.NEGATIVE_INFINITY
      mayBeTold = false
      break
    }
    if (mayBeTold && tellPassing) text += tellPassing(viewer)
    const silentMs = performance.now() - spokenAt
    // Also when it passes over what they may not hear, so that they need not pass over it again.
    if (text === "" && silentMs >= heartbeatMs) text = `${idLine(after)}:\n\n`
    if (text !== "") {
      yield text
      spokenAt = performance.now()
    } else if (rows.length === 0 && hub.endingsOf(viewer.userId) === checkedEndings) {
      const restMs = Math.min(heartbeatMs - silentMs, checkedAt + recheckMs - performance.now())
      await hub.rest(after, restMs, signal)
    }
  }
}

const awayMs = 500

function frameOf(row: EventRow, viewer: Viewer, origin: string): string {
  return `${idLine(row.number)}event: ${row.kind}\ndata: ${JSON.stringify(presentEvent(row, viewer, origin))}\n\n`
}

function idLine(number: number): string {
  return `id: ${number}\n`
}

function tooOldFrame({ message }: DeskError): string {
  return `event: too-old\ndata: ${JSON.stringify({ message })}\n\n`
}
