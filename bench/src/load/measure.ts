import type { Child } from "../desks/children.ts"
import { cpuMs, postgresCpuMs } from "../desks/processes.ts"
import type { Kind, Operation } from "../operations/operation.ts"
import { ask } from "../operations/requests.ts"
import type { Latency } from "../output/percentiles.ts"
import type { Job, Load } from "./load.ts"
import type { Order } from "./loader.ts"

/** Who answers: the nodes of the desk, or the floor, and the PostgreSQL behind them, also a replica's. */
export interface Subject {
  nodes: { address: string; pid: number }[]
  token?: string
  postmasters: number[]
}

export interface Result {
  operation: string
  kind: Kind
  by: "desk" | "floor"
  connections: number
  perSecond: number
  latencyMs: Latency
  /** For each request. */
  nodeCpuMs: number
  postgresCpuMs: number
  /** Requests/s divided by those of the floor that it is compared with. */
  ofFloor?: number
}

/** Makes sure that what is measured is what its name says. */
export async function check(subject: Subject, { name, requests, truth }: Operation): Promise<void> {
  const [first] = requests
  if (first === undefined) throw new Error(`"${name}" finds nothing to ask for: seed more conversations`)
  const caller = { address: subject.nodes[0]?.address ?? "", token: subject.token }
  // Asking for writes would make some.
  if (first.method !== "GET") return
  for (const request of requests.slice(0, 10)) await ask(caller, request)
  if (truth === undefined) return
  const { _embedded } = JSON.parse(await ask(caller, first)) as { _embedded: { conversations: { id: number }[] } }
  const found = _embedded.conversations.map(({ id }) => id)
  if (found.join() !== truth.join()) throw new Error(`"${name}" lists ${found} instead of ${truth}`)
}

export interface Pace {
  connections: number
  seconds: number
  /** Without it a quarter of that; 0 where it is warm. */
  warmUpSeconds?: number
  /** Waits until nothing follows from the requests any more. */
  settle?: () => Promise<void>
}

/** Writes go on where they stopped, because to repeat one changes nothing. */
const turns = new WeakMap<Operation, number>()

/** How many of these requests have been answered, in all measurements and while they warmed up. */
export function answered(operation: Operation): number {
  return turns.get(operation) ?? 0
}

export async function measure(loader: Child, subject: Subject, operation: Operation, pace: Pace): Promise<Result> {
  const run = async (seconds: number) => {
    const job: Job = {
      addresses: subject.nodes.map(({ address }) => address),
      token: subject.token,
      requests: operation.requests,
      turn: turns.get(operation) ?? 0,
      connections: pace.connections,
      seconds,
    }
    const done = await loader.ask<Load>({ do: "load", ...job } satisfies Order)
    turns.set(operation, done.turn)
    return done
  }
  const { warmUpSeconds = Math.min(3, Math.max(0.2, pace.seconds / 4)) } = pace
  if (warmUpSeconds > 0) await run(warmUpSeconds)
  await pace.settle?.()
  const before = cpuOf(subject)
  const { seconds, requests, latencyMs } = await run(pace.seconds)
  // What a write brings about later belongs to it, and not to whatever is measured next.
  await pace.settle?.()
  const after = cpuOf(subject)
  const { name, kind, by } = operation
  return {
    operation: name,
    kind,
    by,
    connections: pace.connections,
    perSecond: requests / seconds,
    latencyMs,
    nodeCpuMs: (after.node - before.node) / requests,
    postgresCpuMs: (after.postgres - before.postgres) / requests,
  }
}

function cpuOf({ nodes, postmasters }: Subject): { node: number; postgres: number } {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return { node: sum(nodes.map(({ pid }) => cpuMs(pid))), postgres: sum(postmasters.map(postgresCpuMs)) }
}
