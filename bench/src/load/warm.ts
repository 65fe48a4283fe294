import type { Child } from "../desks/children.ts"
import type { Operation } from "../operations/operation.ts"
import { answered, measure, type Subject } from "./measure.ts"

const mostWarmed = 5_000
/** Enough to compile the code. The measured requests are other ones, which no cache answers. */
const warmedCold = 100
/** By then their code is compiled, and pages of large indexes stand in the log of PostgreSQL whole, as after each of its checkpoints. */
const warmedWrites = 2_000
const pace = { connections: 16, seconds: 0.3, warmUpSeconds: 0 }

interface Warmed {
  operations: Operation[]
  desk: Subject
  floor: Subject
  /** Of each operation that writes. */
  writes?: number
}

/**
 * So that no operation pays for being the first to be compiled, planned and read from the disk. Reads are asked for once
 * each, as far as that is soon done, and writes made for some seconds: what is measured is a desk that has been at work.
 */
export async function warm(
  { operations, desk, floor, writes = warmedWrites }: Warmed,
  names: string[],
  loader: Child,
): Promise<void> {
  for (const operation of operations.filter(({ name }) => names.includes(name))) {
    const { requests, by, kind } = operation
    const reads = kind === "cold" ? warmedCold : Math.min(requests.length, mostWarmed)
    const wanted = requests[0]?.method === "GET" ? reads : writes
    while (answered(operation) < wanted) await measure(loader, by === "desk" ? desk : floor, operation, pace)
  }
}

/** Once more, because what other operations asked for since may have evicted it from the caches. */
export async function warmAgain(operation: Operation, desk: Subject, loader: Child): Promise<void> {
  const { requests, kind } = operation
  if (requests[0]?.method !== "GET" || kind === "cold" || requests.length > mostWarmed) return
  const wanted = answered(operation) + requests.length
  while (answered(operation) < wanted) await measure(loader, desk, operation, pace)
}
