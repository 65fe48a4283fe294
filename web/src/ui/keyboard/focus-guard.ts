/** As long do letters do nothing after the application moved the focus: whoever types needs that to notice. */
const quietMs = 500

interface Surroundings {
  now: () => number
  /** Calls when the browser has finished what it is doing now, the promises of it included. */
  afterTask: (call: () => void) => void
  /** Takes the time until which letters do nothing, by `now`, whenever it changes; infinite while work is under way. */
  publish: (quietUntil: number) => void
}

/**
 * Knows whether the application has just moved the focus. A letter that was meant for the place before must not close or
 * delete something at the place after it, so letters are no shortcuts until people had time to notice.
 *
 * A move that follows a key or click at once is the user's own, and starts no quiet time. A press of the pointer ends a
 * quiet time: the user has chosen the place that keys now mean. A key does not, because it may be meant for the place before.
 */
export class FocusGuard {
  readonly #surroundings: Surroundings
  #quietUntil = Number.NEGATIVE_INFINITY
  #moving = 0
  #acts = 0

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** A key or click has come. */
  userActs(): void {
    this.#acts++
    this.#surroundings.afterTask(() => this.#acts--)
  }

  /** The pointer has been pressed. */
  userPoints(): void {
    this.#setQuietUntil(Number.NEGATIVE_INFINITY)
  }

  /** The focus has moved, or what had it has gone. */
  moved(): void {
    if (this.#acts === 0) this.#setQuietUntil(this.#surroundings.now() + quietMs)
  }

  /** Quiet from now on until the work is done, and for the usual time after it. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#moving++
    this.#publish()
    try {
      return await work
    } finally {
      this.#moving--
      this.#setQuietUntil(this.#surroundings.now() + quietMs)
    }
  }

  isQuiet(): boolean {
    return this.#surroundings.now() < this.#effectiveQuietUntil()
  }

  #setQuietUntil(time: number): void {
    this.#quietUntil = time
    this.#publish()
  }

  #publish(): void {
    this.#surroundings.publish(this.#effectiveQuietUntil())
  }

  #effectiveQuietUntil(): number {
    return this.#moving > 0 ? Number.POSITIVE_INFINITY : this.#quietUntil
  }
}
