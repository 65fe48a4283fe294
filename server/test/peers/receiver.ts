import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from "node:tls"

export interface Receiver {
  port: number
  /** How often somebody connected. */
  connections: number
  requests: string[]
  /** The names that were asked for before encryption began. */
  names: (string | false | null)[]
  close(): Promise<unknown>
}

export interface ReceiverOptions {
  host?: string
  port?: number
  tls?: TlsOptions
}

/** Something that listens and answers each request as the test wants, down to the bytes. */
export async function startReceiver(
  answer: (socket: Socket, request: string) => void,
  { host = "127.0.0.2", port = 0, tls }: ReceiverOptions = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>()
  const hear = (socket: Socket) => {
    let heard = ""
    socket.on("error", () => {})
    socket.on("data", (chunk) => {
      heard += chunk
      const [head = "", body] = heard.split("\r\n\r\n")
      if (body === undefined || body.length < Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)) return
      receiver.requests.push(heard)
      const request = heard
      heard = ""
      answer(socket, request)
    })
  }
  const server: Server = tls ? createTlsServer(tls, hear) : createServer(hear)
  const receiver: Receiver = {
    port: 0,
    connections: 0,
    requests: [],
    names: [],
    close() {
      for (const socket of sockets) socket.destroy()
      return once(server.close(), "close")
    },
  }
  server.on("connection", (socket: Socket) => {
    receiver.connections++
    sockets.add(socket)
    socket.on("error", () => {})
  })
  server.on("secureConnection", (socket: TLSSocket) => receiver.names.push(socket.servername))
  await once(server.listen({ port, host }), "listening")
  receiver.port = (server.address() as AddressInfo).port
  return receiver
}

/** An answer that ends with its length. */
export function reply(status: string, body = "", headers: Record<string, string> = {}): string {
  const lines = Object.entries({ "Content-Length": String(Buffer.byteLength(body)), ...headers })
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`
}
