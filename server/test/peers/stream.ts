import { until } from "../until.ts"

export interface Frame {
  id?: string
  event?: string
  /** Parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events freely and assert what they find.
  data?: any
  retry?: string
  comment?: boolean
}

export interface TestStream {
  status: number
  headers: Headers
  /** All that has come so far. */
  frames: Frame[]
  /** The events among them. */
  events(): Frame[]
  /** Waits until so many events have come. */
  untilEvents(amount: number): Promise<Frame[]>
  /** Waits until the desk ends it. */
  ended: Promise<void>
  close(): Promise<void>
}

/** Listens as a browser does, but keeps everything. */
export async function listen(
  url: string,
  { token, headers = {} }: { token?: string; headers?: Record<string, string> },
): Promise<TestStream> {
  const abort = new AbortController()
  const response = await fetch(url, {
    headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
    signal: abort.signal,
  })
  const frames: Frame[] = []
  const events = () => frames.filter(({ event }) => event !== undefined)
  const ended = read(response, frames).catch((error: Error) => {
    if (error.name !== "AbortError") throw error
  })
  return {
    status: response.status,
    headers: response.headers,
    frames,
    events,
    async untilEvents(amount) {
      await until(() => events().length >= amount)
      return events()
    },
    ended,
    async close() {
      abort.abort()
      await ended
    },
  }
}

async function read(response: Response, frames: Frame[]): Promise<void> {
  let left = ""
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    const parts = (left + decoder.decode(piece as Uint8Array, { stream: true })).split("\n\n")
    left = parts.pop() ?? ""
    frames.push(...parts.map(frameOf))
  }
}

function frameOf(text: string): Frame {
  const frame: Record<string, unknown> = {}
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^(\w*): ?(.*)$/.exec(line) ?? []
    if (name === "") frame["comment"] = true
    else frame[name] = name === "data" ? JSON.parse(value) : value
  }
  return frame
}
