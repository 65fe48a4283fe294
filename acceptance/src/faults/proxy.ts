import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

/** What to break: the next call with this text, before PostgreSQL gets it or after PostgreSQL has answered it. */
export interface Fault {
  call: string
  /** Only in a transaction in which this was sent before: a desk has others beside the one of a request. */
  about: string
  moment: "before" | "after"
  /** Done before the connection is lost. */
  first?: () => Promise<unknown>
}

type AwaitedFault = Fault & { done: () => void }

/**
 * Stands between a desk and its PostgreSQL and passes everything on, until it is told of a fault. It understands of the
 * protocol where a message ends, and which are calls with their text.
 */
export class FaultProxy {
  readonly url: string
  readonly #server: Server
  readonly #sockets: Set<Socket>
  #fault: AwaitedFault | undefined

  private constructor(server: Server, sockets: Set<Socket>, url: string) {
    this.#server = server
    this.#sockets = sockets
    this.url = url
  }

  static async open(databaseUrl: string): Promise<FaultProxy> {
    const behind = new URL(databaseUrl)
    const sockets = new Set<Socket>()
    const server = createServer((client) => {
      const postgres = connect(Number(behind.port), behind.hostname)
      for (const socket of [client, postgres]) {
        sockets.add(socket)
        // An end of one is the end of the other.
        socket
          .on("error", () => {})
          .on("close", () => {
            sockets.delete(socket)
            client.destroy()
            postgres.destroy()
          })
      }
      proxy.#join(client, postgres)
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const front = new URL(databaseUrl)
    front.port = String((server.address() as AddressInfo).port)
    const proxy = new FaultProxy(server, sockets, front.href)
    return proxy
  }

  /** Resolves when the fault has happened. */
  breakAt(fault: Fault): Promise<void> {
    return new Promise((done) => {
      this.#fault = { ...fault, done }
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((done) => this.#server.close(done))
  }

  #join(client: Socket, postgres: Socket): void {
    let pending = Buffer.alloc(0)
    let started = false
    let mentions = false
    let breaking: AwaitedFault | undefined
    let held = Buffer.alloc(0)
    let lost = false
    const lose = async (fault: AwaitedFault) => {
      lost = true
      await fault.first?.()
      client.resetAndDestroy()
      postgres.destroy()
      fault.done()
    }
    client.on("data", (bytes) => {
      pending = Buffer.concat([pending, bytes])
      for (;;) {
        // The very first message has no type.
        const head = started ? 1 : 0
        if (pending.length < head + 4) return
        const end = head + pending.readInt32BE(head)
        if (pending.length < end) return
        const message = pending.subarray(0, end)
        pending = pending.subarray(end)
        const call = started ? callIn(message) : undefined
        mentions = call !== "begin" && (mentions || (this.#fault !== undefined && message.includes(this.#fault.about)))
        const fault = mentions && call === this.#fault?.call ? this.#fault : undefined
        started = true
        if (fault) this.#fault = undefined
        if (fault?.moment === "before") return void lose(fault)
        breaking = fault ?? breaking
        postgres.write(message)
      }
    })
    postgres.on("data", (bytes) => {
      if (!breaking) {
        client.write(bytes)
        return
      }
      // Answers to earlier statements may come first. Its own answer means that it has happened; the client never gets it.
      held = Buffer.concat([held, bytes])
      if (!lost && held.includes(`${breaking.call.toUpperCase()}\0`)) void lose(breaking)
    })
  }
}

/** The text of a simple query; nothing for any other message. */
function callIn(message: Buffer): string | undefined {
  return message.at(0) === "Q".charCodeAt(0) ? message.subarray(5, -1).toString().toLowerCase() : undefined
}
