import { WorkerFailure, WorkerPool } from "../src/runtime/worker-pool.ts"
import type { BodyFunctions, HostileBody } from "./hostile-bodies.ts"
import { patienceMs } from "./until.ts"

interface BodyCall {
  /** Exports `bodyFunctions`. */
  module: string
  kind: keyof BodyFunctions
  name: string
}

/** A worker thread with the memory that the desk gives to its own. It is replaced after a call that does not end. */
export class BodyWorker {
  readonly #pool = new WorkerPool({ threads: 1, limitMs: patienceMs })

  /** Fails when the function does not end within the one limit of all waits. */
  async assertEnds(call: BodyCall, body: HostileBody, size: number): Promise<void> {
    const input = { call, body: body.ofSize(size) }
    await this.#pool.run({ module: import.meta.url, name: "runBodyFunction", input }).catch((error: WorkerFailure) => {
      throw new WorkerFailure(`${call.name} on ${body.name}: ${error.message}`)
    })
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** Runs in the worker thread. */
export async function runBodyFunction({ call, body }: { call: BodyCall; body: string }): Promise<void> {
  const { bodyFunctions } = (await import(call.module)) as { bodyFunctions: BodyFunctions }
  await bodyFunctions[call.kind]?.[call.name]?.(body)
}
