import { availableParallelism } from "node:os"
import { WorkerFailure, WorkerPool } from "../../runtime/worker-pool.ts"
import { limits } from "./limits.ts"
import { placeholderFor } from "./parse.ts"
import type { ReadMessage } from "./read-message.ts"

export interface Reader {
  /** Fails only where `close` came first: whatever a message is, there is something to show of it. */
  read(raw: Buffer): Promise<ReadMessage>
  close(): Promise<void>
}

export interface ReaderOptions {
  /** How many messages are parsed at once: two, unless that would leave no processor for everybody else. */
  threads?: number
  /** After which a message is given up. */
  limitMs?: number
  /** Of each thread, for all that is no file. */
  heapMegabytes?: number
  /** What the threads run. */
  module?: string
}

/** Parses messages in worker threads. */
export function openReader({
  threads = Math.min(2, Math.max(1, availableParallelism() - 1)),
  limitMs = limits.readMs,
  heapMegabytes = 256,
  module = new URL("./read-message.ts", import.meta.url).href,
}: ReaderOptions = {}): Reader {
  const pool = new WorkerPool({ threads, limitMs, heapMegabytes, isBackground: true })
  return {
    async read(raw) {
      const input = new Uint8Array(raw)
      try {
        return await pool.run<ReadMessage>({ module, name: "readMessage", input, transfer: [input.buffer] })
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error
        return placeholderFor(raw, error.isTimeout ? "too_slow" : "unreadable")
      }
    },
    close: () => pool.close(),
  }
}
