import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import { SMTPServer } from "smtp-server"

export interface SunkMail {
  recipient: string
  messageId: string
}

/** A relay that takes everything, a little later than it has it: whoever is killed meanwhile does not know. */
export class Sink {
  readonly taken: SunkMail[] = []
  readonly url: string
  readonly #server: SMTPServer

  static async start(delayMs: () => number): Promise<Sink> {
    const taken: SunkMail[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      disableReverseLookup: true,
      logger: false,
      async onData(stream, { envelope }, done) {
        const raw = await text(stream.setEncoding("latin1")).catch(() => undefined)
        // Whoever was killed in the middle of a mail has not sent it.
        if (raw === undefined) return
        const messageId = /^message-id: *(<[^>]+>)/im.exec(raw)?.[1] ?? ""
        for (const { address } of envelope.rcptTo) taken.push({ recipient: address, messageId })
        await pause(delayMs())
        done()
      },
    })
    server.on("error", () => {})
    server.listen(0, "127.0.0.1")
    await once(server.server, "listening")
    return new Sink(server, taken)
  }

  private constructor(server: SMTPServer, taken: SunkMail[]) {
    this.#server = server
    this.taken = taken
    this.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}?security=none`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
