import { availableParallelism } from "node:os"
import { MessageChannel } from "node:worker_threads"
import { Piscina } from "piscina"

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
  #pool: Piscina | undefined

  constructor({
    threads = Math.max(2, availableParallelism() - 1),
    limitMs = 10_000,
    heapMegabytes = 256,
  }: WorkerPoolOptions = {}) {
    this.#options = { threads, limitMs, heapMegabytes }
  }

  async run<Result>({ module, name, input }: WorkerTask): Promise<Result> {
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

  async close(): Promise<void> {
    await this.#pool?.destroy()
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
