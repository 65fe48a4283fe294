import type { MessagePort } from "node:worker_threads"
import type { WorkerTask } from "./worker-pool.ts"

/** Runs in a worker thread. Tells when the function is called, because only its own time is limited. */
export default async function runTask({ module, name, input, starting }: WorkerTask & { starting: MessagePort }) {
  const work = (await import(module))[name] as (input: unknown) => unknown
  starting.postMessage("started")
  starting.close()
  return work(input)
}
