import { setTimeout as pause } from "node:timers/promises"
import { Connection } from "./connection.ts"
import { requestBytes } from "./load.ts"
import { get } from "./requests.ts"

/** Between one list and the next, as people look. */
const lookMs = 20

/** Somebody who looks at the list of conversations, again and again. */
export class Looking {
  readonly #milliseconds: number[] = []
  readonly #looked: Promise<void>
  #isOver = false

  constructor({ address, token }: { address: string; token: string }) {
    this.#looked = this.#look(address, token)
    // A failure is seen when it is waited for.
    this.#looked.catch(() => {})
  }

  /** How long each list took. */
  async end(): Promise<number[]> {
    this.#isOver = true
    await this.#looked
    return this.#milliseconds
  }

  async #look(address: string, token: string): Promise<void> {
    const request = requestBytes(get("/v2/conversations?status=active"), token)
    const connection = await Connection.open(address)
    try {
      while (!this.#isOver) {
        const begunAt = performance.now()
        const { status } = await connection.ask(request)
        this.#milliseconds.push(performance.now() - begunAt)
        if (status !== 200) throw new Error(`The list was answered ${status}`)
        await pause(lookMs)
      }
    } finally {
      connection.close()
    }
  }
}
