import { type Agent, request as httpRequest, type IncomingMessage } from "node:http"
import { request as httpsRequest, type RequestOptions } from "node:https"
import type { LookupFunction } from "node:net"
import { failureOf, noAnswer, notConnected, OutgoingFailure } from "./failure.ts"
import type { Target } from "./target.ts"

export interface OutgoingRequest {
  method: "POST" | "GET"
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** From the first step to the last byte that is read. */
  limitMs: number
  /** Of the body of the answer; the connection is closed behind them. */
  mostBytes: number
  /** Ends it at once; its reason is thrown. */
  signal?: AbortSignal
}

export interface OutgoingAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Connecting {
  target: Target
  agent: Agent
  lookup: LookupFunction
  /** Ends it with its reason; a `Deadline` lets an answer count that has begun. */
  over: AbortSignal
}

/** Why a call is over when its time is. */
export class Deadline extends Error {}

/** A receiver that keeps its connection open may close it at the moment of the next call. */
export class StaleConnection extends Error {}

/** One request and what comes of its answer. With the headers it has succeeded, however the body ends. */
export function exchange(asked: OutgoingRequest, connecting: Connecting): Promise<OutgoingAnswer> {
  const { over, target } = connecting
  return new Promise((resolve, reject) => {
    over.throwIfAborted()
    const request = (target.secure ? httpsRequest : httpRequest)(optionsOf(asked, connecting))
    let connected = false
    let bytesBefore = 0
    let answer: IncomingMessage | undefined
    const chunks: Buffer[] = []
    let size = 0

    const give = ({ statusCode = 0, headers }: IncomingMessage) =>
      resolve({ status: statusCode, headers, body: Buffer.concat(chunks, Math.min(size, asked.mostBytes)) })
    const end = () => {
      if (!(over.reason instanceof Deadline)) reject(over.reason)
      else if (answer) give(answer)
      else if (connected) reject(new OutgoingFailure("timeout", `${target.host} did not answer in time`))
      else reject(notConnected(target.host))
      request.destroy()
    }
    over.addEventListener("abort", end)
    // Whatever else was not said: an answer that switches protocols ends without any other event.
    request.on("close", () => {
      over.removeEventListener("abort", end)
      if (answer) give(answer)
      else reject(noAnswer(target.host))
    })

    request.on("socket", (socket) => {
      connected = !socket.connecting
      bytesBefore = socket.bytesRead
      if (!connected)
        socket.once("connect", () => {
          connected = true
        })
    })
    request.on("response", (response) => {
      answer = response
      const declared = Number(response.headers["content-length"])
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        // One of exactly this length ends by itself, and its connection can be used again.
        if (size < asked.mostBytes || size === declared) return
        give(response)
        request.destroy()
      })
      response.on("error", () => give(response))
      response.on("end", () => give(response))
    })
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isReset = error.code === "ECONNRESET" || error.code === "EPIPE"
      const isSilent = request.socket?.bytesRead === bytesBefore
      if (answer) give(answer)
      else if (request.reusedSocket && isReset && isSilent) reject(new StaleConnection())
      else reject(failureOf(error, { host: target.host, connected }))
    })
    request.end(asked.body)
  })
}

function optionsOf(asked: OutgoingRequest, { target, agent, lookup }: Connecting): RequestOptions {
  return {
    method: asked.method,
    host: target.host,
    port: target.port,
    path: target.path,
    headers: {
      ...asked.headers,
      "Accept-Encoding": "identity",
      ...(asked.body !== undefined && { "Content-Length": String(Buffer.byteLength(asked.body)) }),
    },
    agent,
    lookup,
    servername: target.literal === undefined ? target.host : "",
    // Said aloud, since the environment of the process can turn it off for those who do not.
    rejectUnauthorized: true,
    maxHeaderSize: 16_384,
    insecureHTTPParser: false,
  }
}
