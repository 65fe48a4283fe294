import { once } from "node:events"
import { finished } from "node:stream/promises"
import { Worker } from "node:worker_threads"
import type pg from "pg"
import { from as copyFrom } from "pg-copy-streams"
import type { Batch } from "./generator.ts"
import type { SeedPlan } from "./plan.ts"

/** Batches made in a thread beside this one, one ahead of the one in use: both cores work, and memory stays flat. */
export async function* generatedBatches(plan: SeedPlan): AsyncGenerator<Batch> {
  const worker = new Worker(new URL("./generator.ts", import.meta.url), { workerData: plan })
  try {
    const next = () => {
      const answer = once(worker, "message") as Promise<[Batch | undefined]>
      // It may fail while the batch before it is still being copied.
      answer.catch(() => {})
      worker.postMessage("next")
      return answer
    }
    let coming = next()
    for (;;) {
      const [batch] = await coming
      if (!batch) return
      coming = next()
      yield batch
    }
  } finally {
    await worker.terminate()
  }
}

export async function copyBatch(client: pg.ClientBase, batch: Batch): Promise<void> {
  for (const { name, columns, bytes } of batch.tables) {
    const stream = client.query(copyFrom(`copy ${name} (${columns}) from stdin (format binary)`))
    stream.end(bytes)
    await finished(stream)
  }
}
