import type { Child } from "./children.ts"
import { measure, type Pace, type Result, type Subject } from "./measure.ts"
import type { Operation } from "./operation.ts"

/** A desk of one size with its floor, both ready. */
export interface Ground {
  conversations: number
  desk: Subject
  floor: Subject
  operations: Operation[]
}

export interface SizedResult extends Result {
  conversations: number
}

/** After so many operations the floor is measured anew, so that both meet the same moods of the machine. */
const perRound = 4

interface Measuring {
  loader: Child
  pace: Pace
  say: (line: string) => void
  /** Called before each operation of a desk is measured. */
  before?: (operation: Operation, desk: Subject) => Promise<void>
  /** Waits until nothing follows from what was written to the desk. */
  settle?: (ground: Ground) => Promise<void>
}

/**
 * Measures operations on all grounds in turns: the floor, some operations of the desk, the floor again, and so on. What
 * an operation is divided by is the mean of the floor before and after it.
 */
export async function measureRounds(
  grounds: Ground[],
  names: string[],
  { loader, pace, say, before, settle }: Measuring,
): Promise<SizedResult[]> {
  const results: SizedResult[] = []
  const floors = new Map<string, SizedResult[]>()
  const take = async (ground: Ground, name: string, seconds = pace.seconds): Promise<SizedResult> => {
    const operation = find(ground, name)
    const subject = operation.by === "desk" ? ground.desk : ground.floor
    if (operation.by === "desk") await before?.(operation, subject)
    const isWrite = operation.by === "desk" && operation.requests[0]?.method !== "GET"
    const settling = isWrite && settle ? { settle: () => settle(ground) } : {}
    const measured = await measure(loader, subject, operation, { ...pace, seconds, ...settling })
    const result = { ...measured, conversations: ground.conversations }
    say(`${show(ground)} ${String(pace.connections).padStart(3)} × ${name}: ${Math.round(result.perSecond)}/s`)
    return result
  }
  const takeFloor = async (ground: Ground, name: string) => {
    const result = await take(ground, name, pace.seconds / 2)
    const key = `${ground.conversations} ${name}`
    floors.set(key, [...(floors.get(key) ?? []), result])
    return result
  }
  for (const { floor, operations } of roundsOf(grounds[0], names)) {
    const earlier = floor === undefined ? [] : await inTurn(grounds, (ground) => takeFloor(ground, floor))
    const taken: SizedResult[][] = []
    for (const name of operations) taken.push(await inTurn(grounds, (ground) => take(ground, name)))
    const later = floor === undefined ? [] : await inTurn(grounds, (ground) => takeFloor(ground, floor))
    for (const sizes of taken)
      for (const [index, result] of sizes.entries()) {
        const [one, other] = [earlier[index], later[index]]
        const ofFloor = one && other && (2 * result.perSecond) / (one.perSecond + other.perSecond)
        results.push({ ...result, ...(ofFloor !== undefined && { ofFloor }) })
      }
  }
  return [...[...floors.values()].map(meanOf), ...results]
}

async function inTurn<Made>(grounds: Ground[], make: (ground: Ground) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (const ground of grounds) made.push(await make(ground))
  return made
}

interface Round {
  floor: string | undefined
  operations: string[]
}

/** Those with one floor follow one another; a floor that nothing is compared with stands for itself. */
function roundsOf(ground: Ground | undefined, names: string[]): Round[] {
  const rounds: Round[] = []
  const compared = new Set(ground?.operations.map(({ floor }) => floor))
  for (const { name, floor, by } of ground?.operations ?? []) {
    if (!names.includes(name) || (by === "floor" && compared.has(name))) continue
    const last = rounds.at(-1)
    if (last && floor !== undefined && last.floor === floor && last.operations.length < perRound)
      last.operations.push(name)
    else rounds.push({ floor, operations: [name] })
  }
  return rounds
}

function find({ operations }: Ground, name: string): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`There is no operation "${name}"`)
  return operation
}

/** Of a floor that was measured several times. */
function meanOf(results: SizedResult[]): SizedResult {
  const mean = (pick: (result: SizedResult) => number) =>
    results.reduce((sum, result) => sum + pick(result), 0) / results.length
  return {
    ...results[0]!,
    perSecond: mean(({ perSecond }) => perSecond),
    latencyMs: {
      p50: mean(({ latencyMs }) => latencyMs.p50),
      p95: mean(({ latencyMs }) => latencyMs.p95),
      p99: mean(({ latencyMs }) => latencyMs.p99),
    },
    nodeCpuMs: mean(({ nodeCpuMs }) => nodeCpuMs),
    postgresCpuMs: mean(({ postgresCpuMs }) => postgresCpuMs),
  }
}

function show({ conversations }: Ground): string {
  return conversations.toLocaleString("en").padStart(9)
}
