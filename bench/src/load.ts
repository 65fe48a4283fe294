import { Connection } from "./connection.ts"

export interface Target {
  /** Such as http://127.0.0.1:8080. */
  address: string
  token?: string | undefined
  /** Asked for in turn, by all connections together. */
  paths: readonly string[]
}

export interface Load {
  seconds: number
  /** Of every request that ended in time, in the order of their ends. */
  latenciesMs: number[]
}

/** A request that hangs must not hang the bench; the desk itself gives up on a query after 5 s. */
const patienceSeconds = 30

/** Every connection has one request under way at any time, until the time is up. Anything but 200 is an error. */
export async function load(target: Target, connections: number, seconds: number): Promise<Load> {
  const requests = target.paths.map((path) => ({ path, bytes: requestBytes(target, path) }))
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(target.address)))
  const patience = setTimeout(() => closeAll(opened), (seconds + patienceSeconds) * 1_000)
  try {
    const latenciesMs: number[] = []
    const startedAt = performance.now()
    const endsAt = startedAt + seconds * 1_000
    let turn = 0
    const keepAsking = async (connection: Connection) => {
      for (let now = performance.now(); now < endsAt; ) {
        const { path, bytes } = requests[turn++ % requests.length]!
        const status = await connection.ask(bytes)
        if (status !== 200) throw new Error(`GET ${path} answered ${status} under load`)
        const answeredAt = performance.now()
        latenciesMs.push(answeredAt - now)
        now = answeredAt
      }
    }
    await Promise.all(opened.map(keepAsking))
    return { seconds: (performance.now() - startedAt) / 1_000, latenciesMs }
  } finally {
    clearTimeout(patience)
    closeAll(opened)
  }
}

function closeAll(connections: Connection[]): void {
  for (const connection of connections) connection.close()
}

function requestBytes({ address, token }: Target, path: string): Buffer {
  const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n${authorization}\r\n`)
}
