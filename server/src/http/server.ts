import { randomUUID } from "node:crypto"
import type { Socket } from "node:net"
import { Readable, type Writable } from "node:stream"
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify"
import { DeskError, type ErrorSource, forbidden, invalid, notFound, unauthorized } from "../errors.ts"
import { addBodyParsers } from "./bodies.ts"
import { once } from "./idempotency.ts"
import { originOf } from "./origin.ts"
import { problemBody, problemOf, problemType } from "./problem.ts"
import { RateLimit } from "./rate-limit.ts"
import { Reads } from "./reads.ts"
import type { Answer, Call, Desk, Route } from "./route.ts"
import { nearMisses, tolerate, tolerateQuery } from "./tolerate.ts"
import { changesRights, may, type Viewer } from "./viewer.ts"

/** Gives the viewer of a request, nothing when it carries no credentials, or throws when they are bad. */
export type Authenticate = (request: FastifyRequest, desk: Desk) => Promise<Viewer | undefined>

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

export interface HttpOptions {
  desk: Desk
  routes: Route[]
  authenticate: Authenticate
  /** Called when a request has changed what somebody may do. */
  onRightsChanged?: () => void
  /** Where the log goes; standard error without it. */
  log?: Writable
  /** Called after every answer, for the metrics. */
  onAnswer: (request: FastifyRequest, reply: FastifyReply) => void
}

export function buildServer(options: HttpOptions): FastifyInstance {
  const { desk, routes, authenticate, onRightsChanged = () => {}, log, onAnswer } = options
  const app = Fastify({
    logger: { level: desk.config.logLevel, stream: log ?? process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: desk.config.trustedProxies.length > 0 ? [...desk.config.trustedProxies] : false,
    bodyLimit: desk.config.bodyLimit,
    // Slow senders are cut off: ten seconds for the headers, thirty for the whole request.
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // A request that comes on an open connection while the server closes is answered, and the connection ends with it.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        verbose: true,
      },
    },
    schemaErrorFormatter: (errors, context) =>
      Object.assign(new Error(), { validation: errors, validationContext: context }),
    clientErrorHandler: refuseBrokenRequest,
    // A URL that the router itself cannot read comes to no hook and no handler.
    frameworkErrors: (error, request, reply) => sendProblem(error, { request, reply, desk }),
  })
  addBodyParsers(app)
  const limit = new RateLimit(desk)
  const reads = new Reads(desk)

  closeConnectionsAsTheyRest(app)
  app.decorateRequest("viewer", undefined)
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...safeHeaders, "Correlation-Id": request.id })
    if (isEncrypted(request, desk)) reply.header("Strict-Transport-Security", "max-age=31536000")
    const { route } = request.routeOptions.config
    if (!route) return
    refuseHugeQuery(request)
    // Credentials on public routes are not looked at: the token endpoint gets Basic ones, and a stale token must not
    // shut a health check.
    if (route.permission === "public") return
    request.viewer = await authenticate(request, desk)
    if (!request.viewer) throw unauthorized("Send a bearer token: Authorization: Bearer …")
    reply.headers(await limit.spend(route.method === "GET" ? 1 : 2))
    if (!may(request.viewer, route.permission))
      throw forbidden(`Your role or token does not allow this (${route.permission})`)
  })
  app.addHook("preValidation", async (request, reply) => {
    const { route } = request.routeOptions.config
    if (route) readTolerantly(route, request, reply)
  })
  app.addHook("onResponse", async (request, reply) => onAnswer(request, reply))
  app.setErrorHandler((error, request, reply) => sendProblem(error, { request, reply, desk }))
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(), { request, reply, desk }))

  for (const route of routes)
    addRoute(app, {
      route,
      desk,
      async handler(request, reply) {
        const answered = await answer(route, { desk, reads, request, reply })
        if (route.method !== "GET" && changesRights(route.permission)) onRightsChanged()
        return answered
      },
    })
  refuseOtherMethods(app, routes)
  return app
}

/**
 * Closing ends those that rest at that moment; one that is just being answered would stay open until its time is up,
 * and so would one that a browser opened in advance and never used, which does not count as idle.
 */
