import { problemWith, type Request } from "../operations/requests.ts"
import { type Latency, latencyOf } from "../output/percentiles.ts"
import { Connection } from "./connection.ts"

export interface Job {
  /** Such as http://127.0.0.1:8080. Connections are dealt out evenly over several. */
  addresses: string[]
  token?: string | undefined
  /** Asked in turn, by all connections together. */
  requests: Request[]
  /** Whose turn it is first. */
  turn: number
  connections: number
  seconds: number
}

export interface Load {
  seconds: number
  requests: number
  latencyMs: Latency
  /** Whose turn it is next. */
  turn: number
}

/** A request that hangs must not hang the bench; the desk itself gives up on a query after 5 s. */
const patienceSeconds = 30

/** The status of every answer is looked at, and all of every so many: reading them all would be most of the work. */
const sampled = 50

/** Every connection has one request under way at any time, until the time is up. A wrong answer is an error. */
export async function load({ addresses, token, requests, connections, seconds, ...job }: Job): Promise<Load> {
  const bytes = requests.map((request) => requestBytes(request, token))
  const opened = await Promise.all(
    Array.from({ length: connections }, (_, index) => Connection.open(addresses[index % addresses.length]!)),
  )
  const patience = setTimeout(() => closeAll(opened), (seconds + patienceSeconds) * 1_000)
  try {
    const latenciesMs: number[] = []
    const samples: { request: Request; body: string }[] = []
    const startedAt = performance.now()
    const endsAt = startedAt + seconds * 1_000
    let { turn } = job
    const keepAsking = async (connection: Connection) => {
      for (let now = performance.now(); now < endsAt; ) {
        const index = turn++ % requests.length
        const keep = turn % sampled === 0
        const request = requests[index]!
        const { status, body } = await connection.ask(bytes[index]!, { keep })
        const answeredAt = performance.now()
        if (status !== request.answer.status) throw new Error(problemWith(request, status, body))
        if (keep) samples.push({ request, body })
        latenciesMs.push(answeredAt - now)
        now = answeredAt
      }
    }
    await Promise.all(opened.map(keepAsking))
    const lasted = (performance.now() - startedAt) / 1_000
    for (const { request, body } of samples) {
      const problem = problemWith(request, request.answer.status, body)
      if (problem !== undefined) throw new Error(`${problem}, under load`)
    }
    return { seconds: lasted, requests: latenciesMs.length, latencyMs: latencyOf(latenciesMs), turn }
  } finally {
    clearTimeout(patience)
    closeAll(opened)
  }
}

function closeAll(connections: Connection[]): void {
  for (const connection of connections) connection.close()
}

export function requestBytes({ method, path, body }: Request, token: string | undefined): Buffer {
  const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}`
  if (body === undefined) return Buffer.from(`${head}\r\n`)
  const text = JSON.stringify(body)
  return Buffer.from(
    `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
