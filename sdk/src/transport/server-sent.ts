/** One message of a stream of server-sent events. What it leaves out is undefined; a comment leaves out everything. */
export interface ServerSent {
  id: string | undefined
  event: string | undefined
  data: string | undefined
  /** How long to wait before coming back, in milliseconds. */
  retry: number | undefined
}

/** Reads messages as they come; `onBytes` is called for whatever comes, comments too. */
export async function* readServerSent(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let left = ""
  let lines: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // One that was cut off in the middle does not count.
      if (done) return
      onBytes()
      left += decoder.decode(value, { stream: true })
      // A line feed may follow a carriage return in the next piece.
      const whole = left.endsWith("\r") ? left.slice(0, -1) : left
      const parts = whole.split(/\r\n|\r|\n/)
      left = (parts.pop() ?? "") + left.slice(whole.length)
      for (const line of parts) {
        if (line !== "") lines.push(line)
        else if (lines.length > 0) {
          yield messageOf(lines)
          lines = []
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function messageOf(lines: string[]): ServerSent {
  const message: ServerSent = { id: undefined, event: undefined, data: undefined, retry: undefined }
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === "data") message.data = message.data === undefined ? value : `${message.data}\n${value}`
    else if (name === "id" || name === "event") message[name] = value
    else if (name === "retry" && /^\d+$/.test(value)) message.retry = Number(value)
  }
  return message
}
