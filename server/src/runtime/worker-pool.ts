import { availableParallelism } from "node:os"
import { MessageChannel, type Transferable } from "node:worker_threads"
import PQueue from "p-queue"
import { Piscina } from "piscina"

export interface WorkerTask {
  /** The module that exports the function. It runs in the worker thread. */
  module: string
  name: string
  /** Copied to the thread, but for what `transfer` names, which is gone here afterwards. */
  input: unknown
  transfer?: Transferable[]
  /** Counted from when the function is called: waiting for a thread and starting it do not count. */
  limitMs?: number
  /** Takes a waiting task out of the queue. One that has begun goes on. */
  signal?: AbortSignal | undefined
}

/** A task did not end in time, ran out of memory or failed. The thread is replaced where need be; other tasks go on. */
export class WorkerFailure extends Error {
  readonly isTimeout: boolean

  constructor(message: string, { isTimeout = false, cause }: { isTimeout?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isTimeout = isTimeout
  }
}

export interface WorkerPoolOptions {
  threads?: number
  /** For tasks that mostly wait. Where one of them has to be stopped or takes too much memory, those beside it fail too. */
  tasksPerThread?: number
  /** Of a task that names none. */
  limitMs?: number
  heapMegabytes?: number
  /** Its threads leave the processor to those that people wait for. */
  isBackground?: boolean
}

/** A thread that has nothing to do ends after this time: starting one takes as long as a hundred small tasks. */
const idleMs = 300_000

/** Runs functions in worker threads, which start when they are first needed and keep no process alive. */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>
  /** What waits in the library's own queue is forgotten when the last thread is replaced. */
  readonly #queue: PQueue
  #pool: Piscina | undefined
  #isClosed = false

  constructor({
    threads = Math.max(2, availableParallelism() - 1),
    tasksPerThread = 1,
    limitMs = 10_000,
    heapMegabytes = 256,
    isBackground = false,
  }: WorkerPoolOptions = {}) {
    this.#options = { threads, tasksPerThread, limitMs, heapMegabytes, isBackground }
    this.#queue = new PQueue({ concurrency: threads * tasksPerThread })
  }

  /** Fails with a `WorkerFailure` where the task is to blame, and with another error where it was not run to its end. */
  run<Result>(task: WorkerTask): Promise<Result> {
    // A signal of the queue would give up tasks that have begun, too.
    const waiting = new AbortController()
    const leave = () => waiting.abort(task.signal?.reason)
    if (task.signal?.aborted) leave()
    task.signal?.addEventListener("abort", leave, { once: true })
    const start = () => {
      task.signal?.removeEventListener("abort", leave)
      return this.#start<Result>(task)
    }
    return this.#queue.add(start, { signal: waiting.signal })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pool?.destroy()
  }

  async #start<Result>({ module, name, input, transfer = [], limitMs = this.#options.limitMs }: WorkerTask) {
    if (this.#isClosed) throw closed()
    const { port1: started, port2: starting } = new MessageChannel()
    const stopping = new AbortController()
    const pool = this.#open()
    // The library runs a task that has a signal with no other beside it.
    const signal = this.#options.tasksPerThread === 1 ? stopping.signal : null
    let timer: NodeJS.Timeout | undefined
    started.once("message", () => {
      timer = setTimeout(() => {
        stopping.abort()
        if (!signal) this.#discard(pool)
      }, limitMs)
    })
    started.unref()
    try {
      const options = { transferList: [starting, ...transfer], signal }
      return (await pool.run({ module, name, input, starting }, options)) as Result
    } catch (error) {
      if (this.#isClosed) throw closed()
      const isTimeout = stopping.signal.aborted
      const reason = isTimeout ? `took more than ${limitMs / 1_000} seconds` : (error as Error).message
      throw new WorkerFailure(`${name}: ${reason}`, { isTimeout, cause: error })
    } finally {
      clearTimeout(timer)
      started.close()
    }
  }

  #open(): Piscina {
    if (this.#pool) return this.#pool
    const { threads, tasksPerThread, heapMegabytes, isBackground } = this.#options
    const pool = new Piscina({
      filename: new URL("./worker.ts", import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: tasksPerThread,
      idleTimeout: idleMs,
      recordTiming: false,
      workerData: { isBackground },
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    })
    // A thread failed that ran no task: while it started, and tasks wait for it, or after a task ended.
    pool.on("error", () => this.#discard(pool))
    this.#pool = pool
    return pool
  }

  /** All its tasks fail; the next one gets new threads. */
  #discard(pool: Piscina): void {
    if (this.#pool === pool) this.#pool = undefined
    void pool.destroy()
  }
}

function closed(): Error {
  return new Error("The worker pool is closed")
}

/** The result of a task whose buffers are moved to the caller, not copied. */
export function moveBuffers<Value extends object>(value: Value, buffers: ArrayBufferLike[]): Value {
  return Piscina.move({ [Piscina.transferableSymbol]: buffers, [Piscina.valueSymbol]: value } as never) as Value
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
