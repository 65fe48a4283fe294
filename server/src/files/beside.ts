import { Worker } from "node:worker_threads"
import { unavailable } from "../errors.ts"
import { Resting } from "../resting.ts"
import { openDiskFiles } from "./disk.ts"
import type { Files } from "./files.ts"
import type { Writing, Written } from "./writing.ts"

interface Waiting {
  settle: (key: string) => void
  refuse: (error: unknown) => void
}

/**
 * The same store, but that contents are hashed and written by a thread beside this one: a message takes two files, and each
 * ten trips to the disk, of which the thread that answers people would hear one by one. It is started when there is something to write
 * and ends when there is not.
 */
export function openFilesBeside(folder: string): Files {
  return { ...openDiskFiles(folder), write: (contents) => write(folder, contents) }
}

const running = new Map<number, Waiting>()
let worker: Worker | undefined
const resting = new Resting()
let asked = 0

function write(folder: string, contents: Buffer): Promise<string> {
  return new Promise((settle, refuse) => {
    resting.end()
    const id = ++asked
    running.set(id, { settle, refuse })
    worker ??= start()
    worker.ref()
    // A copy of these bytes alone: the memory behind them may hold others too.
    const copy = new Uint8Array(contents)
    const writing: Writing = { id, folder, contents: copy }
    worker.postMessage(writing, [copy.buffer])
  })
}

function start(): Worker {
  const started = new Worker(new URL("./writing-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  })
  started.on("message", (written: Written) => {
    const waiting = running.get(written.id)
    running.delete(written.id)
    if ("key" in written) waiting?.settle(written.key)
    else waiting?.refuse(unkept(Object.assign(new Error(written.problem.message), { code: written.problem.code })))
    if (running.size === 0) rest()
  })
  // What it had begun may be on the disk or not; who asked for it was not told that it is.
  started.on("error", (error) => {
    worker = undefined
    for (const { refuse } of running.values()) refuse(unkept(error))
    running.clear()
  })
  return started
}

function unkept(cause: unknown) {
  return unavailable("The file cannot be kept at the moment", cause)
}

function rest(): void {
  resting.begin(worker, () => {
    worker = undefined
  })
}