function closeConnectionsAsTheyRest(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on("connection", (socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  app.addHook("preClose", async () => {
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    app.server.once("close", () => clearInterval(timer))
  })
}

interface Endpoint {
  route: Route
  desk: Desk
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

function addRoute(app: FastifyInstance, { route, desk, handler }: Endpoint): void {
  if (!route.permission) throw new Error(`${route.method} ${route.url} declares no permission`)
  app.route({
    method: route.method,
    url: route.url,
    config: { route },
    ...(route.message && { bodyLimit: desk.config.messageLimit }),
    schema: {
      ...(route.query && { querystring: route.query }),
      ...(route.path && { params: route.path }),
      ...(route.body && { body: route.body }),
    },
    handler,
  })
}

interface Exchange {
  desk: Desk
  reads: Reads
  request: FastifyRequest
  reply: FastifyReply
}

async function answer(route: Route, { desk, reads, request, reply }: Exchange): Promise<unknown> {
  const reading = route.method === "GET"
  const call: Call = {
    desk,
    db: reading ? reads.databaseFor(request.viewer) : desk.db,
    viewer: request.viewer as Viewer,
    query: request.query,
    path: request.params,
    body: request.body,
    origin: originOf(request, desk.config),
    now: desk.now(),
    request,
    reply,
  }
  const key = request.headers["idempotency-key"]
  const keyed = route.method === "POST" && route.repeatable !== false && request.viewer && typeof key === "string"
  const given = keyed ? await once(call, key, route.handle) : await reads.retrying(call, route.handle)
  if (!reading && request.viewer) reads.noteWrite(request.viewer)
  return send(given, request, reply)
}

function send(given: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (given.headers) reply.headers(given.headers)
  if (given.hint) addHints(reply, [given.hint])
  if (given.etag) {
    reply.header("ETag", given.etag)
    if (matches(request.headers["if-none-match"], given.etag)) return sendUnchanged(given, reply)
  }
  reply.code(given.status)
  if (given.body === undefined) return reply.send()
  if (given.body instanceof Readable) {
    // What nobody reads would stay open.
    if (request.method === "HEAD") given.body.destroy()
    return reply.send(given.body)
  }
  if (typeof given.body === "string" || Buffer.isBuffer(given.body)) return reply.send(given.body)
  return reply.header("Content-Type", "application/hal+json").send(Buffer.from(JSON.stringify(given.body)))
}

function sendUnchanged({ body }: Answer, reply: FastifyReply): FastifyReply {
  if (body instanceof Readable) body.destroy()
  for (const name of ["Content-Length", "Content-Type"]) reply.removeHeader(name)
  return reply.code(304).send()
}

function addHints(reply: FastifyReply, hints: string[]): void {
  const given = reply.getHeader("X-Deskhand-Hint")
  const all = given === undefined ? hints : [String(given), ...hints]
  if (all.length > 0) reply.header("X-Deskhand-Hint", all.join(" "))
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(",", 100).some((candidate) => ["*", etag].includes(candidate.trim().replace(/^W\//, "")))
}

function readTolerantly(route: Route, request: FastifyRequest, reply: FastifyReply): void {
  if (route.query) {
    const hints = nearMisses(route.query, request.query).map(
      ({ given, meant }) => `${encodeURIComponent(given)} was ignored; did you mean ${meant}?`,
    )
    addHints(reply, hints)
    request.query = tolerateQuery(route.query, request.query)
    refuseNul(request.query, "QUERY")
  }
  if (route.path) request.params = tolerate(route.path, request.params)
  if (route.body) {
    request.body = tolerate(route.body, request.body ?? {})
    refuseNul(request.body, "JSON")
  }
}

/** The one character that no text of the database can hold, and so none can be looked for. */
function refuseNul(value: unknown, source: ErrorSource, path = ""): void {
  if (typeof value === "string" && value.includes("\0"))
    throw invalid({ path: path || "body", message: "must not hold the character U+0000", source })
  if (typeof value !== "object" || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`
    refuseNul(part, source, source === "QUERY" && Array.isArray(value) ? path : place)
  }
}

function refuseHugeQuery(request: FastifyRequest): void {
  if (Object.keys(request.query as object).length > 200)
    throw new DeskError(400, "bad_request", "There are more than 200 query parameters")
}

function isEncrypted(request: FastifyRequest, desk: Desk): boolean {
  return desk.config.publicUrl === undefined ? request.protocol === "https" : desk.config.publicUrl.startsWith("https:")
}

/** Every URL answers each method: those it does not have with 405, OPTIONS with what it has. */
function refuseOtherMethods(app: FastifyInstance, routes: Route[]): void {
  const all = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  for (const [url, group] of Map.groupBy(routes, (route) => route.url)) {
    const methods = group.map((route): string => route.method)
    if (methods.includes("GET")) methods.push("HEAD")
    const allow = [...methods, "OPTIONS"].join(", ")
    const others = all.filter((method) => !methods.includes(method))
    app.route({
      method: others,
      url,
      handler: (request, reply) => {
        if (request.method === "OPTIONS") return reply.code(204).header("Allow", allow).send()
        throw new DeskError(405, "method", `Only ${allow} work here`, { headers: { Allow: allow } })
      },
    })
  }
}

function sendProblem(
  error: unknown,
  { request, reply, desk }: { request: FastifyRequest; reply: FastifyReply; desk: Desk },
): FastifyReply {
  const problem = problemOf(error)
  const line = {
    err: problem.cause ?? problem,
    code: problem.code,
    status: problem.status,
    url: request.url.split("?")[0],
  }
  if (problem.status >= 500) request.log.error(line, problem.message)
  else request.log.info({ ...line, err: undefined }, problem.message)
  const { route } = request.routeOptions.config
  if (route?.problem) return send(route.problem(problem), request, reply)
  const origin = problem.code === "host" ? "" : originOf(request, desk.config)
  return reply
    .code(problem.status)
    .headers({ "Correlation-Id": request.id, ...safeHeaders, ...problem.headers, "Content-Type": problemType })
    .send(Buffer.from(JSON.stringify(problemBody(problem, { origin, logRef: request.id }))))
}

/** A request that Node's parser gives up on never reaches a handler. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const status = {
    HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
    ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  }
  socket.end(
    `HTTP/1.1 ${status[error.code as keyof typeof status] ?? "400 Bad Request"}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

/** Answers of the API are nobody's page: no sniffing, no framing, no caching, no referrer. Pages set their own policy. */
const safeHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "private, no-store",
}
