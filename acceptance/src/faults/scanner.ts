import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

/** A virus scanner whose answers the test gives: a scan is a job that lasts as long as the scanner likes. */
export interface Scanner {
  address: string
  /** Connections that have sent all of a file and wait for the verdict. */
  asking: Socket[]
  /** From now on it closes every connection. It keeps its port, which another program could get otherwise. */
  leave(): void
  comeBack(): void
  close(): Promise<unknown>
}

/** An empty chunk is the last one. */
const end = Buffer.alloc(4)

export async function startScanner(): Promise<Scanner> {
  const asking: Socket[] = []
  let isAway = false
  const server = createServer((socket) => {
    socket.on("error", () => {})
    if (isAway) {
      socket.destroy()
      return
    }
    let last = Buffer.alloc(0)
    socket.on("data", (chunk) => {
      last = Buffer.concat([last, chunk]).subarray(-end.length)
      // An answer before the end would be none.
      if (last.equals(end)) asking.push(socket)
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asking,
    leave() {
      isAway = true
    },
    comeBack() {
      isAway = false
    },
    close() {
      for (const socket of asking) socket.destroy()
      return once(server.close(), "close")
    },
  }
}
