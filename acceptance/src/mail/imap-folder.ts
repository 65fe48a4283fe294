import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

/** Of a message without a time, it came long ago. */
export type StoredMessage = string | { source: string; arrivedAt: Date }

/** One that came after any connection that is made within the hour. */
export function newMessage(source: string): StoredMessage {
  return { source, arrivedAt: new Date(Date.now() + 3_600_000) }
}

/** An IMAP server with one folder, which whoever connects may read. Its messages are numbered from 1 on. */
export class ImapFolder {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  static async start(messages: StoredMessage[]): Promise<ImapFolder> {
    const server = createServer()
    await once(server.listen(0, "127.0.0.1"), "listening")
    return new ImapFolder(server, messages)
  }

  private constructor(server: Server, messages: StoredMessage[]) {
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    server.on("connection", (socket) => {
      this.#sockets.add(socket.on("error", () => {}))
      socket.write("* OK [CAPABILITY IMAP4rev1] Welcome\r\n")
      let heard = ""
      socket.setEncoding("latin1").on("data", (chunk: string) => {
        const lines = (heard + chunk).split("\r\n")
        heard = lines.pop() ?? ""
        for (const line of lines) {
          const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? []
          socket.write([...answers(command, messages), `${tag} OK Done`, ""].join("\r\n"), "latin1")
        }
      })
    })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server.close(), "close")
  }
}

function answers(command: string, messages: StoredMessage[]): string[] {
  const next = messages.length + 1
  if (/^CAPABILITY/i.test(command)) return ["* CAPABILITY IMAP4rev1"]
  if (/^LIST/i.test(command)) return ['* LIST () "/" INBOX']
  if (/^(SELECT|EXAMINE)/i.test(command))
    return [`* ${messages.length} EXISTS`, "* OK [UIDVALIDITY 7] Valid", `* OK [UIDNEXT ${next}] Next`]
  const [, verb = "", set = "", rest = ""] = /^UID (SEARCH|FETCH) (?:UID )?(\S+) ?(.*)$/i.exec(command) ?? []
  const uids = numbersIn(set, messages.length)
  switch (verb.toUpperCase()) {
    case "SEARCH":
      return [`* SEARCH ${uids.join(" ")}`]
    case "FETCH":
      return uids.map((uid) => `* ${uid} FETCH (UID ${uid} ${shown(messages[uid - 1] ?? "", rest)})`)
    default:
      return []
  }
}

/** A set such as `1,4:6,9:*`, of which there are so many. */
function numbersIn(set: string, last: number): number[] {
  return set.split(",").flatMap((part) => {
    const [from = 0, to = from] = part.split(":").map((end) => (end === "*" ? last : Number(end)))
    return Array.from({ length: Math.max(0, Math.min(to, last) - from + 1) }, (_, index) => from + index)
  })
}

/** A part of the source where one is asked for, else its size and when it came. */
function shown(message: StoredMessage, items: string): string {
  const { source, arrivedAt } = typeof message === "string" ? { source: message, arrivedAt: longAgo } : message
  const [, start, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(items) ?? []
  if (start === undefined) return `RFC822.SIZE ${source.length} INTERNALDATE "${momentOf(arrivedAt)}"`
  const part = source.slice(Number(start), Number(start) + Number(length))
  return `BODY[]<${start}> {${part.length}}\r\n${part}`
}

const longAgo = new Date("2026-03-01T10:00:00Z")

/** As the standard writes moments. */
export function momentOf(moment: Date): string {
  const [, day, month, year, time] = moment.toUTCString().split(" ")
  return `${day}-${month}-${year} ${time} +0000`
}
