import { load, type Target } from "./load.ts"
import type { Operation } from "./operations.ts"
import { type Latency, latencyOf } from "./percentiles.ts"
import { cpuMs, postgresCpuMs } from "./processes.ts"

/** A running server, the desk or the floor, and the PostgreSQL behind it. */
export interface Subject {
  address: string
  token?: string
  pid: number
  postmaster: number
}

export interface Result {
  operation: string
  /** The floor operation that it is compared with. */
  floor: string | undefined
  connections: number
  perSecond: number
  latencyMs: Latency
  /** For each request. */
  nodeCpuMs: number
  postgresCpuMs: number
}

/** Makes sure that what is measured is what its name says: an empty list is answered fast. */
export async function check(subject: Subject, { name, paths, listed }: Operation): Promise<void> {
  if (paths.length === 0) throw new Error(`"${name}" finds nothing to ask for: seed more conversations`)
  for (const path of paths.slice(0, 10)) {
    const response = await fetch(subject.address + path, {
      headers: subject.token === undefined ? {} : { Authorization: `Bearer ${subject.token}` },
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text.slice(0, 500)}`)
    const found = listed === undefined ? undefined : JSON.parse(text)._embedded.conversations.length
    if (found !== listed) throw new Error(`GET ${path} lists ${found} conversations instead of ${listed}`)
  }
}

export async function measure(
  subject: Subject,
  operation: Operation,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Result> {
  const target: Target = { address: subject.address, token: subject.token, paths: operation.paths }
  await load(target, connections, warmUpSeconds(seconds))
  const [nodeBefore, postgresBefore] = [cpuMs(subject.pid), postgresCpuMs(subject.postmaster)]
  const { seconds: lasted, latenciesMs } = await load(target, connections, seconds)
  const requests = latenciesMs.length
  return {
    operation: operation.name,
    floor: operation.floor,
    connections,
    perSecond: requests / lasted,
    latencyMs: latencyOf(latenciesMs),
    nodeCpuMs: (cpuMs(subject.pid) - nodeBefore) / requests,
    postgresCpuMs: (postgresCpuMs(subject.postmaster) - postgresBefore) / requests,
  }
}

function warmUpSeconds(seconds: number): number {
  return Math.min(3, Math.max(0.5, seconds / 4))
}
