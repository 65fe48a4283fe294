import { connect, type Socket } from "node:net"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setImmediate } from "node:timers/promises"
import type { Verdict } from "./queries.ts"

/** A little more than clamd gives itself for one file (MaxScanTime). */
const scanLimitMs = 130_000

export interface ScanOptions {
  signal?: AbortSignal
  limitMs?: number
}

/** Sends the contents to clamd and gives its word. Anything but a clear answer is an error, never a verdict. */
export async function scan(
  address: string,
  contents: Readable,
  { signal, limitMs = scanLimitMs }: ScanOptions = {},
): Promise<Verdict> {
  try {
    const { answer, whole } = await ask(address, "zINSTREAM\0", { contents, limitMs, ...(signal && { signal }) })
    const verdict = verdictOf(answer)
    if (verdict.state === "valid" && !whole) throw new Error("The scanner answered before it had seen the whole file")
    return verdict
  } finally {
    contents.destroy()
  }
}

/** The version of the daemon and of its signatures. */
export async function scannerVersion(address: string): Promise<string> {
  const { answer } = await ask(address, "zVERSION\0", { limitMs: 5_000 })
  if (!answer.startsWith("ClamAV")) throw new Error(`It answered: ${answer.slice(0, 200)}`)
  return answer
}

function verdictOf(answer: string): Verdict {
  if (answer === "stream: OK") return { state: "valid", finding: null }
  const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (finding !== undefined) return { state: "virus", finding }
  // What the scanner does not look into is as good as malicious. To ask again would change nothing.
  if (answer === "INSTREAM size limit exceeded. ERROR")
    return { state: "virus", finding: "larger than the scanner takes" }
  throw new Error(`The scanner answered: ${answer.slice(0, 200)}`)
}

interface Question {
  contents?: Readable
  limitMs: number
  signal?: AbortSignal
}

interface Reply {
  answer: string
  /** Whether all of the contents had been sent by then. */
  whole: boolean
}

async function ask(address: string, command: string, { contents, limitMs, signal }: Question): Promise<Reply> {
  const limits = AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])])
  limits.throwIfAborted()
  const socket = connectTo(address)
  const stop = () => socket.destroy(new Error("The scanner took too long, or the desk is being stopped"))
  limits.addEventListener("abort", stop)
  try {
    const answering = answerOf(socket)
    socket.write(command)
    // Too much is refused in the middle of sending: then the answer tells more than the broken connection.
    const sending = contents && pipeline(contents, inChunks, socket, { end: false })
    const sent = sending
      ?.then(() => true)
      .catch((error: Error) => {
        socket.destroy(error)
        return false
      })
    return { answer: await answering, whole: (await sent) ?? true }
  } finally {
    limits.removeEventListener("abort", stop)
    socket.destroy()
  }
}

function connectTo(address: string): Socket {
  if (address.startsWith("/")) return connect({ path: address })
  const [host = "", port] = address.split(/:(?=\d+$)/)
  return connect({ host: host.replace(/^\[|\]$/g, ""), port: Number(port) })
}

/** Each with its length before it; one without any ends them. */
async function* inChunks(contents: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of contents) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield Buffer.concat([length, chunk])
    // Lets an early answer in: behind it the connection breaks, and what has not been read by then is lost.
    await setImmediate()
  }
  yield Buffer.alloc(4)
}

/** Up to the character that ends it. One that is cut off before is none. */
async function answerOf(socket: Socket): Promise<string> {
  let text = ""
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString("utf8")
    const end = text.indexOf("\0")
    if (end !== -1) return text.slice(0, end).trim()
    if (text.length > 10_000) break
  }
  throw new Error(`The scanner gave no whole answer: ${JSON.stringify(text.slice(0, 200))}`)
}
