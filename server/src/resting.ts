import type { Worker } from "node:worker_threads"

/** To start a thread costs whoever looks at lists meanwhile; a desk that has mail now and then keeps it. */
const idleMs = 300_000

/** Lets a thread end that nobody has asked for anything for a while. Until then it keeps no process alive. */
export class Resting {
  private timer: NodeJS.Timeout | undefined

  begin(worker: Worker | undefined, end: () => void): void {
    worker?.unref()
    this.timer = setTimeout(() => {
      void worker?.terminate()
      end()
    }, idleMs).unref()
  }

  end(): void {
    clearTimeout(this.timer)
  }
}
