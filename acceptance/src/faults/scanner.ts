import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

/** A virus scanner whose answers the test gives: a scan is a job that lasts as long as the scanner likes. */
export interface Scanner {
  address: string
  /** Connections that have sent all of a file and wait for the verdict. */
  asking: Socket[]
  close(): Promise<unknown>
}

export async function startScanner(port = 0): Promise<Scanner> {
  const asking: Socket[] = []
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.on("data", (chunk) => {
      // The last chunk is an empty one; an answer before it would be none.
      if (chunk.subarray(-4).every((byte) => byte === 0)) asking.push(socket)
    })
  })
  await once(server.listen(port, "127.0.0.1"), "listening")
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asking,
    close() {
      for (const socket of asking) socket.destroy()
      return once(server.close(), "close")
    },
  }
}
