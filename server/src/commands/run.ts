import { connect } from "node:net"
import type { Writable } from "node:stream"
import type { FastifyInstance } from "fastify"
import type { Config } from "../config.ts"
import { type Database, type DatabaseOptions, openDatabase } from "../db/db.ts"
import { inTurn } from "../db/in-turn.ts"
import { unsafeSettings } from "../db/safety.ts"
import { openReceivers } from "../email/smtp/open.ts"
import { refusal } from "../errors.ts"
import { startSequencer } from "../events/sequencer.ts"
import { openFiles } from "../files/open.ts"
import { forgetIgnoredProxy } from "../http/ignored-proxy.ts"
import { openLog } from "../http/log.ts"
import { ownOrigin } from "../http/origin.ts"
import { reachOf } from "../http/outgoing/addresses.ts"
import { openOutgoing } from "../http/outgoing/safe-fetch.ts"
import type { Desk } from "../http/route.ts"
import { giveWay } from "../priority.ts"
import { MailThrottle } from "../runtime/mail-throttle.ts"
import { encryptPlainSecrets } from "../webhooks/secrets.ts"
import { connectTimeoutMs } from "./database.ts"
import type { Engine } from "./engines.ts"
import { guardProcess } from "./process-guard.ts"

export interface Running {
  address: string
  /** Resolves when an exception was not caught: whoever runs the desk stops it then. */
  crashed: Promise<Error>
  stop(): Promise<void>
}

export interface Roles {
  web: boolean
  worker: boolean
}

export interface RunOptions extends Roles {
  databaseUrl: string
  log?: Writable
  /** Resolves when the database is there and fit; until then requests are answered with 503. */
  ready?: (db: Database) => Promise<void>
}

/** Opens the pools and starts serving; stopping finishes what is under way. */
export async function runDesk(config: Config, { databaseUrl, log, ready, ...roles }: RunOptions): Promise<Running> {
  const statementTimeoutMs = config.databaseTimeout * 1_000
  const open = (url: string, settings: Partial<DatabaseOptions> = {}) =>
    openDatabase({
      url,
      connections: config.databasePool,
      prepared: config.databasePrepared,
      statementTimeoutMs,
      connectTimeoutMs: connectTimeoutMs(config),
      onIdleError: (error) => logger.warn({ err: error }, "a database connection was lost"),
      ...settings,
    })
  const desk: Desk = {
    config,
    db: open(databaseUrl),
    replica: config.databaseReplicaUrl === undefined ? undefined : open(config.databaseReplicaUrl),
    files: openFiles(config),
    outgoing: openOutgoing(config),
    mailThrottle: new MailThrottle(config.mailRate),
    now: () => new Date(),
  }
  /** Its processes are on this machine, and ours. */
  const isEmbedded = config.databaseUrl === undefined
  // What nobody waits for takes turns where people are answered too, on one connection that gives way to theirs.
  const quiet = roles.web
    ? inTurn(
        open(databaseUrl, {
          connections: 1,
          beside: desk.db,
          keepsPlans: true,
          ...(isEmbedded && { onConnect: giveWay }),
        }),
      )
    : desk.db
  // Load only the code of the roles: without the routes a worker starts in 1.0 s of processor time instead of 1.35 s.
  const app: FastifyInstance | undefined = roles.web ? (await import("../app.ts")).buildApp(desk, log) : undefined
  const logger = app?.log ?? openLog(config, log)
  const guard = guardProcess(logger)
  logger.info(`outgoing calls go to ${reachOf(config)}`)
  const running: Engine[] = []
  const stop = async () => {
    await app?.close()
    await Promise.all(running.map((part) => part.stop()))
    desk.outgoing.close()
    if (quiet !== desk.db) await quiet.close()
    await desk.db.close()
    await desk.replica?.close()
    guard.remove()
  }
  try {
    const address = app ? await listen(app, config) : ""
    await ready?.(desk.db)
    await refuseUnsafe(desk)
    await encryptPlainSecrets(desk.db, config)
    // Settings change with a start: what this node ignores will show again.
    if (roles.web) await forgetIgnoredProxy(desk.db)
    // On every node, so that what it writes has its number at once.
    running.push(startSequencer(desk.db, logger))
    // Where others connect to; fetching is work like any other.
    if (roles.web) running.push(...(await openReceivers(desk, logger)))
    if (roles.worker) {
      const { startEngines } = await import("./engines.ts")
      const origin = address === "" ? ownOrigin(config) : address
      const onStart = (engine: Engine) => running.push(engine)
      await startEngines(desk, { quiet, origin, log: logger, onStart })
    }
    return { address, crashed: guard.crashed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function refuseUnsafe({ db, config }: Desk): Promise<void> {
  if (config.allowUnsafeDatabase) return
  const dangers = await unsafeSettings(db)
  if (dangers.length > 0)
    throw refusal(
      `This database may lose acknowledged work in a crash: ${dangers.join("; ")}. ` +
        "Or set ALLOW_UNSAFE_DATABASE=on to start all the same.",
    )
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    throw explainListen(error, config)
  }
  const address = app.server.address()
  return ownOrigin(config, typeof address === "object" && address ? address.port : config.port)
}

/** Asked before anything else starts, so that a second start by mistake touches nothing. */
export async function refuseTakenPort(config: Config): Promise<void> {
  if (config.port === 0) return
  const host = config.host === "0.0.0.0" ? "127.0.0.1" : config.host
  const taken = await new Promise<boolean>((resolve) => {
    const socket = connect({ port: config.port, host, timeout: 500 })
    socket
      .once("connect", () => resolve(true))
      .once("error", () => resolve(false))
      .once("timeout", () => resolve(false))
    socket.once("close", () => socket.destroy()).unref()
  })
  if (taken) throw portTaken(config)
}

function explainListen(error: unknown, config: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return portTaken(config)
    case "EACCES":
      return refusal(
        `Port ${config.port} needs more rights than this user has. Choose one above 1024: PORT=8080 npm start`,
      )
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return refusal(`HOST ${config.host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`)
    default:
      return error
  }
}

function portTaken(config: Config) {
  return refusal(
    `Port ${config.port} is taken by another program. Stop it, or choose another port: PORT=${config.port + 1} npm start`,
  )
}
