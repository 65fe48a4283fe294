import type { FeedKind } from "@deskhand/contract/events/event"
import type { FastifyBaseLogger } from "fastify"
import { type Db, type Sql, sentLast } from "../db/db.ts"
import {
  type Cursor,
  type CursorMove,
  type CursorState,
  claimCursor,
  insertFailure,
  insertMissingCursor,
  lockCursor,
  readCursors,
  skipEvents,
  updateCursor,
} from "./cursors.ts"
import { type EventRow, listOfKinds } from "./queries.ts"

/** Something that happens because of events, soon after them and once for each. */
export interface Reaction {
  /** Kept with how far it has heard: one by another name begins anew. */
  name: string
  hears: readonly FeedKind[]
  /** Without this it would do nothing, whatever it hears. */
  needs?: Sql
  /**
   * Some events in their order. Quick, and only through `db`: what takes long or speaks to others is put into the
   * queue. Where several fail, each is heard again alone. One that has enough for one transaction gives the number that it
   * got to, and hears the rest in the next.
   */
  react(db: Db, events: EventRow[], occasion: Occasion): Promise<void> | Promise<number | undefined>
  /**
   * Least time between its batches while events keep coming, so that one serves many; an event after a pause does not
   * wait. Default: 250
   */
  minIntervalMs?: number
  /** So many at once, at most; unless given, 200. */
  most?: number
}

/** When it hears of them, and where the desk is reached. */
export interface Occasion {
  now: Date
  origin: string
}

const batchSize = 200

export interface DispatchOptions extends Occasion {
  log: Pick<FastifyBaseLogger, "error" | "warn">
  /** The reactions whose cursors are read now. Default: all */
  due?: readonly Reaction[]
  /** Reactions whose cursors stay where they are while a few events ahead of them are without work: moving one costs a commit. */
  delayedSkips?: ReadonlySet<Reaction>
}

/** A batch of a reaction under way, in a transaction of its own. */
export interface StartedBatch {
  reaction: Reaction
  /** Whether there was more for it when it started. What came meanwhile does not count, and shares the next batch. */
  hasMore: Promise<boolean>
}

/**
 * Reads the cursors in one statement, and starts a batch of each reaction that has work. Nothing is locked to find out
 * that there is none.
 */
export async function startBatches(
  db: Db,
  reactions: readonly Reaction[],
  options: DispatchOptions,
): Promise<StartedBatch[]> {
  const { due = reactions, now, delayedSkips } = options
  const states = await readCursors(db, reactions, due)
  const skips: CursorMove[] = []
  const skipping = Promise.withResolvers<void>()
  const start = (reaction: Reaction): StartedBatch[] => {
    const state = states.get(reaction.name)
    if (!state) return [{ reaction, hasMore: insertMissingCursor(db, reaction.name).then(() => false) }]
    const { number, newest, scanned_to: scannedTo } = state
    if (number >= newest || isWaiting(state, now)) return []
    if (state.has_work || state.failing !== null || hasGap(state))
      return [{ reaction, hasMore: runBatch(db, reaction, { ...options, state }) }]
    if (scannedTo === null || (delayedSkips?.has(reaction) && scannedTo === newest)) return []
    skips.push({ name: reaction.name, from: number, to: scannedTo })
    return [{ reaction, hasMore: skipping.promise.then(() => scannedTo < newest) }]
  }
  const batches = due.flatMap(start)
  if (skips.length > 0) skipEvents(db, skips).then(skipping.resolve, skipping.reject)
  return batches
}

/** Numbers have no gaps: a gap means that events were pruned. */
function hasGap({ number, next }: CursorState): boolean {
  return next !== null && next > number + 1
}

interface BatchOptions extends Occasion {
  log: DispatchOptions["log"]
  /** As read before: all events up to its newest can be read now. */
  state: CursorState
}

async function runBatch(db: Db, reaction: Reaction, options: BatchOptions): Promise<boolean> {
  try {
    return await runNext(db, reaction, { ...options, most: reaction.most ?? batchSize })
  } catch (error) {
    if (!(error instanceof ReactionFailure)) throw error
    return runSingly(db, reaction, { ...options, most: error.events.length })
  }
}

/** Finds out on which of some events it fails: each runs alone. */
async function runSingly(db: Db, reaction: Reaction, options: NextOptions): Promise<boolean> {
  let more = true
  try {
    for (let count = 0; more && count < options.most; count++)
      more = await runNext(db, reaction, { ...options, most: 1 })
  } catch (error) {
    if (!(error instanceof ReactionFailure)) throw error
    const [{ number } = { number: 0 }] = error.events
    await noteFailure(db, { ...options, reaction: reaction.name, number, error: error.cause })
  }
  return more
}

