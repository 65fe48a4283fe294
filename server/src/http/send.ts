import type { OutgoingHttpHeaders } from "node:http"
import { Readable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Answer } from "./route.ts"

/** Answers of the API are nobody's page: no sniffing, no framing, no caching, no referrer. Pages set their own policy. */
export const safeHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "cache-control": "private, no-store",
}

export function send(given: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const unchanged = given.etag !== undefined && matches(request.headers["if-none-match"], given.etag)
  const json = unchanged ? undefined : jsonOf(given)
  if (json === undefined) addSafeHeaders(request, reply)
  if (given.headers) reply.headers(given.headers)
  if (given.hint) addHints(reply, [given.hint])
  if (given.etag) reply.header("etag", given.etag)
  if (unchanged) return sendUnchanged(given, reply)
  reply.code(given.status)
  if (json !== undefined) return sendJson(json, request, reply)
  // What nobody reads would stay open.
  if (given.body instanceof Readable && request.method === "HEAD") given.body.destroy()
  return reply.send(given.body)
}

/** Before any that an answer brings itself, which count instead. */
export function addSafeHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...safeHeaders, "correlation-id": request.id })
}

export function addHints(reply: FastifyReply, hints: string[]): void {
  if (hints.length === 0) return
  const given = reply.getHeader("x-deskhand-hint")
  reply.header("x-deskhand-hint", (given === undefined ? hints : [String(given), ...hints]).join(" "))
}

function jsonOf({ json, body }: Answer): string | Buffer | undefined {
  if (json !== undefined || body === undefined || typeof body === "string") return json
  return Buffer.isBuffer(body) || body instanceof Readable ? undefined : JSON.stringify(body)
}

/** Up to here one string with head and body is cheaper to write than two pieces; above it would be copied too often. */
const mostInOnePiece = 16_384

/**
 * Past Fastify, which would read the type again, add a charset to it and take the body only as a piece of its own
 * (ADR 37). Bytes read as Latin-1 are written as the same bytes, whatever they stand for.
 */
function sendJson(json: string | Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { raw } = reply
  const length = typeof json === "string" ? Buffer.byteLength(json) : json.length
  const headers: OutgoingHttpHeaders = {
    ...safeHeaders,
    "correlation-id": request.id,
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    "content-type": "application/hal+json",
    "content-length": length,
  }
  raw.writeHead(raw.statusCode, headers)
  reply.hijack()
  if (typeof json === "string") raw.end(json, length === json.length ? "latin1" : "utf8")
  else if (length > mostInOnePiece) raw.end(json)
  else raw.end(json.toString("latin1"), "latin1")
  return reply
}

function sendUnchanged({ body }: Answer, reply: FastifyReply): FastifyReply {
  if (body instanceof Readable) body.destroy()
  for (const name of ["content-length", "content-type"]) reply.removeHeader(name)
  return reply.code(304).send()
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(",", 100).some((candidate) => ["*", etag].includes(candidate.trim().replace(/^W\//, "")))
}
