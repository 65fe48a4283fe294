import type { Database } from "../db/db.ts"
import { backoffMs, startLoop } from "../runtime/loop.ts"
import { type DispatchOptions, type Reaction, type StartedBatch, startBatches } from "./dispatch.ts"
import { feedGrew } from "./number.ts"

export interface ReactionLoopOptions {
  db: Database
  reactions: readonly Reaction[]
  now: () => Date
  origin: string
  log: DispatchOptions["log"]
}

/** Finds events that no notification announced, and reactions whose retry is due. */
const pollMs = 1_000

const defaultIntervalMs = 250

interface Schedule {
  reaction: Reaction
  isNotified: boolean
  /** After a notification, the next look. */
  notBefore: number
  /** Without one. */
  pollAt: number
  /** Until then its cursor stays where it is while there is no work: moving it costs a commit. */
  skipAt: number
  failures: number
  batch: Promise<void> | undefined
}

/**
 * One loop for all reactions: it reads the cursors of those that are due in one statement, and runs those that have work
 * side by side, so that none waits for a slow or failing one. Stopping waits for the batches under way.
 */
export function startReactions({ db, reactions, now, origin, log }: ReactionLoopOptions): { stop(): Promise<void> } {
  const schedules = reactions.map(
    (reaction): Schedule => ({
      reaction,
      isNotified: false,
      notBefore: 0,
      pollAt: 0,
      skipAt: 0,
      failures: 0,
      batch: undefined,
    }),
  )
  const byReaction = new Map(schedules.map((schedule) => [schedule.reaction, schedule]))

  const follow = ({ reaction, hasMore }: StartedBatch) => {
    const schedule = byReaction.get(reaction)
    if (!schedule) return
    const onDone = (hasMore: boolean) => {
      schedule.failures = 0
      if (!hasMore) return
      schedule.isNotified = true
      schedule.notBefore = 0
    }
    const onError = (error: unknown) => {
      log.error({ err: error, reaction: reaction.name }, "a reaction could not run; it is tried again")
      schedule.notBefore = schedule.pollAt = performance.now() + backoffMs(schedule.failures++)
    }
    schedule.batch = hasMore.then(onDone, onError).finally(() => {
      schedule.batch = undefined
      loop.wake()
    })
  }

  const run = async () => {
    const at = performance.now()
    const due = schedules.filter((schedule) => !schedule.batch && dueAt(schedule) <= at)
    if (due.length === 0) return idleMs(schedules)
    const delayedSkips = new Set<Reaction>()
    for (const schedule of due) {
      // A time for each: one for all would let reactions that look more often keep the others from ever skipping.
      if (at < schedule.skipAt) delayedSkips.add(schedule.reaction)
      else schedule.skipAt = at + pollMs
      if (schedule.isNotified) schedule.notBefore = nextInterval(at, schedule.reaction)
      // Whatever comes from here on may be too late for the statement below.
      schedule.isNotified = false
    }
    const options = { due: due.map(({ reaction }) => reaction), now: now(), origin, log, delayedSkips }
    for (const batch of await startBatches(db, reactions, options)) follow(batch)
    for (const schedule of due) schedule.pollAt = at + pollMs
    return idleMs(schedules)
  }

  const loop = startLoop({ name: "events.react", run, log })
  const unsubscribe = db.hear(feedGrew, () => {
    for (const schedule of schedules) schedule.isNotified = true
    loop.wake()
  })
  return {
    async stop() {
      unsubscribe()
      await loop.stop()
      await Promise.all(schedules.map(({ batch }) => batch))
    },
  }
}

function dueAt({ isNotified, notBefore, pollAt }: Schedule): number {
  return isNotified ? notBefore : pollAt
}

function idleMs(schedules: readonly Schedule[]): number {
  const idle = schedules.filter(({ batch }) => batch === undefined)
  return Math.max(0, Math.min(pollMs, ...idle.map(dueAt).map((at) => at - performance.now())))
}

/** Multiples of the interval: reactions with different intervals meet in one statement. */
function nextInterval(at: number, { minIntervalMs = defaultIntervalMs }: Reaction): number {
  return (Math.floor(at / minIntervalMs) + 1) * minIntervalMs
}