class ReactionFailure extends Error {
  readonly events: EventRow[]

  constructor(events: EventRow[], cause: unknown) {
    super("A reaction failed", { cause })
    this.events = events
  }
}

interface NextOptions extends BatchOptions {
  most: number
}

/**
 * The effects of a reaction and its cursor commit together: they happen once for each event, whatever becomes of the node.
 * Returns whether it got further, but not to the newest that there was before.
 */
async function runNext(db: Db, reaction: Reaction, options: NextOptions): Promise<boolean> {
  const { most, state, log, now, origin } = options
  let events: EventRow[] = []
  let hasMore = false
  const untilOf = (cursor: Cursor) => Math.min(cursor.number + limitOf(cursor, most), state.newest)
  const read = (db: Db, cursor: Cursor) =>
    listOfKinds(db, { after: cursor.number, until: untilOf(cursor), kinds: reaction.hears })
  const first = skipPruned(state, { reaction: reaction.name, log })
  try {
    await sentLast(
      db.transaction(async (db) => {
        events = []
        hasMore = false
        // In one trip, as if no other node had moved the cursor meanwhile.
        const [claimed, expected] = await Promise.all([claimCursor(db, reaction.name), read(db, first)])
        if (!claimed || isWaiting(claimed, now)) return { last: undone }
        const isUnchanged = state.number === claimed.number && state.failing === claimed.failing
        const cursor = isUnchanged ? first : claimed
        events = isUnchanged ? expected : await read(db, cursor)
        const reached = events.length > 0 ? await reaction.react(db, events, { now, origin }) : undefined
        const number = reached ?? Math.max(untilOf(cursor), cursor.number)
        const past = cursor.failing !== null && number >= cursor.failing
        hasMore = number > cursor.number && number < state.newest
        return { last: updateCursor(db, reaction.name, { ...cursor, number, ...(past && untroubled) }) }
      }),
    )
    return hasMore
  } catch (error) {
    throw events.length > 0 ? new ReactionFailure(events, error) : error
  }
}

/** Where it goes on when the next event was pruned before it ran. */
function skipPruned(state: CursorState, { reaction, log }: { reaction: string; log: DispatchOptions["log"] }): Cursor {
  if (!hasGap(state)) return state
  log.error(
    { reaction, after: state.number, oldest: state.next },
    "events were forgotten before this reaction heard them",
  )
  return { ...state, number: (state.next ?? 1) - 1 }
}

const undone = Promise.resolve(0)

const untroubled = { failing: null, tries: 0, retry_at: null }

/** The next one is the one that failed, and its time has not come. */
function isWaiting({ number, failing, retry_at }: Cursor, now: Date): boolean {
  return failing === number + 1 && retry_at !== null && retry_at > now
}

/** Up to the one that failed, and then that one alone, so that no other is blamed or held up with it. */
function limitOf({ number, failing }: Cursor, most: number): number {
  return failing === null ? most : Math.max(1, Math.min(most, failing - number - 1))
}

/** Before each further try, in seconds; after the last one the event is given up. */
const waitsSeconds = [1, 5, 25, 125]

interface Failure {
  reaction: string
  number: number
  error: unknown
  now: Date
  log: DispatchOptions["log"]
}

async function noteFailure(db: Db, { reaction, number, error, now, log }: Failure): Promise<void> {
  await db.transaction(async (db) => {
    const cursor = await lockCursor(db, reaction)
    // Another node has got past it meanwhile.
    if (cursor.number >= number) return
    const tries = cursor.failing === number ? cursor.tries + 1 : 1
    const waitSeconds = waitsSeconds[tries - 1]
    const line = { err: error, reaction, event: number, tries }
    if (waitSeconds !== undefined) {
      const retryAt = new Date(now.getTime() + waitSeconds * 1_000)
      await updateCursor(db, reaction, { number: cursor.number, failing: number, tries, retry_at: retryAt })
      log.warn(line, "a reaction failed; it is tried again")
      return
    }
    await insertFailure(db, { reaction, number, error: String(error).slice(0, 2_000), now })
    await updateCursor(db, reaction, { number, ...untroubled })
    log.error(line, "a reaction was given up on this event; see: desk reactions")
  })
}
