import { Agent, request } from "node:http"
import { patienceMs } from "../until.ts"
import type { BadRequest } from "./requests.ts"

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends as it is, over few connections that stay open. */
export class Connections {
  readonly #agent: Agent
  readonly #origin: URL

  constructor(origin: string, amount: number) {
    this.#origin = new URL(origin)
    this.#agent = new Agent({ keepAlive: true, maxSockets: amount })
  }

  send({ method, path, headers, body }: BadRequest): Promise<RawAnswer> {
    const { hostname, port } = this.#origin
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent: this.#agent }
      const sent = request({ ...options, timeout: patienceMs }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (piece) => {
          text += piece
        })
        const finish = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        response.on("end", finish)
        response.on("error", reject)
        if (response.headers["content-type"] !== "text/event-stream") return
        // It does not end by itself.
        finish()
        response.destroy()
      })
      sent.on("timeout", () => sent.destroy(new Error("no answer")))
      sent.on("error", reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
