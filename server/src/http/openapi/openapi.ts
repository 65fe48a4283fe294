import { STATUS_CODES } from "node:http"
import { ErrorBody } from "@deskhand/contract/error"
import Type, { type TSchema } from "typebox"
import manifest from "../../../package.json" with { type: "json" }
import { etagOf } from "../hal.ts"
import { type Route, route } from "../route.ts"
import {
  errorReference,
  errorResponse,
  errorResponses,
  headers,
  headersOf,
  parameters,
  rateLimitHeaders,
} from "./common.ts"
import { isList, nameOperations, tagOf } from "./names.ts"
import { Shapes } from "./shapes.ts"
import type { Content, JsonSchema, OpenApi, Operation, Parameter, Reference, Response } from "./types.ts"

/** The routes are read at the first request, so the list may still grow after this. */
export function getOpenApi(routes: readonly Route[]): Route {
  let document: OpenApi | undefined
  return route({
    method: "GET",
    url: "/openapi.json",
    permission: "public",
    summary: "This interface as an OpenAPI document",
    answers: { 200: Type.Object({}, { description: "OpenAPI 3.1", contentMediaType: "application/json" }) },
    async handle({ origin }) {
      document ??= openApiOf(routes, origin)
      const body = JSON.stringify({ ...document, servers: [{ url: origin }] })
      const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-cache" }
      return { status: 200, headers, body, etag: etagOf({ body }) }
    },
  })
}

export function openApiOf(routes: readonly Route[], origin: string): OpenApi {
  const shapes = new Shapes()
  const names = nameOperations(routes)
  const readUrls = new Set(routes.filter(isSingleRead).map((route) => route.url))
  const paths: OpenApi["paths"] = {}
  for (const route of [...routes].sort(byUrl)) {
    const template = templateOf(route.url)
    const operation = operationOf(route, { operationId: names.get(route) ?? "", shapes, readUrls })
    paths[template] = { ...paths[template], [route.method.toLowerCase()]: operation }
  }
  const tags = [...new Set(routes.map((route) => tagOf(route.url)))].sort(serviceLast)
  return {
    openapi: "3.1.1",
    info: {
      title: "Deskhand",
      version: manifest.version,
      description: "A self-hosted customer-support desk. The wire says *mailbox* for what people call an inbox.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: shapes.components,
      parameters,
      headers,
      responses: errorResponses(shapes.lift(ErrorBody as JsonSchema)),
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "A personal or OAuth 2.0 token" } },
    },
  }
}

/** The whole before its parts, and reading before writing. */
function byUrl(one: Route, other: Route): number {
  if (one.url !== other.url) return one.url < other.url ? -1 : 1
  return methods.indexOf(one.method) - methods.indexOf(other.method)
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

function serviceLast(one: string, other: string): number {
  if (one === "service" || other === "service") return one === other ? 0 : one === "service" ? 1 : -1
  return one < other ? -1 : 1
}

function templateOf(url: string): string {
  return url.replace(/:(\w+)(\([^)]*\))?/g, "{$1}").replace(/\*$/, "{path}")
}

interface Surroundings {
  operationId: string
  shapes: Shapes
  /** Where single things are read, so that a write there can be told what it was read as. */
  readUrls: ReadonlySet<string>
}

function operationOf(route: Route, { operationId, shapes, readUrls }: Surroundings): Operation {
  const matches = (route.method === "PUT" || route.method === "PATCH") && readUrls.has(route.url)
  const given = parametersOf(route, shapes)
  if (matches) given.push({ $ref: "#/components/parameters/IfMatch" })
  return {
    operationId,
    summary: route.summary,
    tags: [tagOf(route.url)],
    ...(given.length > 0 && { parameters: given }),
    ...(route.body && {
      requestBody: { required: takesRequired(route.body), content: bodyContent(route, route.body, shapes) },
    }),
    responses: { ...(matches && { 412: errorReference("412") }), ...responsesOf(route, shapes) },
    ...(route.permission === "public" && { security: [] }),
    "x-permission": route.permission,
  }
}

function takesRequired(body: TSchema): boolean {
  return ((body as JsonSchema).required ?? []).length > 0
}

function bodyContent(route: Route, body: TSchema, shapes: Shapes): Content {
  const media = { schema: shapes.lift(body as JsonSchema) }
  return {
    "application/json": media,
    ...(route.form && { "application/x-www-form-urlencoded": media }),
    ...(route.mail && { "message/rfc822": { schema: { type: "string" } } }),
  }
}

