import type { FeedKind } from "@deskhand/contract/event"
import type { FastifyBaseLogger } from "fastify"
import { type Database, type Db, type Sql, sentLast, sql } from "../db/db.ts"
import {
  type Cursor,
  claimCursor,
  findCursor,
  insertFailure,
  insertMissingCursor,
  type KnownCursor,
  lockCursor,
  passBy,
  updateCursor,
} from "./cursors.ts"
import { feedGrew } from "./number.ts"
import { type EventRow, listOfKinds } from "./queries.ts"
import { startTurns } from "./turns.ts"

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
  /** Of what nobody waits for more may come together before it is heard. */
  gatherMs?: number
  /** The same while events come all the time. */
  steadyGatherMs?: number
  /** So many at once, at most; unless given, 200. */
  most?: number
}

/** When it hears of them, and where the desk is reached. */
export interface Occasion {
  now: Date
  origin: string
}

export interface Dispatching {
  db: Database
  reactions: readonly Reaction[]
  now: () => Date
  origin: string
  log: Pick<FastifyBaseLogger, "error" | "warn">
}

/** As often does it look for itself, for what is said while the listener is away. */
const lookMs = 1_000

/** Each reaction has a transaction for every turn in which there is something for it. */
const usualGatherMs = 100

/** Most hear few of the events, and need not look ten times a second. */
const usualSteadyGatherMs = 1_000

/**
 * Each reaction in turns of its own, so that one that fails holds up no other; where the database takes turns too, they have
 * one transaction at a time. Stopping waits for those under way.
 */
export function startDispatch({ db, reactions, now, origin, log }: Dispatching): { stop(): Promise<void> } {
  const running = reactions.map((reaction) => {
    let movedAt = Number.NEGATIVE_INFINITY
    const work = async (signal: AbortSignal) => {
      const patient = performance.now() < movedAt + lookMs
      while (!signal.aborted && (await dispatch(db, reaction, { now: now(), origin, log, patient })));
      if (!patient) movedAt = performance.now()
      return lookMs
    }
    const { name, gatherMs = usualGatherMs, steadyGatherMs = usualSteadyGatherMs } = reaction
    const turns = startTurns({ name: `events.${name}`, work, gatherMs, steadyGatherMs, log })
    const deafen = db.hear(feedGrew, turns.wake)
    return { turns, deafen }
  })
  return {
    async stop() {
      for (const { deafen } of running) deafen()
      await Promise.all(running.map(({ turns }) => turns.stop()))
    },
  }
}

const batchSize = 200

interface Hearing extends Occasion {
  log: Dispatching["log"]
  /** Where it would hear nothing, it need not be noted at once how far that goes. */
  patient?: boolean
}

/** One batch. Gives whether there is more to do at once: what came meanwhile is gathered for the next turn. */
export async function dispatch(db: Db, reaction: Reaction, hearing: Hearing): Promise<boolean> {
  const known = await findCursor(db, reaction)
  if (!known) await insertMissingCursor(db, reaction.name)
  // Nothing is locked to find out that there is nothing to do.
  if (!known || known.number >= known.newest || isWaiting(known, hearing.now)) return false
  if (!known.concerned || !(await isNeeded(db, reaction))) {
    if (hearing.patient) return false
    if (known.failing === null && !hasGap(known)) {
      const to = known.seen ?? known.number
      await passBy(db, reaction.name, { from: known.number, to })
      return to < known.newest
    }
  }
  try {
    return await hearNext(db, reaction, { ...hearing, known, most: reaction.most ?? batchSize })
  } catch (error) {
    if (!(error instanceof ReactionFailure)) throw error
    return hearSingly(db, reaction, { ...hearing, known, most: error.events.length })
  }
}

/** Asked after its events were seen: what was there when they happened is seen too. */
async function isNeeded(db: Db, { needs }: Reaction): Promise<boolean> {
  return needs === undefined || (await db.one<{ needed: boolean }>(sql`select ${needs} as needed`)).needed
}

/** Numbers have none of their own: what is missing was forgotten. */
function hasGap({ number, next }: KnownCursor): boolean {
  return next !== null && next > number + 1
}

/** Which of some events it fails on shows when each is heard alone. */
async function hearSingly(db: Db, reaction: Reaction, hearing: NextHearing): Promise<boolean> {
  let more = true
  try {
    for (let heard = 0; more && heard < hearing.most; heard++)
      more = await hearNext(db, reaction, { ...hearing, most: 1 })
  } catch (error) {
    if (!(error instanceof ReactionFailure)) throw error
    const [{ number } = { number: 0 }] = error.events
    await noteFailure(db, { ...hearing, reaction: reaction.name, number, error: error.cause })
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

interface NextHearing extends Hearing {
  /** As it was before: what had a number then can all be read now. */
  known: KnownCursor
  most: number
}

/**
 * What a reaction does and how far it has heard are one transaction: it is done once for each event, whatever happens
 * to the node. Gives whether it got further, but not to the newest that there was before.
 */
async function hearNext(db: Db, reaction: Reaction, hearing: NextHearing): Promise<boolean> {
  const { most, known, log, now, origin } = hearing
  let heard: EventRow[] = []
  let hasMore = false
  const untilOf = (cursor: Cursor) => Math.min(cursor.number + limitOf(cursor, most), known.newest)
  const read = (db: Db, cursor: Cursor) =>
    listOfKinds(db, { after: cursor.number, until: untilOf(cursor), kinds: reaction.hears })
  const first = skipForgotten(known, { reaction: reaction.name, log })
  try {
    await sentLast(
      db.transaction(async (db) => {
        heard = []
        hasMore = false
        // In one trip, as if no other node had heard any meanwhile.
        const [claimed, expected] = await Promise.all([claimCursor(db, reaction.name), read(db, first)])
        if (!claimed || isWaiting(claimed, now)) return { last: undone }
        const isKnown = known.number === claimed.number && known.failing === claimed.failing
        const cursor = isKnown ? first : claimed
        heard = isKnown ? expected : await read(db, cursor)
        const reached = heard.length > 0 ? await reaction.react(db, heard, { now, origin }) : undefined
        const number = reached ?? Math.max(untilOf(cursor), cursor.number)
        const past = cursor.failing !== null && number >= cursor.failing
        hasMore = number > cursor.number && number < known.newest
        return { last: updateCursor(db, reaction.name, { ...cursor, number, ...(past && untroubled) }) }
      }),
    )
    return hasMore
  } catch (error) {
    throw heard.length > 0 ? new ReactionFailure(heard, error) : error
  }
}

/** Where it goes on when the next was forgotten before it was heard. */
function skipForgotten(known: KnownCursor, { reaction, log }: { reaction: string; log: Dispatching["log"] }): Cursor {
  if (!hasGap(known)) return known
  log.error(
    { reaction, after: known.number, oldest: known.next },
    "events were forgotten before this reaction heard them",
  )
  return { ...known, number: (known.next ?? 1) - 1 }
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
  log: Dispatching["log"]
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
