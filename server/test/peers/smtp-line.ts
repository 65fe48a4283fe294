import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { connect as connectTls } from "node:tls"

/** A client of SMTP or LMTP that says what a test wants, down to the bytes. */
export class SmtpLine {
  #socket: Socket
  #heard = ""
  #ended = false
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#listen(socket)
  }

  static async open(port: number, host = "127.0.0.1"): Promise<SmtpLine> {
    const socket = connect({ port, host })
    await once(socket, "connect")
    return new SmtpLine(socket)
  }

  #listen(socket: Socket): void {
    socket.on("error", () => {})
    socket.on("data", (chunk) => {
      this.#heard += chunk.toString("latin1")
      this.#wake()
    })
    socket.on("close", () => {
      this.#ended = true
      this.#wake()
    })
  }

  /** The next answer, with all its lines; empty when the other side has hung up. */
  async answer(): Promise<string> {
    for (;;) {
      const whole = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/.exec(this.#heard)?.[0]
      if (whole !== undefined) {
        this.#heard = this.#heard.slice(whole.length)
        return whole.trimEnd()
      }
      if (this.#ended) return ""
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes)
  }

  /** Waits where the other side takes no more for now. */
  async pour(bytes: Buffer): Promise<void> {
    if (!this.#socket.write(bytes)) await once(this.#socket, "drain")
  }

  /** One command, and its answer. */
  say(command: string): Promise<string> {
    this.write(`${command}\r\n`)
    return this.answer()
  }

  /** Everything that is answered until the other side hangs up or has been asked to. */
  async rest(): Promise<string[]> {
    const answers: string[] = []
    for (let next = await this.answer(); next !== ""; next = await this.answer()) answers.push(next)
    return answers
  }

  async encrypt(): Promise<void> {
    this.#socket.removeAllListeners("data").removeAllListeners("close")
    const encrypted = connectTls({ socket: this.#socket, rejectUnauthorized: false })
    await once(encrypted, "secureConnect")
    this.#socket = encrypted
    this.#listen(encrypted)
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** Greeting, hello, sender and recipients; gives the answer to each recipient. */
export async function addressed(line: SmtpLine, to: string[], { lmtp = false } = {}): Promise<string[]> {
  await line.answer()
  await line.say(`${lmtp ? "LHLO" : "EHLO"} client.example`)
  await line.say("MAIL FROM:<jane@example.com>")
  const answers: string[] = []
  for (const address of to) answers.push(await line.say(`RCPT TO:<${address}>`))
  return answers
}
