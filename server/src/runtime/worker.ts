import { type MessagePort, workerData } from "node:worker_threads"
import { lowerPriority } from "./priority.ts"
import type { WorkerTask } from "./worker-pool.ts"

if (workerData.isBackground) lowerPriority()

// What a text makes a library print does not belong in the desk's log.
process.stdout.write = () => true
process.stderr.write = () => true

/** Runs in a worker thread. Says when the function is called, because only its own time is limited. */
export default async function runTask({ module, name, input, starting }: WorkerTask & { starting: MessagePort }) {
  const work = (await import(module))[name] as (input: unknown) => unknown
  starting.postMessage("started")
  starting.close()
  return work(input)
}
