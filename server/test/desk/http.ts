import type { FastifyInstance } from "fastify"
import { routes as appRoutes } from "../../src/app.ts"
import { readConfig } from "../../src/config.ts"
import { type Database, openDatabase } from "../../src/db/db.ts"
import { openDiskFiles } from "../../src/files/disk.ts"
import type { Files } from "../../src/files/files.ts"
import { createMetrics, type Metrics } from "../../src/http/metrics.ts"
import { openOutgoing } from "../../src/http/outgoing/safe-fetch.ts"
import { referenceRoutes } from "../../src/http/reference/reference.ts"
import type { Desk, Route } from "../../src/http/route.ts"
import { buildServer } from "../../src/http/server.ts"

export interface TestServer {
  app: FastifyInstance
  routes: Route[]
  metrics: Metrics
  close(): Promise<void>
}

/** A server in which whoever sends any credentials is the owner. Without a database it has one that is away. */
export function startTestServer(
  options: { db?: Database; replica?: Database; files?: Files; extraRoutes?: Route[]; publicUrl?: string } = {},
): TestServer {
  const db = options.db ?? absentDatabase()
  const config = { ...readConfig({ LOG_LEVEL: "silent" }), publicUrl: options.publicUrl }
  const desk: Desk = {
    config,
    db,
    replica: options.replica,
    files: options.files ?? absentFiles(),
    outgoing: openOutgoing(config),
    now: () => new Date(),
  }
  const metrics = createMetrics(desk)
  const routes = [...appRoutes, metrics.route, ...(options.extraRoutes ?? [])]
  routes.push(...referenceRoutes(routes))
  const owner = { userId: 1, role: "owner" as const, scope: "full" as const, inboxIds: [] }
  const app = buildServer({
    desk,
    routes,
    authenticate: async (request) => (request.headers.authorization ? owner : undefined),
    onAnswer: metrics.onAnswer,
  })
  return { app, routes, metrics, close: () => app.close() }
}

/** Nothing listens on port 1. */
export function absentDatabase(): Database {
  return openDatabase({
    url: "postgres://nobody:secret@127.0.0.1:1/hidden",
    connections: 1,
    prepared: false,
    statementTimeoutMs: 0,
  })
}

/** Nothing can be kept in a folder that is none. */
export function absentFiles(): Files {
  return openDiskFiles("/dev/null")
}
