import type { Desk } from "../../http/route.ts"
import { deleteDeliveries } from "./queries.ts"

/** So many in one transaction that none takes long. */
const batchSize = 1_000

/** After a webhook was deleted. What is done stays done when the job ends early. */
export async function removeDeliveries({ db }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { webhookId } = payload as { webhookId: number }
  let removed = batchSize
  while (removed === batchSize) {
    signal.throwIfAborted()
    removed = await deleteDeliveries(db, webhookId, batchSize)
  }
}
