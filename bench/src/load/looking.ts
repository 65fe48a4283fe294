import { setTimeout as pause } from "node:timers/promises"
import { get } from "../operations/requests.ts"
import { Connection } from "./connection.ts"
import { requestBytes } from "./load.ts"

/** Between one look and the next. */
const lookMs = 20

/** How long each answer took. */
export interface Looked {
  lists: number[]
  /** The conversations that were opened from them, with their threads and customers. */
  opened: number[]
}

/** A conversation to open. */
export interface Unopened {
  id: number
  customerId: number
}

export interface LookingOrder {
  address: string
  token: string
  /** As many as can be opened meanwhile, so that each is opened once, as agents do it. */
  unopened: Unopened[]
}

/** An agent who looks at the list of conversations and opens one that nobody has opened lately, again and again. */
export class Looking {
  readonly #answered: Looked = { lists: [], opened: [] }
  readonly #looked: Promise<void>
  #isOver = false

  constructor(order: LookingOrder) {
    this.#looked = this.#look(order)
    // A failure is seen when it is waited for.
    this.#looked.catch(() => {})
  }

  async end(): Promise<Looked> {
    this.#isOver = true
    await this.#looked
    return this.#answered
  }

  async #look({ address, token, unopened }: LookingOrder): Promise<void> {
    const connection = await Connection.open(address)
    const ask = async (path: string, times: number[]) => {
      const request = requestBytes(get(path), token)
      const begunAt = performance.now()
      const { status } = await connection.ask(request)
      times.push(performance.now() - begunAt)
      if (status !== 200) throw new Error(`${path} was answered ${status}`)
    }
    const { lists, opened } = this.#answered
    try {
      for (const { id, customerId } of unopened) {
        await ask("/v2/conversations?status=active", lists)
        await pause(lookMs)
        await ask(`/v2/conversations/${id}`, opened)
        await ask(`/v2/conversations/${id}/threads`, opened)
        await ask(`/v2/customers/${customerId}`, opened)
        await pause(lookMs)
        if (this.#isOver) return
      }
      throw new Error("There are no conversations left to open")
    } finally {
      connection.close()
    }
  }
}
