import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Gate {
  /** The same database, seen through it. */
  url: string
  /** Whoever is through is thrown out, and nobody else gets in. */
  shut(): void
  /** Nobody is thrown out, but nothing passes any more. */
  freeze(): void
  open(): void
  close(): Promise<void>
}

/** What stands between a desk and its PostgreSQL, for a test to open and shut. */
export async function gateTo(databaseUrl: string): Promise<Gate> {
  const target = new URL(databaseUrl)
  const pairs = new Set<[Socket, Socket]>()
  let state: "open" | "shut" | "frozen" = "open"
  const server = createServer((inner) => {
    if (state === "shut") {
      inner.destroy()
      return
    }
    // A PostgreSQL with a socket is there too.
    const host = target.hostname.startsWith("%2F") ? "127.0.0.1" : target.hostname.replace(/^\[|\]$/g, "")
    const outer = connect({ port: Number(target.port), host })
    const pair: [Socket, Socket] = [inner, outer]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      inner.destroy()
      outer.destroy()
    }
    for (const socket of pair) socket.on("error", end).on("close", end)
    if (state === "frozen") return
    inner.pipe(outer)
    outer.pipe(inner)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  const throwOut = () => {
    for (const [inner, outer] of pairs) {
      inner.destroy()
      outer.destroy()
    }
  }
  return {
    url: url.href,
    shut() {
      state = "shut"
      throwOut()
    },
    freeze() {
      state = "frozen"
      for (const [inner, outer] of pairs) {
        inner.unpipe(outer).pause()
        outer.unpipe(inner).pause()
      }
    },
    open() {
      if (state === "frozen") throwOut()
      state = "open"
    },
    async close() {
      throwOut()
      await once(server.close(), "close")
    },
  }
}
