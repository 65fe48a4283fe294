import { once } from "node:events"
import { createServer, type Server } from "node:net"

/** Below the range from which systems choose ports, which begins at 32768 on Linux. */
const [lowest, count] = [20_000, 6_000]

/** Each process begins at another place, so that they seldom try the same ports. */
let next = process.pid * 97

/**
 * A port that is free on these addresses, and stays so until it is used: another port, `count` above it, is listened on for as
 * long as this process lives, so that no other test reserves the same one.
 */
export async function reservePort(...hosts: string[]): Promise<number> {
  for (let tries = 0; tries < count; tries++) {
    const port = lowest + (next++ % count)
    const guard = await tryToListen(port + count, "127.0.0.1")
    if (guard === undefined) continue
    guard.unref()
    const free = await Promise.all(hosts.map((host) => isFree(port, host)))
    if (free.every(Boolean)) return port
    guard.close()
  }
  throw new Error(`No port from ${lowest} on is free`)
}

export async function isFree(port: number, host: string): Promise<boolean> {
  const server = await tryToListen(port, host)
  if (server === undefined) return false
  await once(server.close(), "close")
  return true
}

function tryToListen(port: number, host: string): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined))
    server.listen({ port, host }, () => resolve(server))
  })
}
