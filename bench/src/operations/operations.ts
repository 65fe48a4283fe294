import type { Operation, Prepared } from "./operation.ts"
import { listReads } from "./reads.ts"
import { listSearches } from "./searches.ts"
import { listWrites } from "./writes.ts"

/**
 * Everything that is measured, with addresses that exist on this desk and that differ from request to request. What the
 * floor answers is made on the way.
 */
export async function listOperations(prepared: Prepared): Promise<Operation[]> {
  return [...(await listReads(prepared)), ...(await listSearches(prepared)), ...(await listWrites(prepared))]
}
