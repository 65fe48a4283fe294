import type { Database } from "../db/db.ts"
import { type Loop, type LoopOptions, startLoop } from "../runtime/loop.ts"
import { feedGrew } from "./number.ts"
import { type EventRow, findNewest, isTooOld, listFeed, listNewest } from "./queries.ts"

/** Finds what was notified while the listening connection was away. */
const pollMs = 1_000

/** As many are kept at hand; who is further behind reads the database. */
const mostKept = 1_000

const batchSize = 200

/** Told on every node when a session or token of a user has ended, so that what it listens to ends with it. */
export const accessEnded = "access_ended"

/** The newest events of the feed, read once for all who listen on this node. */
export class Hub {
  private readonly db: Database
  private readonly onEnding: () => void
  /** Without gaps up to `newest`. */
  private kept: EventRow[] = []
  private newest: number | undefined
  private readonly sleepers = new Set<() => void>()
  /** How often somebody's access has ended since this node follows, and how often nobody could say whose. */
  private readonly endings = new Map<number, number>()
  private unknownEndings = 0
  private loop: Loop | undefined
  private isClosed = false
  private unsubscribe = () => {}
  private line: Promise<unknown> = Promise.resolve()

  /** `onEnding` is called before anybody looks again who may still listen. */
  constructor(db: Database, onEnding: () => void = () => {}) {
    this.db = db
    this.onEnding = onEnding
  }

  /** Begins to follow the feed, for the first who asks; not for who still asks while the desk stops, when nobody would end it. */
  open(log: LoopOptions["log"]): void {
    if (this.loop || this.isClosed) return
    const loop = startLoop({ name: "events.follow", run: () => this.follow(), log })
    this.loop = loop
    const subscriptions = [
      this.db.hear(feedGrew, loop.wake),
      this.db.hear(accessEnded, (userId) => this.noteEnding(userId)),
    ]
    this.unsubscribe = () => {
      for (const end of subscriptions) end()
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.unsubscribe()
    await this.loop?.stop()
  }

  /** The newest number now, of those that all can be read. */
  async latest(): Promise<number> {
    return this.newest ?? findNewest(this.db)
  }

  async rowsAfter(after: number): Promise<EventRow[]> {
    if (this.newest !== undefined && after >= this.newest) return []
    const first = this.kept[0]?.number
    if (first !== undefined && after >= first - 1)
      return this.kept.slice(after + 1 - first, after + 1 - first + batchSize)
    return this.readAfter(after)
  }

  /** Rests until there is more after this number, the time is up or the signal comes. */
  async rest(after: number, restMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || (this.newest ?? 0) > after) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.max(0, restMs))
    this.sleepers.add(resolve)
    signal.addEventListener("abort", () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
    this.sleepers.delete(resolve)
  }

  /** One after the other, so that many who come back at once leave connections for the rest of the desk. */
  private readAfter(after: number): Promise<EventRow[]> {
    const reading = this.line.then(() => listFeed(this.db, { after, limit: batchSize }))
    this.line = reading.catch(() => {})
    return reading
  }

  /** Has everybody who rests look again. */
  wake(): void {
    for (const wake of this.sleepers) wake()
  }

  /** Another number than before when this user's access may have ended since. */
  endingsOf(userId: number): number {
    return this.unknownEndings + (this.endings.get(userId) ?? 0)
  }

  /** Without a user after the listener was away, when anybody may have been told of. */
  private noteEnding(userId: string | undefined): void {
    if (userId === undefined) this.unknownEndings++
    else this.endings.set(Number(userId), (this.endings.get(Number(userId)) ?? 0) + 1)
    this.onEnding()
    this.wake()
  }

  private async follow(): Promise<number> {
    const { newest } = this
    const next = newest === undefined ? undefined : await this.readOn(newest)
    const rows = next ?? (await listNewest(this.db, mostKept))
    this.kept = next ? [...this.kept, ...next].slice(-mostKept) : rows
    this.newest = rows.at(-1)?.number ?? newest ?? 0
    if (rows.length > 0) this.wake()
    return next?.length === mostKept ? 0 : pollMs
  }

  /** Undefined when this node was away for longer than events are kept, and begins anew; who listens is told when they ask. */
  private async readOn(after: number): Promise<EventRow[] | undefined> {
    try {
      return await listFeed(this.db, { after, limit: mostKept })
    } catch (error) {
      if (isTooOld(error)) return undefined
      throw error
    }
  }
}
