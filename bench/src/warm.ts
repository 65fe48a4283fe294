import type { Child } from "./children.ts"
import { answered, measure } from "./measure.ts"
import type { Ground } from "./rounds.ts"

const mostWarmed = 5_000

/**
 * So that no operation pays for being the first to be compiled, planned and read from the disk. Reads are asked for once
 * each, as far as that is soon done: what is measured is a desk that has been at work.
 */
export async function warm({ operations, desk, floor }: Ground, names: string[], loader: Child): Promise<void> {
  const pace = { connections: 16, seconds: 0.3, warmUpSeconds: 0 }
  for (const operation of operations.filter(({ name }) => names.includes(name))) {
    const { requests, by } = operation
    const wanted = requests[0]?.method === "GET" ? Math.min(requests.length, mostWarmed) : 1
    while (answered(operation) < wanted) await measure(loader, by === "desk" ? desk : floor, operation, pace)
  }
}
