import { randomUUID } from "node:crypto"
import type { Socket } from "node:net"
import type { Writable } from "node:stream"
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
  type preValidationHookHandler,
} from "fastify"
import { DeskError, type ErrorSource, invalid, notFound } from "../errors.ts"
import { type Authenticate, admitting } from "./admit.ts"
import { problemBody, problemOf, problemType } from "./errors/problem.ts"
import { once } from "./idempotency.ts"
import { noticeIgnoredProxies } from "./ignored-proxy.ts"
import { addBodyParsers } from "./input/bodies.ts"
import { type ParameterHints, parameterHints } from "./input/parameter-hints.ts"
import { tolerate, tolerateQuery } from "./input/tolerate.ts"
import { compileWhenNeeded } from "./input/validators.ts"
import { logOptions } from "./log.ts"
import { originOf } from "./origin.ts"
import { Reads } from "./reads.ts"
import type { Answer, Call, Desk, Route } from "./route.ts"
import { addHints, addSafeHeaders, safeHeaders, send } from "./send.ts"
import { changesRights, type Viewer } from "./viewer.ts"

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | undefined
    /** The URL of the route as it is declared; Fastify would build an object of all its options to tell it. */
    template: string | undefined
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

export interface HttpOptions {
  desk: Desk
  routes: Route[]
  authenticate: Authenticate
  /** The page for a browser at an address that no route can answer. */
  pages?: (request: FastifyRequest) => Answer | undefined
  /** Called when a request has changed what somebody may do. */
  onRightsChanged?: () => void
  /** Where the log goes; standard error without it. */
  log?: Writable
  /** Called after every answer, for the metrics. */
  onAnswer: (request: FastifyRequest, reply: FastifyReply) => void
}

export function buildServer(options: HttpOptions): FastifyInstance {
  const { desk, routes, authenticate, pages, onRightsChanged = () => {}, log, onAnswer } = options
  const app = Fastify({
    logger: logOptions(desk.config, log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: desk.config.trustedProxies.length > 0 ? [...desk.config.trustedProxies] : false,
    bodyLimit: desk.config.bodyLimit,
    // Slow senders are cut off: ten seconds for the headers, thirty for the whole request. The longest search query,
    // 2,048 characters, takes up to 18 kB in an address.
    http: { headersTimeout: 10_000, maxHeaderSize: 32_768 },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // A request that comes on an open connection while the server closes is answered, and the connection ends with it.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    schemaController: { compilersFactory: { buildValidator: compileWhenNeeded } },
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
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  })
  addBodyParsers(app)
  const admit = admitting(desk, authenticate)
  const reads = new Reads(desk)

  closeConnectionsAsTheyRest(app)
  app.decorateRequest("viewer", undefined)
  app.decorateRequest("template", undefined)
  app.addHook("onRequest", (request, reply, done) => {
    if (isEncrypted(request, desk)) reply.header("strict-transport-security", "max-age=31536000")
    done()
  })
  if (desk.config.publicUrl === undefined) app.addHook("onRequest", noticeIgnoredProxies(desk, app.log))
  app.addHook("onResponse", (request, reply, done) => {
    onAnswer(request, reply)
    done()
  })
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) => refuse(notFound(), request, reply))

  const hintsAt = parameterHints(routes.flatMap(({ method, query }) => (method === "GET" && query ? [query] : [])))
  for (const route of routes) {
    // Who hands over a mail changes nobody's rights, and does it forty times a second.
    const changing = route.method !== "GET" && !route.mail && changesRights(route.permission)
    addRoute(app, {
      route,
      desk,
      hintsAt,
      onRequest: admit(route),
      async handler(request, reply) {
        const given = await answer(route, { desk, reads, request, reply })
        send(given, request, reply)
        if (changing) onRightsChanged()
        return reply
      },
    })
  }
  refuseOtherMethods(app, routes)
  return app

  /** Gives a browser the application where the API cannot read the address or has nothing there. */
  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const problem = problemOf(error)
    const page = problem.status === 400 || problem.status === 404 ? pages?.(request) : undefined
    return page ? send(page, request, reply) : sendProblem(problem, { request, reply, desk })
  }
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
  hintsAt: ParameterHints
  onRequest: onRequestHookHandler
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

function addRoute(app: FastifyInstance, { route, desk, hintsAt, onRequest, handler }: Endpoint): void {
  if (!route.permission) throw new Error(`${route.method} ${route.url} declares no permission`)
  const preValidation: preValidationHookHandler = (request, reply, done) => {
    if (route.method === "GET" || route.query) addHints(reply, hintsAt(route.query, request.query))
    readTolerantly(route, request)
    done()
  }
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
    onRequest,
    preValidation,
    handler,
  })
}

interface Exchange {
  desk: Desk
  reads: Reads
  request: FastifyRequest
  reply: FastifyReply
}

function answer(route: Route, { desk, reads, request, reply }: Exchange): Promise<Answer> {
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
  if (reading) return reads.answer(call, route.handle)
  const key = request.headers["idempotency-key"]
  const keyed = route.method === "POST" && route.repeatable !== false && request.viewer && typeof key === "string"
  const work = () => (keyed ? once(call, key, route.handle) : route.handle(call))
  const given = route.throttle ? route.throttle(desk).then(work) : work()
  return reads.noting(given, request.viewer)
}

function readTolerantly(route: Route, request: FastifyRequest): void {
  if (route.query) {
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
      onRequest: (request, _reply, done) => {
        request.template = url
        done()
      },
      handler: (request, reply) => {
        addSafeHeaders(request, reply)
        if (request.method === "OPTIONS") return reply.code(204).header("Allow", allow).send()
        throw new DeskError(405, "method", `Only ${allow} work here`, { headers: { Allow: allow } })
      },
    })
  }
}

function sendProblem(
  problem: DeskError,
  { request, reply, desk }: { request: FastifyRequest; reply: FastifyReply; desk: Desk },
): FastifyReply {
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
    .headers({ "correlation-id": request.id, ...safeHeaders, ...problem.headers, "content-type": problemType })
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
