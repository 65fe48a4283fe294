import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Random } from "../bad-input/random.ts"
import { until } from "../processes.ts"
import { type Complaint, check } from "./checker.ts"
import type { Ground } from "./ground.ts"
import { readJournal } from "./journal.ts"
import { Load } from "./load.ts"
import { operations } from "./operations.ts"
import { readBack } from "./read-back.ts"
import { beginning, readMark, readStored } from "./stored.ts"

export interface CycleOptions {
  ground: Ground
  /** Begins every token of this cycle. */
  prefix: string
  random: Random
  conversationIds: number[]
  /** Where the load goes. */
  origin: string
  /** What breaks under the load, and what has to be seen until it is over; gives where the desk answers then. */
  strike: (load: Load) => Promise<string>
}

export interface CycleResult {
  complaints: Complaint[]
  sent: number
  acknowledged: number
  /** Sent again after they were left without an answer. */
  repeated: number
  conversationIds: number[]
}

/** Load, a fault at a random moment, and then the comparison of what was promised with what is there. */
export async function runCycle(options: CycleOptions): Promise<CycleResult> {
  const { ground, prefix, random, origin, strike } = options
  const mark = await readMark(ground.db)
  const load = new Load({ ...options, origins: [origin] })
  let after: string
  try {
    // At once, soon, or when everything is warm.
    const wanted = 1 + random.below(60)
    await until(() => load.acknowledged >= wanted)
    await pause(random.below(15))
    after = await strike(load)
  } finally {
    await load.stop()
  }
  assert.equal(load.unexplained, 0, "answers of 500 and above without Retry-After")
  const unanswered = load.attempts.filter(({ acknowledged }) => acknowledged.length === 0)
  const again = unanswered.filter(() => random.chance(0.5))
  const answers = await Promise.all(again.map((attempt) => load.send(attempt, [after])))
  assert.deepEqual(
    answers.filter((status) => status !== 201),
    [],
    "of what was sent again",
  )
  const stored = await readStored(ground.db, mark, prefix)
  const complaints = check(load.attempts, stored, operations)
  if (complaints.length === 0) await readBack(load.attempts, { origin: after, token: ground.token })
  return {
    complaints,
    sent: load.attempts.length,
    acknowledged: load.acknowledged,
    repeated: again.length,
    conversationIds: load.conversationIds,
  }
}

/** Everything that was ever promised, from the file. What one cycle stored, a later one must not take away. */
export async function checkAll(ground: Ground, prefix: string): Promise<Complaint[]> {
  const attempts = (await readJournal(ground.journal.path)).filter(({ token }) => token.startsWith(prefix))
  return check(attempts, await readStored(ground.db, beginning, prefix), operations)
}