function parametersOf(route: Route, shapes: Shapes): (Parameter | Reference)[] {
  const path = (route.path ?? {}) as JsonSchema
  const inPath = [...templateOf(route.url).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) =>
    parameter({ name, in: "path", required: true }, path.properties?.[name] ?? { type: "string" }, shapes),
  )
  const query = (route.query ?? {}) as JsonSchema
  const inQuery = Object.entries(query.properties ?? {}).map(([name, shape]) =>
    parameter({ name, in: "query", required: query.required?.includes(name) ?? false }, shape, shapes),
  )
  const inHeader: Reference[] = []
  if (isKeyed(route)) inHeader.push({ $ref: "#/components/parameters/IdempotencyKey" })
  if (isSingleRead(route)) inHeader.push({ $ref: "#/components/parameters/IfNoneMatch" })
  return [...inPath, ...inQuery, ...inHeader]
}

function parameter(about: Pick<Parameter, "name" | "in" | "required">, shape: JsonSchema, shapes: Shapes): Parameter {
  const { description, ...schema } = shape
  return {
    ...about,
    ...(description !== undefined && { description }),
    // Lists travel as one value with commas.
    ...(about.in === "query" && shape.type === "array" && { style: "form" as const, explode: false }),
    schema: shapes.lift(schema),
  }
}

function isKeyed(route: Route): boolean {
  return route.method === "POST" && route.repeatable !== false && route.permission !== "public"
}

/** Reads of one thing of the desk carry an ETag; lists change too often for one to help. */
function isSingleRead(route: Route): boolean {
  const shape = route.answers[200]
  if (route.method !== "GET" || !/^\/v\d/.test(route.url) || typeof shape !== "object") return false
  return mediaTypeOf(route, shape) === halType && !isList(route)
}

function responsesOf(route: Route, shapes: Shapes): Operation["responses"] {
  const responses: Operation["responses"] = {}
  for (const status of expectedErrors(route)) responses[status] = errorReference(status)
  for (const [status, answer] of Object.entries(route.answers))
    responses[status] = responseOf(route, { status: Number(status), answer, shapes })
  if (isSingleRead(route)) responses["304"] ??= { description: "Not changed since", headers: headersOf("ETag") }
  return responses
}

function expectedErrors(route: Route): string[] {
  const open = route.permission === "public"
  const reads = route.query || route.path || route.body
  return [
    ...(reads ? ["400"] : []),
    ...(open ? [] : ["401"]),
    ...(open || route.permission === "signed-in" ? [] : ["403"]),
    ...(/[:*]/.test(route.url) ? ["404"] : []),
    ...(isKeyed(route) ? ["409"] : []),
    ...(route.body ? ["413", "415"] : []),
    ...(open ? [] : ["429"]),
    ...(tagOf(route.url) === "service" ? [] : ["503"]),
    "default",
  ]
}

const halType = "application/hal+json"

/** An answer is HAL unless its shape names another type in `contentMediaType`; OAuth has plain JSON by its standards. */
function mediaTypeOf(route: Route, shape: TSchema): string {
  const usual = tagOf(route.url) === "oauth2" ? "application/json" : halType
  return (shape as JsonSchema).contentMediaType ?? usual
}

function responseOf(
  route: Route,
  { status, answer, shapes }: { status: number; answer: TSchema | string; shapes: Shapes },
): Response {
  const ownHeaders = [
    ...(status === 201 ? ["Resource-ID"] : []),
    ...(status === 201 || (status >= 300 && status < 400) ? ["Location"] : []),
    ...(status === 200 && isSingleRead(route) ? ["ETag"] : []),
    ...rateLimitHeaders(route.permission !== "public"),
  ]
  if (typeof answer === "string") {
    if (status >= 400) return errorResponse(answer, shapes.lift(ErrorBody as JsonSchema), ownHeaders)
    return { description: answer, headers: headersOf(...ownHeaders) }
  }
  const { contentMediaType, ...shape } = answer as JsonSchema
  return {
    description: shape.description ?? STATUS_CODES[status] ?? "Answer",
    headers: headersOf(...ownHeaders),
    content: { [mediaTypeOf(route, answer)]: { schema: shapes.lift(shape) } },
  }
}
