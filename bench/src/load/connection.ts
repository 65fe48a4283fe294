import { connect, type Socket } from "node:net"

const endOfHead = Buffer.from("\r\n\r\n")

export interface Answer {
  status: number
  /** Only where it was asked for. */
  body: string
}

/**
 * One kept-alive HTTP connection with one request under way at a time, which reads no more of an answer than its status
 * and its end. The load shares the machine with what it measures, and the client of node:http costs as much as a small
 * server.
 */
export class Connection {
  readonly #socket: Socket
  #head: Buffer = Buffer.alloc(0)
  #status = 0
  #kept: Buffer[] | undefined
  /** Bytes of the body still to come; undefined while the head is read. */
  #missing: number | undefined
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  static open(address: string): Promise<Connection> {
    const { hostname, port } = new URL(address)
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      socket.once("error", reject).once("connect", () => resolve(new Connection(socket)))
    })
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on("data", (chunk) => this.#read(chunk))
    socket.on("error", (error) => this.#fail(error))
    socket.on("close", () => this.#fail(new Error("The server closed the connection")))
  }

  /** Sends one whole request and gives its answer when that has arrived to the last byte. */
  ask(request: Buffer, { keep = false } = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#kept = keep ? [] : undefined
      if (this.#socket.destroyed) this.#fail(new Error("The server closed the connection"))
      else this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#missing === undefined) this.#readHead(chunk)
    else this.#readBody(chunk)
  }

  #readHead(chunk: Buffer): void {
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const end = this.#head.indexOf(endOfHead)
    if (end === -1) return
    const head = this.#head.toString("latin1", 0, end)
    const rest = this.#head.subarray(end + endOfHead.length)
    this.#head = Buffer.alloc(0)
    this.#status = Number(head.slice(9, 12))
    const length = this.#status === 204 ? "0" : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      this.#fail(new Error(`An answer has no Content-Length: ${head.split("\r\n")[0]}`))
      return
    }
    this.#missing = Number(length)
    this.#readBody(rest)
  }

  #readBody(chunk: Buffer): void {
    this.#missing = (this.#missing ?? 0) - chunk.length
    this.#kept?.push(chunk)
    if (this.#missing < 0) this.#fail(new Error("An answer is longer than its Content-Length"))
    if (this.#missing !== 0) return
    this.#missing = undefined
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({ status: this.#status, body: this.#kept ? Buffer.concat(this.#kept).toString() : "" })
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
    this.#socket.destroy()
  }
}
