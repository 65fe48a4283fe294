import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { momentOf } from "./imap-folder.ts"

/** A mail server with one person on it, whose INBOX has some messages. */
export interface ImapServer {
  port: number
  close(): Promise<void>
}

interface Mailbox {
  user: string
  password: string
  messages: string[]
}

/** As much of RFC 3501 as it takes to fetch: signing in, opening the INBOX, reading it. */
export async function startImapServer(mailbox: Mailbox): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}))
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n")
    let buffered = ""
    socket.on("data", (chunk) => {
      buffered += chunk
      for (let end = buffered.indexOf("\r\n"); end >= 0; end = buffered.indexOf("\r\n")) {
        socket.write(answerTo(buffered.slice(0, end), mailbox))
        buffered = buffered.slice(end + 2)
      }
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), "close")
    },
  }
}

function answerTo(line: string, { user, password, messages }: Mailbox): string {
  const [, tag = "*", name = "", rest = ""] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? []
  const done = (...lines: string[]) => [...lines, `${tag} OK done`, ""].join("\r\n")
  switch (name.toUpperCase()) {
    case "CAPABILITY":
      return done("* CAPABILITY IMAP4rev1")
    case "LOGIN": {
      const [given, secret] = [...rest.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      return given === user && secret === password ? done() : `${tag} NO [AUTHENTICATIONFAILED] Wrong\r\n`
    }
    case "SELECT":
    case "EXAMINE":
      return done(`* ${messages.length} EXISTS`, "* OK [UIDVALIDITY 7] ok", `* OK [UIDNEXT ${messages.length + 1}] ok`)
    case "UID":
      if (/^SEARCH/i.test(rest)) return done(`* SEARCH ${messages.map((_, at) => at + 1).join(" ")}`)
      return done(...fetched(messages, rest))
    default:
      return done()
  }
}

/** Numbers, sizes and moments, or a part of the source. */
function fetched(messages: string[], rest: string): string[] {
  const wanted = new Set((/^FETCH (\S+)/i.exec(rest)?.[1] ?? "").split(",").map(Number))
  const [, start, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(rest) ?? []
  return messages.flatMap((source, at) => {
    const uid = at + 1
    if (!wanted.has(uid)) return []
    if (start === undefined)
      return [`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${source.length} INTERNALDATE "${momentOf(new Date())}")`]
    const part = source.slice(Number(start), Number(start) + Number(length))
    return [`* ${uid} FETCH (UID ${uid} BODY[]<${start}> {${part.length}}\r\n${part})`]
  })
}
