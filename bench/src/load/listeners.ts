import { connect, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { problemWith, type Request } from "../operations/requests.ts"
import { type Latency, latencyOf } from "../output/percentiles.ts"
import { Connection } from "./connection.ts"
import { requestBytes } from "./load.ts"

export interface Telling {
  /** Each makes one event of the kind that is listened for. */
  requests: Request[]
}

export interface Told {
  /** From the answer to the write, which follows its commit, until the last listener has heard of it. */
  lastMs: Latency
}

const patienceMs = 20_000
const heard = "event: convo.created\n"

/** Many who follow the stream of events, each on a connection of its own. */
export class Listeners {
  readonly #sockets: Socket[] = []
  readonly #address: string
  readonly #token: string
  #hearings = 0
  #broken: string | undefined

  static async open({ address, token, count }: { address: string; token: string; count: number }): Promise<Listeners> {
    const listeners = new Listeners(address, token)
    // A few at a time: the queue of connections that wait to be accepted is short.
    for (let opened = 0; opened < count; opened += 50)
      await Promise.all(Array.from({ length: Math.min(50, count - opened) }, () => listeners.#listen()))
    return listeners
  }

  private constructor(address: string, token: string) {
    this.#address = address
    this.#token = token
  }

  async tell({ requests }: Telling): Promise<Told> {
    const connection = await Connection.open(this.#address)
    const delays: number[] = []
    try {
      for (const request of requests) {
        const expected = this.#hearings + this.#sockets.length
        const { status, body } = await connection.ask(requestBytes(request, this.#token), { keep: true })
        const answeredAt = performance.now()
        const problem = problemWith(request, status, body)
        if (problem !== undefined) throw new Error(problem)
        while (this.#hearings < expected) {
          if (this.#broken !== undefined) throw new Error(this.#broken)
          if (performance.now() - answeredAt > patienceMs)
            throw new Error(`${expected - this.#hearings} listeners have not heard of an event after ${patienceMs} ms`)
          await pause(0)
        }
        delays.push(performance.now() - answeredAt)
        await pause(20)
        if (this.#hearings > expected) throw new Error("A listener heard of an event twice")
      }
    } finally {
      connection.close()
    }
    return { lastMs: latencyOf(delays) }
  }

  close(): void {
    for (const socket of this.#sockets) socket.removeAllListeners("close").destroy()
  }

  #listen(): Promise<void> {
    const { hostname, port } = new URL(this.#address)
    const request: Request = { method: "GET", path: "/v2/events/stream", answer: { status: 200 } }
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) })
      this.#sockets.push(socket)
      let rest = ""
      socket.setEncoding("utf8").on("data", (text: string) => {
        rest += text
        if (rest.includes("retry: ")) resolve()
        const parts = rest.split(heard)
        this.#hearings += parts.length - 1
        // What may be the beginning of the next.
        rest = (parts.at(-1) ?? "").slice(1 - heard.length)
      })
      socket.once("error", reject).once("close", () => {
        this.#broken = "The server closed a stream of events"
        reject(new Error(this.#broken))
      })
      socket.write(requestBytes(request, this.#token))
    })
  }
}
