import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** A server for as long as it is used. */
export async function serving(listener: RequestListener, use: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

export const answering =
  (status: number, body: object): RequestListener =>
  (request, response) => {
    request.resume()
    const text = JSON.stringify(body)
    response.writeHead(status, { "Content-Length": Buffer.byteLength(text) }).end(text)
  }
