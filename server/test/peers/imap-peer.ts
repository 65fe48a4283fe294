import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"
import { key, valid } from "./certificates.ts"

/** What was said, split at the spaces: tag, command and the rest. */
export interface ImapCommand {
  tag: string
  name: string
  rest: string
  socket: Socket
}

/** Gives whether the command was answered; the others are answered as a plain server would. */
export type ImapScript = (command: ImapCommand) => boolean | undefined

export interface ImapPeer {
  port: number
  connections: number
  /** Everything that clients said, as it came. */
  heard: string[]
  /** Its INBOX by UID. */
  messages: Map<number, string>
  close(): Promise<void>
}

export interface ImapPeerOptions {
  script?: ImapScript
  capabilities?: string
  /** Whether STARTTLS leads to a real handshake. */
  encrypts?: boolean
}

/** A small IMAP server that misbehaves as a test wants. */
export async function startImapPeer({
  script = () => undefined,
  capabilities = "IMAP4rev1",
  encrypts = false,
}: ImapPeerOptions = {}): Promise<ImapPeer> {
  const sockets = new Set<Socket>()
  const peer: ImapPeer = {
    port: 0,
    connections: 0,
    heard: [],
    messages: new Map(),
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), "close")
    },
  }
  const listen = (socket: Socket) => {
    sockets.add(socket.on("error", () => {}))
    let buffered = ""
    socket.on("data", (chunk) => {
      buffered += chunk
      for (let end = buffered.indexOf("\r\n"); end >= 0; end = buffered.indexOf("\r\n")) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        peer.heard.push(line)
        const [, tag = "", name = "", rest = ""] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? []
        const command = { tag, name: name.toUpperCase(), rest, socket }
        if (script(command)) continue
        if (command.name === "STARTTLS" && encrypts) {
          socket.write(`${tag} OK Begin\r\n`)
          socket.removeAllListeners("data")
          listen(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ cert: valid, key }) }))
          return
        }
        answer(peer, command, capabilities)
      }
    })
  }
  const server = createServer((socket) => {
    peer.connections++
    socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`)
    listen(socket)
  })
  await once(server.listen(0, "127.0.0.2"), "listening")
  peer.port = (server.address() as AddressInfo).port
  return peer
}

function answer({ messages }: ImapPeer, { tag, name, rest, socket }: ImapCommand, capabilities: string): void {
  const uids = [...messages.keys()]
  const say = (...lines: string[]) => socket.write([...lines, `${tag} OK done`, ""].join("\r\n"))
  switch (name) {
    case "CAPABILITY":
      return void say(`* CAPABILITY ${capabilities}`)
    case "SELECT":
    case "EXAMINE":
      return void say(
        `* ${uids.length} EXISTS`,
        "* OK [UIDVALIDITY 7] ok",
        `* OK [UIDNEXT ${Math.max(0, ...uids) + 1}] ok`,
      )
    case "UID":
      return void (/^SEARCH/i.test(rest) ? say(`* SEARCH ${uids.join(" ")}`) : say(...fetched(messages, rest)))
    default:
      return void say()
  }
}

/** FETCH by UIDs: numbers, sizes and moments, or a part of the source. */
function fetched(messages: Map<number, string>, rest: string): string[] {
  const [, set = ""] = /^FETCH (\S+)/i.exec(rest) ?? []
  const wanted = set.split(",").map(Number)
  return [...messages].flatMap(([uid, source], at) => {
    if (!wanted.includes(uid)) return []
    const [, start, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/i.exec(rest) ?? []
    if (start === undefined)
      return [`* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${source.length} INTERNALDATE "01-Mar-2026 10:00:00 +0000")`]
    const part = source.slice(Number(start), Number(start) + Number(length))
    return [`* ${at + 1} FETCH (UID ${uid} BODY[]<${start}> {${part.length}}\r\n${part})`]
  })
}
