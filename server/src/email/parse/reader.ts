import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import type { Digest } from "../receive/digest.ts"
import { limits } from "./limits.ts"
import type { Incomplete, ParsedMessage } from "./message.ts"
import { placeholderFor } from "./parse.ts"

/** Without a digest where the thread came to no end with it. */
export interface ReadMessage extends ParsedMessage {
  digest?: Digest
}

export interface Reader {
  /** Fails only where `signal` or `close` came first: whatever a message is, there is something to show of it. */
  read(raw: Buffer, signal?: AbortSignal): Promise<ReadMessage>
  close(): Promise<void>
}

export interface ReaderOptions {
  /** How many messages are read at once. Unless given two, and one processor is left for everybody else. */
  threads?: number
  /** After which a message is given up. */
  readMs?: number
  /** Of each thread, for all that is no file. */
  heapMegabytes?: number
  /** What the threads run. */
  source?: URL
}

interface Task {
  raw: Buffer
  settle: { resolve: (message: ReadMessage) => void; reject: (reason: unknown) => void }
}

/** Reads messages in threads, which are started when they are first needed and hold nobody up who wants to end. */
export function openReader(options: ReaderOptions = {}): Reader {
  return new Pool(options)
}

class Pool implements Reader {
  readonly #options: Required<ReaderOptions>
  readonly #waiting: Task[] = []
  readonly #threads = new Set<Thread>()
  #isClosed = false

  constructor({
    threads = Math.min(2, Math.max(1, availableParallelism() - 1)),
    readMs = limits.readMs,
    heapMegabytes = 256,
    source = new URL("./worker.ts", import.meta.url),
  }: ReaderOptions) {
    this.#options = { threads, readMs, heapMegabytes, source }
  }

  read(raw: Buffer, signal?: AbortSignal): Promise<ReadMessage> {
    if (this.#isClosed) return Promise.reject(new Error("The reader of messages is closed."))
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<ReadMessage>()
    const task = { raw, settle: { resolve, reject } }
    const giveUp = () => {
      const index = this.#waiting.indexOf(task)
      if (index >= 0) this.#waiting.splice(index, 1)
      reject(signal?.reason)
    }
    signal?.addEventListener("abort", giveUp, { once: true })
    this.#waiting.push(task)
    this.#assign()
    return promise.finally(() => signal?.removeEventListener("abort", giveUp))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const reason = new Error("The reader of messages was closed.")
    for (const task of this.#waiting.splice(0)) task.settle.reject(reason)
    for (const thread of this.#threads) thread.task?.settle.reject(reason)
    await Promise.all([...this.#threads].map((thread) => thread.end()))
    this.#threads.clear()
  }

  #assign(): void {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const idle = [...this.#threads].find((thread) => thread.isIdle) ?? this.#start()
      if (!idle) return
      idle.take(this.#waiting.shift() as Task)
    }
  }

  #start(): Thread | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined
    const thread = new Thread(this.#options, (hasEnded) => {
      if (hasEnded) this.#threads.delete(thread)
      this.#assign()
    })
    this.#threads.add(thread)
    return thread
  }
}

class Thread {
  task: Task | undefined
  readonly #worker: Worker
  readonly #readMs: number
  readonly #tell: (hasEnded: boolean) => void
  #isReady = false
  #hasEnded = false
  #timer: NodeJS.Timeout | undefined
  #count = 0

  constructor({ source, heapMegabytes, readMs }: Required<ReaderOptions>, tell: (hasEnded: boolean) => void) {
    this.#readMs = readMs
    this.#tell = tell
    this.#worker = new Worker(source, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      // Nothing that a message makes a library say belongs among what the desk says.
      stdout: true,
      stderr: true,
    })
    this.#worker.unref()
    this.#worker.on("message", (said: "ready" | { id: number; message: ReadMessage }) => {
      if (said === "ready") this.#begin()
      else if (said.id === this.#count) this.#finish(said.message)
    })
    this.#worker.on("error", () => this.#giveUp("unreadable"))
    this.#worker.on("exit", () => this.#giveUp("unreadable"))
  }

  get isIdle(): boolean {
    return !this.task && !this.#hasEnded
  }

  take(task: Task): void {
    this.task = task
    // Somebody waits for it now, and it may not end meanwhile.
    this.#worker.ref()
    if (this.#isReady) this.#post(task)
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    clearTimeout(this.#timer)
    await this.#worker.terminate()
  }

  #begin(): void {
    this.#isReady = true
    if (this.task) this.#post(this.task)
  }

  /** The time counts from here: to start a thread takes as long as it takes. */
  #post({ raw }: Task): void {
    this.#count++
    const copy = new Uint8Array(raw)
    this.#worker.postMessage({ id: this.#count, raw: copy }, [copy.buffer])
    this.#timer = setTimeout(() => this.#giveUp("too_slow"), this.#readMs)
  }

  #finish(message: ReadMessage): void {
    clearTimeout(this.#timer)
    const task = this.task
    this.task = undefined
    this.#worker.unref()
    task?.settle.resolve(message)
    this.#tell(false)
  }

  #giveUp(why: Incomplete): void {
    if (this.#hasEnded) return
    clearTimeout(this.#timer)
    this.#hasEnded = true
    const task = this.task
    this.task = undefined
    if (task) task.settle.resolve(placeholderFor(task.raw, why))
    void this.#worker.terminate()
    this.#tell(true)
  }
}
