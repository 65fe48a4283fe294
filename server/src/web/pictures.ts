import { DeskError, invalid } from "../errors.ts"
import { type Outgoing, OutgoingFailure, OutgoingRefusal } from "../http/outgoing/safe-fetch.ts"

export interface Picture {
  type: string
  bytes: Buffer
}

/** Mail programs take about as much. */
const mostBytes = 5_000_000

/** People wait for it, and so do the connections of their browser. */
const limitMs = 8_000

const mostRedirects = 3

/** What stands in a message, as far as it is a picture of dots. Each step of a redirect is checked like the first. */
export async function fetchPicture(outgoing: Outgoing, url: string): Promise<Picture> {
  const ending = AbortSignal.timeout(limitMs)
  let next = withoutFragment(url)
  for (let step = 0; step <= mostRedirects; step++) {
    const { status, headers, body } = await ask(outgoing, next, ending)
    const target = status >= 301 && status <= 308 ? headers["location"] : undefined
    if (typeof target !== "string") return readPicture({ status, headers, body })
    if (!URL.canParse(target, next)) throw unfetched("It leads to an address that is none")
    next = withoutFragment(new URL(target, next).href)
  }
  throw unfetched("It leads from one address to the next too often")
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, "")
}

async function ask(outgoing: Outgoing, url: string, signal: AbortSignal) {
  try {
    // Nothing is told of who reads it: no cookie, no language, no page that it stands on.
    const headers = { Accept: [...kinds.keys()].join(", "), "User-Agent": "Deskhand" }
    return await outgoing.send({ method: "GET", url, headers, limitMs, mostBytes: mostBytes + 1, signal })
  } catch (error) {
    if (error instanceof OutgoingRefusal)
      throw invalid({ path: "url", message: error.message, rejectedValue: url, source: "QUERY" })
    if (error instanceof OutgoingFailure) throw unfetched(error.message, error)
    if (signal.aborted) throw unfetched("It did not come in time", error)
    throw error
  }
}

function readPicture({ status, headers, body }: Awaited<ReturnType<typeof ask>>): Picture {
  if (status !== 200) throw unfetched(`The answer was ${status}`)
  if (body.length > mostBytes) throw unfetched(`It is larger than ${mostBytes} bytes`)
  const declared = headers["content-length"]
  if (declared !== undefined && Number(declared) !== body.length) throw unfetched("It did not come whole")
  const found = [...kinds].find(([, isOne]) => isOne(body))
  if (!found) throw unfetched("It is not a picture that is shown")
  return { type: found[0], bytes: body }
}

/** Told by their first bytes: what a stranger calls them proves nothing. Drawings that are documents are none of them. */
const kinds = new Map<string, (bytes: Buffer) => boolean>([
  ["image/png", (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).toString("latin1") === "\xff\xd8\xff"],
  ["image/gif", (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString("latin1"))],
  [
    "image/webp",
    (bytes) =>
      bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP",
  ],
  ["image/avif", (bytes) => /^ftypavi[fs]$/.test(bytes.subarray(4, 12).toString("latin1"))],
])

function unfetched(reason: string, cause?: unknown): DeskError {
  return new DeskError(502, "picture", `The picture cannot be shown: ${reason}`, { cause })
}
