import { once } from "node:events"
import { closeSync, openSync, writeSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { Line } from "./arrivals.ts"
import { behaviours, type Call } from "./behaviours.ts"
import { type Certificate, makeAuthority, makeCertificate } from "./certificates.ts"

const host = "127.0.0.1"

/** Where it listens, and who vouches for those of its certificates that are right. */
export interface Ports {
  http: number
  right: number
  expired: number
  wrongName: number
  selfSigned: number
  authority: string
}

/** How the receiver is to call the desk for every delivery to `/loop`. */
export interface Loop {
  url: string
  token: string
  body: object
}

/** What a receiver may be told while it runs. */
export type Order = { tell: string; behaviour: string } | { release: true } | { loop: Loop | undefined }

/** A receiver of webhooks that notes down everything that comes and does with it what the path says. */
export class Receiver {
  readonly #journal: number
  readonly #keepBodies: boolean
  readonly #servers: Server[] = []
  readonly #times = new Map<string, number>()
  /** What `/told/…` does, by the whole path. */
  readonly #told = new Map<string, string>()
  /** Answers that `/held/…` has not given yet. */
  readonly #held: Call[] = []
  #loop: Loop | undefined

  constructor(journal: string, { keepBodies = true } = {}) {
    this.#journal = openSync(journal, "a")
    this.#keepBodies = keepBodies
  }

  async open(): Promise<Ports> {
    const now = new Date()
    const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
    const authority = makeAuthority(now)
    const current = { from: days(-1), until: days(1) }
    return {
      http: await this.#listen(createServer(this.#receive)),
      right: await this.#listenSecurely(makeCertificate({ ...current, name: host, authority })),
      expired: await this.#listenSecurely(makeCertificate({ name: host, from: days(-90), until: days(-1), authority })),
      wrongName: await this.#listenSecurely(makeCertificate({ ...current, name: "elsewhere.example", authority })),
      selfSigned: await this.#listenSecurely(makeCertificate({ ...current, name: host })),
      authority: authority.cert,
    }
  }

  obey(order: Order): void {
    if ("tell" in order) this.#told.set(order.tell, order.behaviour)
    else if ("release" in order) for (const call of this.#held.splice(0)) behaviours["ok"]?.(call)
    else this.#loop = order.loop
  }

  async close(): Promise<void> {
    for (const server of this.#servers) {
      server.closeAllConnections()
      await once(server.close(), "close")
    }
    closeSync(this.#journal)
  }

  #listenSecurely(certificate: Certificate): Promise<number> {
    return this.#listen(createSecureServer(certificate, this.#receive))
  }

  async #listen(server: Server): Promise<number> {
    server.keepAliveTimeout = 60_000
    await once(server.listen(0, host), "listening")
    this.#servers.push(server)
    return (server.address() as AddressInfo).port
  }

  readonly #receive = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    request.on("error", () => {})
    response.on("error", () => {})
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => this.#answer(request, response, Buffer.concat(chunks)))
  }

  #answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const path = request.url ?? ""
    this.#note({
      arrival: {
        at: Date.now(),
        path,
        headers: request.headers as Record<string, string>,
        body: this.#keepBodies ? body.toString("base64") : "",
        secure: "encrypted" in request.socket,
      },
    })
    const gone = new AbortController()
    const before = request.socket.bytesWritten
    response.once("close", () => {
      gone.abort()
      this.#note({ farewell: { path, sentBytes: request.socket.bytesWritten - before } })
    })
    const times = (this.#times.get(path) ?? 0) + 1
    this.#times.set(path, times)
    this.#behave(path, { response, times, words: [], gone: gone.signal })
  }

  #behave(path: string, call: Call): void {
    const chosen = /^\/told\b/.test(path) ? (this.#told.get(path) ?? "/ok") : path
    const [name = "", ...words] = chosen.slice(1).replace(/\?.*/, "").split("/").map(decodeURIComponent)
    if (name === "held") this.#held.push(call)
    else if (name === "loop") void this.#callBack(call)
    else void (behaviours[name] ?? behaviours["ok"])?.({ ...call, words })
  }

  /** What the desk does because of it is told to this receiver again. */
  async #callBack(call: Call): Promise<void> {
    if (this.#loop) {
      const { url, token, body } = this.#loop
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
      await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined)
    }
    behaviours["ok"]?.(call)
  }

  #note(line: Line): void {
    writeSync(this.#journal, `${JSON.stringify(line)}\n`)
  }
}
