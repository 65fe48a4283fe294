import { randomInt } from "node:crypto"
import { createServer } from "node:net"

/**
 * A port of 127.0.0.1 on which nobody listens. It is below the range from which systems choose ports (from 32768 on Linux,
 * from 49152 elsewhere), so no other program gets it before it is used. Tests of the server use those from 20000 on.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 20_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
}
