import assert from "node:assert/strict"
import { Random } from "../bad-input/random.ts"
import { postmasterOf } from "../processes.ts"
import { until } from "../until.ts"
import { type CycleOptions, type CycleResult, checkAll, runCycle } from "./cycle.ts"
import { type Ground, runCommand, startNode } from "./ground.ts"
import { isSuccess, type Load } from "./load.ts"

export interface Crashes {
  ground: Ground
  seed: number
  cycles: number
  /** Told of every cycle. */
  say?: (line: string) => void
}

export interface Totals {
  cycles: number
  sent: number
  acknowledged: number
  repeated: number
}

/** K1: the process that serves is killed under load and started again. */
export async function crashNode(crashes: Crashes): Promise<Totals> {
  let node = await startNode(crashes.ground)
  try {
    return await runCycles(crashes, () => ({
      origin: node.origin,
      strike: async (load) => {
        await node.signal("SIGKILL")
        await load.stop()
        node = await startNode(crashes.ground)
        return node.origin
      },
    }))
  } finally {
    await node.signal("SIGKILL")
  }
}

/** K9: PostgreSQL is killed under load. The desk says so, and goes on by itself when it is back. */
export function crashPostgres(crashes: Crashes): Promise<Totals> {
  const { keeper, dataDir } = crashes.ground
  const strike = async (load: Load) => {
    process.kill(postmasterOf(dataDir) ?? assert.fail("PostgreSQL does not run"), "SIGKILL")
    await untilRecovered(load)
    assert.deepEqual(
      [...load.statuses.keys()].filter((status) => !isSuccess(status)),
      [503],
    )
    assert.deepEqual(load.improper, [])
    return keeper.origin
  }
  return runCycles(crashes, () => ({ origin: keeper.origin, strike }))
}

/** The desk said that it cannot, and then wrote again. */
export async function untilRecovered(load: Load): Promise<void> {
  await until(() => (load.statuses.get(503) ?? 0) > 0)
  const before = load.acknowledged
  await until(() => load.acknowledged >= before + 10)
}

async function runCycles(
  { ground, seed, cycles, say }: Crashes,
  next: () => Pick<CycleOptions, "origin" | "strike">,
): Promise<Totals> {
  const random = new Random(seed)
  const run = prefixOf(seed)
  const totals: Totals = { cycles: 0, sent: 0, acknowledged: 0, repeated: 0 }
  let conversationIds: number[] = [ground.conversationId]
  for (let cycle = 1; cycle <= cycles; cycle++) {
    const result: CycleResult = await runCycle({
      ...next(),
      ground,
      random,
      conversationIds,
      prefix: `${run}${cycle}-`,
    })
    assert.deepEqual(result.complaints, [], `seed ${seed}, cycle ${cycle}`)
    conversationIds = result.conversationIds
    totals.cycles++
    for (const name of ["sent", "acknowledged", "repeated"] as const) totals[name] += result[name]
    say?.(`cycle ${cycle}: ${result.acknowledged} of ${result.sent} acknowledged, ${result.repeated} sent again`)
  }
  assert.deepEqual(await checkAll(ground, run), [], `seed ${seed}, all of it`)
  await runCommand(ground.dataDir, "counters", "--verify")
  return totals
}

/** Begins all tokens of a run. */
export function prefixOf(seed: number): string {
  return `f${(seed >>> 0).toString(16).padStart(8, "0")}-`
}

/** The seed of the tests. `npm run faults` draws a new one each time and prints it, so that a run can be repeated. */
export function chooseSeed(): number {
  const seed = Number(process.env["DESKHAND_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`DESKHAND_TEST_SEED=${seed}`)
  return seed
}
