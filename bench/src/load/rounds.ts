import type { Child } from "../desks/children.ts"
import type { Operation } from "../operations/operation.ts"
import { measure, type Pace, type Result, type Subject } from "./measure.ts"

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

/** Checkpoints and reactions come every few seconds, and whoever they meet is slower: writes are measured so often, and their mean counts. */
const writeTurns = 3

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
    const settling = operation.by === "desk" && isWrite(operation) && settle ? { settle: () => settle(ground) } : {}
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
  for (const { floor, operations, isWritten } of roundsOf(grounds[0], names)) {
    // Short ones are for a quick look.
    const turns = isWritten && pace.seconds >= 1 ? writeTurns : 1
    const takeFloors = async () => (floor === undefined ? [] : inTurn(grounds, (ground) => takeFloor(ground, floor)))
    const between = [await takeFloors()]
    const taken = new Map<string, SizedResult[][]>(operations.map((name) => [name, []]))
    for (let turn = 0; turn < turns; turn++) {
      for (const [name, sizes] of taken) sizes.push(await inTurn(grounds, (ground) => take(ground, name)))
      between.push(await takeFloors())
    }
    for (const sizes of taken.values())
      for (const index of grounds.keys()) {
        const result = meanOf(sizes.map((turn) => turn[index]!))
        const around = between.flatMap((floors) => floors[index]?.perSecond ?? [])
        results.push({ ...result, ...(around.length > 0 && { ofFloor: result.perSecond / meanAround(around) }) })
      }
  }
  return [...[...floors.values()].map(meanOf), ...results]
}

/** Of what was measured before, between and after turns: each turn has two of them beside it. */
function meanAround(figures: number[]): number {
  const beside = figures.slice(1).map((figure, index) => (figure + figures[index]!) / 2)
  return beside.reduce((sum, figure) => sum + figure, 0) / beside.length
}

const isWrite = ({ requests }: Operation) => requests[0]?.method !== "GET"

async function inTurn<Made>(grounds: Ground[], make: (ground: Ground) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (const ground of grounds) made.push(await make(ground))
  return made
}

interface Round {
  floor: string | undefined
  operations: string[]
  isWritten: boolean
}

/** Those with one floor follow one another; a floor that nothing is compared with stands for itself. */
function roundsOf(ground: Ground | undefined, names: string[]): Round[] {
  const rounds: Round[] = []
  const compared = new Set(ground?.operations.map(({ floor }) => floor))
  for (const operation of ground?.operations ?? []) {
    const { name, floor, by } = operation
    if (!names.includes(name) || (by === "floor" && compared.has(name))) continue
    const last = rounds.at(-1)
    if (last && floor !== undefined && last.floor === floor && last.operations.length < perRound)
      last.operations.push(name)
    else rounds.push({ floor, operations: [name], isWritten: isWrite(operation) })
  }
  return rounds
}

function find({ operations }: Ground, name: string): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`There is no operation "${name}"`)
  return operation
}

/** Of what was measured several times. */
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
