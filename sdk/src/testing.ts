import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Seen {
  method: string
  url: string
  headers: IncomingMessage["headers"]
  body: string
}

export type Play = (seen: Seen, response: ServerResponse) => void

/** A real server that plays whatever answers a test gives it. */
export interface Stage {
  baseUrl: string
  /** What it has been asked. */
  seen: Seen[]
  play: Play
  close(): void
}

export async function openStage(): Promise<Stage> {
  const server = createServer(async (request, response) => {
    let body = ""
    try {
      for await (const chunk of request) body += chunk
    } catch {
      // The client has given up.
      return
    }
    const { method = "", url = "", headers } = request
    stage.seen.push({ method, url, headers, body })
    stage.play({ method, url, headers, body }, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stage: Stage = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    play: (_, response) => answer(response, 500),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return stage
}

export function answer(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, headers).end(body === undefined ? "" : JSON.stringify(body))
}

/** Plays each answer once, then the last one for ever. */
export function inTurn(...plays: Play[]): Play {
  let turn = 0
  return (seen, response) => plays[Math.min(turn++, plays.length - 1)]?.(seen, response)
}

/** A clock that only the client's pauses move. */
export class StillTime {
  clock = Date.parse("2026-03-04T05:06:07Z")
  readonly pauses: number[] = []
  readonly options = {
    now: () => this.clock,
    sleep: async (milliseconds: number) => {
      this.pauses.push(milliseconds)
      this.clock += milliseconds
    },
  }
}
