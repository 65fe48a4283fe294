import { setTimeout as pause } from "node:timers/promises"
import type { Prepared } from "./prepare.ts"
import type { Claimed } from "./queue.ts"

/** A message that was parsed waits at most so long for others that are being parsed. */
const batchMs = 200

/** A message that was parsed. */
export interface Ready {
  claimed: Claimed
  prepared: Prepared
}

export interface InboxQueueWork {
  /** More are not settled together. */
  most: number
  /** Settles as many of the first as go together, and gives how many that were. */
  settle: (ready: Ready[]) => Promise<number>
  /** One that failed for a reason of its own. */
  fail: (claimed: Claimed, error: unknown) => Promise<void>
  /** Nothing about the messages: none of those that wait can be settled now. */
  isPassing: (error: unknown) => boolean
  putBack: (claimed: Claimed[], error: unknown) => void
}

interface Waiting {
  claimed: Claimed
  /** Never fails. */
  preparing: Promise<void>
  prepared?: Prepared
  failed?: { error: unknown }
  end: () => void
}

/**
 * The messages of one inbox that are under way: parsed concurrently, settled in the order in which they came. Those from the
 * front on that are parsed already are settled as one batch. Where that fails, each is tried alone, so that the blame falls on
 * the right one. Batches are why this is no PQueue.
 */
export class InboxQueue {
  readonly #work: InboxQueueWork
  readonly #waiting: Waiting[] = []
  #isRunning = false

  constructor(work: InboxQueueWork) {
    this.#work = work
  }

  /** Ends when nothing is to be done for it any more; never fails. */
  add(claimed: Claimed, preparation: Promise<Prepared>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting: Waiting = { claimed, preparing: Promise.resolve(), end: resolve }
    waiting.preparing = preparation.then(
      (prepared) => {
        waiting.prepared = prepared
      },
      (error: unknown) => {
        waiting.failed = { error }
      },
    )
    this.#waiting.push(waiting)
    if (!this.#isRunning) void this.#run()
    return promise
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    /** So many are tried one by one, because they failed together. */
    let alone = 0
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      await this.#gathered()
      const ready = first.failed ? [] : this.#readyOnes().slice(0, alone > 0 ? 1 : undefined)
      try {
        if (first.failed) throw first.failed.error
        const settled = await this.#work.settle(ready)
        this.#endFirst(settled)
        alone = Math.max(0, alone - settled)
      } catch (error) {
        if (ready.length > 1) alone = ready.length
        else if (this.#work.isPassing(error)) this.#putAllBack(error)
        else {
          await this.#work.fail(first.claimed, error)
          this.#endFirst(1)
          alone = Math.max(0, alone - 1)
        }
      }
    }
    this.#isRunning = false
  }

  /** The first is understood, and those that can be settled with it, unless that takes long. */
  async #gathered(): Promise<void> {
    await this.#waiting[0]?.preparing
    // Looked at afterwards: those that came with it are there by then.
    const others = this.#waiting.slice(1, this.#work.most).map(({ preparing }) => preparing)
    const late = new AbortController()
    await Promise.race([Promise.all(others), pause(batchMs, undefined, late).catch(() => {})])
    late.abort()
  }

  /** From the first on, without a gap. */
  #readyOnes(): Ready[] {
    const end = this.#waiting.findIndex(({ prepared }) => !prepared)
    const ready = end === -1 ? this.#waiting : this.#waiting.slice(0, end)
    return ready.flatMap(({ claimed, prepared }) => (prepared ? [{ claimed, prepared }] : []))
  }

  #endFirst(count: number): void {
    for (const { end } of this.#waiting.splice(0, count)) end()
  }

  /** Those behind it too, or they would come before it. */
  #putAllBack(error: unknown): void {
    this.#work.putBack(
      this.#waiting.map(({ claimed }) => claimed),
      error,
    )
    this.#endFirst(this.#waiting.length)
  }
}
