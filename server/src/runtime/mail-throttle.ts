/**
 * Limits how many messages a node takes in a second, whoever brings them, so that a flood of mail leaves room for people.
 * Nothing is refused: those who bring many wait.
 */
export class MailThrottle {
  readonly #intervalMs: number
  #nextAt = 0
  #last = Promise.resolve()

  /** A rate of 0 sets no limit. */
  constructor(messagesPerSecond: number) {
    this.#intervalMs = messagesPerSecond === 0 ? 0 : 1_000 / messagesPerSecond
  }

  /** Awaited before a message is taken, without a database connection. Resolves in the order of the calls. */
  wait(): Promise<void> {
    if (this.#intervalMs === 0) return Promise.resolve()
    // One after the other: of two late timers the second may fire first.
    this.#last = this.#last.then(async () => {
      const now = performance.now()
      const at = Math.max(now, this.#nextAt)
      this.#nextAt = at + this.#intervalMs
      if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
    })
    return this.#last
  }
}
