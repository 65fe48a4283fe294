import type { FeedKind } from "@deskhand/contract/event"
import type { FastifyBaseLogger } from "fastify"
import type { Database, Db } from "../db/db.ts"
import {
  type Cursor,
  claimCursor,
  findCursor,
  insertFailure,
  insertMissingCursor,
  lockCursor,
  updateCursor,
} from "./cursors.ts"
import { feedGrew } from "./number.ts"
import { type EventRow, isTooOld, listFeed } from "./queries.ts"
import { startTurns } from "./turns.ts"

/** Something that happens because of events, soon after them and once for each. */
export interface Reaction {
  /** Kept with how far it has heard: one by another name begins anew. */
  name: string
  hears: readonly FeedKind[]
  /** Quick, and only through `db`: what takes long or speaks to others is put into the queue. */
  react(db: Db, event: EventRow): Promise<void>
}

export interface Dispatching {
  db: Database
  reactions: readonly Reaction[]
  now: () => Date
  log: Pick<FastifyBaseLogger, "error" | "warn">
}

/** As often does it look for itself, for what is said while the listener is away. */
const lookMs = 1_000

/** Each reaction in turns of its own, so that none waits for another. Stopping waits for those under way. */
export function startDispatch({ db, reactions, now, log }: Dispatching): { stop(): Promise<void> } {
  const running = reactions.map((reaction) => {
    const work = async (signal: AbortSignal) => {
      while (!signal.aborted && (await dispatch(db, reaction, { now: now(), log })));
      return lookMs
    }
    const turns = startTurns({ name: `events.${reaction.name}`, work, log })
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

/**
 * One batch, and how far it has heard, in one transaction: what a reaction does is done once for each event, whatever
 * happens to the node. Gives whether there may be more to do at once.
 */
export async function dispatch(
  db: Db,
  reaction: Reaction,
  { now, log }: { now: Date; log: Dispatching["log"] },
): Promise<boolean> {
  const known = await findCursor(db, reaction.name)
  if (!known) await insertMissingCursor(db, reaction.name)
  // Nothing is locked to find out that there is nothing to do.
  if (!known || known.number >= known.newest || isWaiting(known, now)) return false
  let at: number | undefined
  try {
    return await db.transaction(async (db) => {
      at = undefined
      const cursor = await claimCursor(db, reaction.name)
      if (!cursor || isWaiting(cursor, now)) return false
      const rows = await listFeed(db, { after: cursor.number, limit: limitOf(cursor) }).catch((error: unknown) => {
        if (!isTooOld(error)) throw error
        log.error({ err: error, reaction: reaction.name }, "events were forgotten before this reaction heard them")
        return listFeed(db, { after: undefined, limit: batchSize })
      })
      for (const row of rows) {
        if (!reaction.hears.includes(row.kind)) continue
        at = row.number
        await reaction.react(db, row)
      }
      const number = rows.at(-1)?.number ?? cursor.number
      const past = cursor.failing !== null && number >= cursor.failing
      await updateCursor(db, reaction.name, { ...cursor, number, ...(past && untroubled) })
      return rows.length > 0
    })
  } catch (error) {
    if (at === undefined) throw error
    await noteFailure(db, { reaction: reaction.name, number: at, error, now, log })
    return true
  }
}

const untroubled = { failing: null, tries: 0, retry_at: null }

/** The next one is the one that failed, and its time has not come. */
function isWaiting({ number, failing, retry_at }: Cursor, now: Date): boolean {
  return failing === number + 1 && retry_at !== null && retry_at > now
}

/** Up to the one that failed, and then that one alone, so that no other is blamed or held up with it. */
function limitOf({ number, failing }: Cursor): number {
  return failing === null ? batchSize : Math.max(1, Math.min(batchSize, failing - number - 1))
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
    log.error(line, "a reaction was given up on this event; see the table failed_reactions")
  })
}
