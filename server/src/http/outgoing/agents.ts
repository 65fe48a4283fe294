import { Agent as HttpAgent } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import type { Socket } from "node:net"

/** So long a connection is used again, so that a name which moves is followed even where calls never pause. */
const longestUseMs = 60_000

const options = {
  keepAlive: true,
  // Of one that waits; most receivers close theirs sooner and say so.
  timeout: 10_000,
  maxFreeSockets: 8,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 500,
}

/** Their own ones: that of the process would take a proxy from the environment, and the proxy would connect unchecked. */
export function openAgents() {
  const http = { kept: limitUse(new HttpAgent(options)), fresh: new HttpAgent({ ...options, keepAlive: false }) }
  const https = { kept: limitUse(new HttpsAgent(options)), fresh: new HttpsAgent({ ...options, keepAlive: false }) }
  return {
    http,
    https,
    close() {
      for (const agent of [http.kept, http.fresh, https.kept, https.fresh]) agent.destroy()
    },
  }
}

/** Node asks an agent whether a connection shall wait for another call. */
interface Keeping {
  createConnection(...args: unknown[]): Socket
  keepSocketAlive(socket: Socket): boolean
}

function limitUse<Kind extends HttpAgent>(agent: Kind): Kind {
  const keeping = agent as unknown as Keeping
  const began = new WeakMap<Socket, number>()
  const { createConnection, keepSocketAlive } = keeping
  keeping.createConnection = (...args) => {
    const socket = createConnection.apply(agent, args)
    began.set(socket, Date.now())
    return socket
  }
  keeping.keepSocketAlive = (socket) =>
    Date.now() - (began.get(socket) ?? 0) < longestUseMs && keepSocketAlive.call(agent, socket)
  return agent
}
