import { availableParallelism } from "node:os"
import { MessageChannel } from "node:worker_threads"
import { Piscina } from "piscina"
import { Slots } from "./slots.ts"

export interface WorkerTask {
  /** The module that exports the function. It runs in the worker thread. */
  module: string
  name: string
  /** Copied to the thread. */
  input: unknown
}

/** A task did not end in time, ran out of memory or failed. The thread is replaced where need be; other tasks go on. */
export class WorkerFailure extends Error {}

export interface WorkerPoolOptions {
  threads?: number
  /** Counted from when the function is called: waiting for a thread and starting it do not count. */
  limitMs?: number
  heapMegabytes?: number
}

/** A thread that has nothing to do ends after this time: starting one takes as long as a hundred small tasks. */
const idleMs = 300_000

/** Runs functions in worker threads, which start when they are first needed and keep no process alive. */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>
  /** One for each thread: what waits in the library's own queue is forgotten when the last thread is replaced. */
  readonly #slots: Slots
  #pool: Piscina | undefined

  constructor({
    threads = Math.max(2, availableParallelism() - 1),
    limitMs = 10_000,
    heapMegabytes = 256,
  }: WorkerPoolOptions = {}) {
    this.#options = { threads, limitMs, heapMegabytes }
    this.#slots = new Slots(threads)
  }

  run<Result>(task: WorkerTask): Promise<Result> {
    return this.#slots.run(() => this.#start<Result>(task))
  }

  async close(): Promise<void> {
    await this.#pool?.destroy()
  }

  async #start<Result>({ module, name, input }: WorkerTask): Promise<Result> {
    const { limitMs } = this.#options
    const { port1: started, port2: starting } = new MessageChannel()
    const stopping = new AbortController()
    let timer: NodeJS.Timeout | undefined
    started.once("message", () => {
      timer = setTimeout(() => stopping.abort(), limitMs)
    })
    started.unref()
    try {
      const task = { module, name, input, starting }
      return await this.#open().run(task, { transferList: [starting], signal: stopping.signal })
    } catch (error) {
      const reason = stopping.signal.aborted ? `took more than ${limitMs / 1_000} seconds` : (error as Error).message
      throw new WorkerFailure(`${name}: ${reason}`, { cause: error })
    } finally {
      clearTimeout(timer)
      started.close()
    }
  }

  #open(): Piscina {
    const { threads, heapMegabytes } = this.#options
    this.#pool ??= new Piscina({
      filename: new URL("./worker.ts", import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    return this.#pool
  }
}

/** For work on what people write, whose cost grows with its length. */
export const bodyWorkers = new WorkerPool()

/** Whatever is done with a text of this length takes about a millisecond, as long as handing it to a thread does. */
const longestInline = 8_000

/** Runs a function on a text without holding up other requests: in a worker thread, unless the text is short. */
export async function runOnBody<Result>(
  work: (body: string) => Result,
  { module, body }: { module: string; body: string },
): Promise<Result> {
  return body.length <= longestInline ? work(body) : bodyWorkers.run({ module, name: work.name, input: body })
}
