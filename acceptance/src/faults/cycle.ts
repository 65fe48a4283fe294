import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Random } from "../bad-input/random.ts"
import { until } from "../until.ts"
import { type Complaint, check } from "./checker.ts"
import type { Ground } from "./ground.ts"
import { type Attempt, readJournal } from "./journal.ts"
import { isSuccess, Load } from "./load.ts"
import { operations } from "./operations.ts"
import { readBack } from "./read-back.ts"
import { beginning, type Mark, readMark, readStored } from "./stored.ts"

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
  const { ground, prefix, random } = options
  const { load, mark, origin } = await strikeUnderLoad(options)
  const unanswered = load.attempts.filter(({ acknowledged }) => acknowledged.length === 0)
  const again = unanswered.filter(() => random.chance(0.5))
  await sendAgain(load, again, origin)
  const complaints = check(load.attempts, await readStored(ground.db, mark, prefix), operations)
  // It looks whether it can for a second, which may be too short on a busy machine.
  await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
  if (complaints.length === 0) await readBack(load.attempts, { origin, token: ground.token })
  return {
    complaints,
    sent: load.attempts.length,
    acknowledged: load.acknowledged,
    repeated: again.length,
    conversationIds: load.conversationIds,
  }
}

/** One after the other, as patiently as a client that was told to try again. */
async function sendAgain(load: Load, attempts: Attempt[], origin: string): Promise<void> {
  for (const attempt of attempts)
    await until(async () => {
      const status = await load.send(attempt, [origin])
      if (!isSuccess(status)) assert.equal(status, 503, `${attempt.token} again`)
      return isSuccess(status)
    })
}

export interface Struck {
  load: Load
  /** Of before the load. */
  mark: Mark
  /** Where the desk answers now. */
  origin: string
}

export async function strikeUnderLoad(options: CycleOptions): Promise<Struck> {
  const { ground, random, origin, strike } = options
  const mark = await readMark(ground.db)
  const load = new Load({ ...options, origins: [origin] })
  try {
    // At once, soon, or when everything is warm.
    const wanted = 1 + random.below(40)
    await until(() => load.acknowledged >= wanted)
    await pause(random.below(15))
    return { load, mark, origin: await strike(load) }
  } finally {
    await load.stop()
  }
}

/** Everything that was ever promised, from the file. What one cycle stored, a later one must not take away. */
export async function checkAll(ground: Ground, prefix: string): Promise<Complaint[]> {
  const attempts = (await readJournal(ground.journal.path)).filter(({ token }) => token.startsWith(prefix))
  return check(attempts, await readStored(ground.db, beginning, prefix), operations)
}
