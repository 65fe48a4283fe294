import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { gzipSync } from "node:zlib"

/** A delivery that has arrived whole and waits for its answer. */
export interface Call {
  response: ServerResponse
  /** How often this path was called, this time included. */
  times: number
  /** What follows the name of the behaviour in the path. */
  words: string[]
  /** Resolves when the caller has gone. */
  gone: AbortSignal
}

type Behaviour = (call: Call) => unknown

/** What a receiver may do to a delivery, by the first word of its path. */
export const behaviours: Record<string, Behaviour> = {
  ok: (call) => answer(call, 200),
  status: (call) => answer(call, Number(call.words[0])),
  /** `/sequence/500,503,200`: one after the other, and then the last for ever. */
  sequence(call) {
    const statuses = (call.words[0] ?? "").split(",").map(Number)
    answer(call, statuses[Math.min(call.times, statuses.length) - 1] ?? 200)
  },
  silent: () => {},
  /** `/slow/700`: right, after so many milliseconds. */
  async slow(call) {
    await pause(Number(call.words[0]))
    answer(call, 200)
  },
  async "trickle-head"(call) {
    await trickle(call, "HTTP/1.1 200 OK\r\nX-Slow: ")
  },
  async "trickle-body"(call) {
    call.response.writeHead(200, { "Content-Length": 1_000 })
    call.response.flushHeaders()
    await trickle(call, "")
  },
  async endless(call) {
    call.response.writeHead(200, { "Content-Type": "text/plain" })
    await flood(call, Number.POSITIVE_INFINITY)
  },
  async gigabyte(call) {
    call.response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": 2 ** 30 })
    await flood(call, 2 ** 30)
  },
  /** 1 MB that unpacks to 1 GB. */
  bomb(call) {
    call.response.writeHead(200, { "Content-Type": "text/plain", "Content-Encoding": "gzip" }).end(makeBomb())
  },
  /** `/redirect/302?to=http://169.254.169.254/` */
  redirect(call) {
    const to = new URL(call.response.req.url ?? "", "http://receiver").searchParams.get("to") ?? "/ok"
    answer(call, Number(call.words[0]), { Location: to })
  },
  /** `/retry-after/503/120`, or `/retry-after/429/date+120` for a date so many seconds ahead. */
  "retry-after"(call) {
    const [status = "503", wanted = ""] = call.words
    const ahead = /^date\+(\d+)$/.exec(wanted)?.[1]
    const value = ahead === undefined ? wanted : new Date(Date.now() + Number(ahead) * 1_000).toUTCString()
    answer(call, Number(status), { "Retry-After": value })
  },
  cut: (call) => raw(call, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly the begin"),
  continue: (call) =>
    raw(call, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"),
  http10: (call) => raw(call, "HTTP/1.0 200 OK\r\n\r\nok"),
  "odd-headers": (call) =>
    raw(
      call,
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nx-twice: 1\r\nX-TWICE: 2\r\nconnection: close\r\n\r\nok",
    ),
  "split-header": (call) =>
    raw(call, "HTTP/1.1 500 No\r\nX-Split: one\rSet-Cookie: two\nX-Three: \u0001\u0000\r\nContent-Length: 0\r\n\r\n"),
  /** Escapes of a terminal, a script, NUL, half a character, and marks that turn the direction of writing. */
  control(call) {
    const text = '\u0000\u0001\u0007\u001b[31mred\r\nSet-Cookie: a=1\r\n<script>alert("x")</script>\u202egpj.exe\u007f'
    call.response.writeHead(500).end(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xed, 0xa0, 0x80, 0xf0])]))
  },
  "huge-header": (call) => raw(call, `HTTP/1.1 200 OK\r\nX-Huge: ${"h".repeat(2 ** 20)}\r\nContent-Length: 0\r\n\r\n`),
  "no-http": (call) => raw(call, "+PONG\r\n$-1\r\n"),
  reset: (call) => call.response.socket?.resetAndDestroy(),
  close: (call) => call.response.socket?.end(),
}

function answer({ response }: Call, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end(status === 204 || status === 304 ? undefined : `answered ${status}`)
}

/** Past everything that keeps answers in order. */
function raw({ response }: Call, bytes: string): void {
  response.socket?.end(bytes, "latin1")
}

/** One byte a second for as long as anybody listens. */
async function trickle({ response, gone }: Call, beginning: string): Promise<void> {
  for (let sent = 0; !gone.aborted; sent++) {
    response.socket?.write(beginning[sent] ?? "x")
    await pause(1_000, undefined, { signal: gone }).catch(() => {})
  }
}

async function flood({ response, gone }: Call, bytes: number): Promise<void> {
  const block = Buffer.alloc(65_536, "flood ")
  for (let sent = 0; sent < bytes && !gone.aborted; sent += block.length)
    if (!response.write(block)) await drained(response, gone)
  response.end()
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    response.once("drain", resolve)
    gone.addEventListener("abort", () => resolve(), { once: true })
  })
}

/** Pieces that are packed one by one may follow one another. */
function makeBomb(): Buffer {
  const piece = gzipSync(Buffer.alloc(2 ** 20))
  return Buffer.concat(Array.from({ length: 1_024 }, () => piece))
}
