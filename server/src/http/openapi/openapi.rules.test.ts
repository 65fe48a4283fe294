import assert from "node:assert/strict"
import { readdir } from "node:fs/promises"
import { after, describe, test } from "node:test"
import { fileURLToPath } from "node:url"
import { Validator } from "@seriousme/openapi-schema-validator"
import Type from "typebox"
import { startTestServer } from "../../../test/desk/http.ts"
import { type Route, route } from "../route.ts"
import { openApiOf } from "./openapi.ts"
import { contract } from "./shapes.ts"
import { type OpenApi, type Operation, type Parameter, type Response, resolve } from "./types.ts"

const server = startTestServer()
after(() => server.close())
const document = openApiOf(server.routes, "https://desk.example")

function operation(method: string, path: string): Operation {
  const found = document.paths[path]?.[method]
  assert(found, `${method} ${path} is not in the document`)
  return found
}

function response(method: string, path: string, status: number): Response {
  const found = operation(method, path).responses[status]
  assert(found, `${method} ${path} has no ${status}`)
  return resolve<Response>(document, found)
}

function parameter(method: string, path: string, name: string): Parameter {
  const all = (operation(method, path).parameters ?? []).map((given) => resolve<Parameter>(document, given))
  const found = all.find((candidate) => candidate.name === name)
  assert(found, `${method} ${path} does not take ${name}`)
  return found
}

describe("openApiOf", () => {
  test("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    assert(valid, JSON.stringify(errors, null, 2))
  })

  test("has every reference in place", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)]
    assert(references.length > 50)
    for (const [, reference = ""] of references) resolve(document, { $ref: reference })
  })

  test("has every route, with its permission and a name of its own", () => {
    const names = new Set<string>()
    for (const { method, url, permission } of server.routes) {
      const found = operation(method.toLowerCase(), url.replace(/:(\w+)/g, "{$1}"))
      assert.equal(found["x-permission"], permission)
      names.add(found.operationId)
    }
    assert.equal(names.size, server.routes.length)
  })

  test("names operations as people would", () => {
    assert.equal(operation("get", "/v2/conversations").operationId, "listConversations")
    assert.equal(operation("get", "/v2/conversations/{conversationId}").operationId, "getConversation")
    assert.equal(operation("get", "/v3/conversations/{conversationId}").operationId, "getConversationV3")
    assert.equal(operation("get", "/v2/users/me").operationId, "getOwnUser")
    assert.equal(operation("post", "/v2/tags").operationId, "createTag")
    assert.equal(operation("put", "/v2/tags/{tagId}").operationId, "replaceTag")
    const named = openApiOf([plain("POST", "/v2/saved-replies/:id/merge"), plain("POST", "/v2/statuses")], "").paths
    assert.equal(named["/v2/saved-replies/{id}/merge"]?.["post"]?.operationId, "mergeSavedReply")
    assert.equal(named["/v2/statuses"]?.["post"]?.operationId, "createStatus")
  })

  test("names two routes apart that would have one name", () => {
    const { paths } = openApiOf([plain("GET", "/v2/users/:id"), plain("GET", "/users/:id")], "")
    const names = Object.values(paths).map((operations) => operations["get"]?.operationId)
    assert.equal(new Set(names).size, 2)
  })

  test("writes lists in the query as comma-separated", () => {
    const { style, explode, schema, required } = parameter("get", "/v2/conversations", "mailbox")
    assert.deepEqual(
      { style, explode, type: schema.type, required },
      { style: "form", explode: false, type: "array", required: false },
    )
  })

  test("asks for credentials except on public routes", () => {
    assert.deepEqual(document.security, [{ bearer: [] }])
    assert.equal(operation("get", "/v2/tags").security, undefined)
    assert.deepEqual(operation("get", "/healthz").security, [])
    assert.equal(operation("get", "/healthz").responses["401"], undefined)
  })

  test("lifts shapes that the contract names, also where they are optional", () => {
    const { Conversation, Person } = document.components.schemas
    assert.equal(Conversation?.properties?.["assignee"]?.$ref, "#/components/schemas/Person")
    assert(Person?.properties?.["email"])
    const { schema } = response("get", "/v2/tags/{tagId}", 200).content?.["application/hal+json"] ?? {}
    assert.deepEqual(schema, { $ref: "#/components/schemas/Tag" })
  })

  test("knows every file of the contract", async () => {
    const folder = fileURLToPath(import.meta.resolve("@deskhand/contract/common")).replace(/common\.ts$/, "")
    const files = (await readdir(folder)).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    const missing = files.map((file) => file.replace(/\.ts$/, "")).filter((name) => !(name in contract))
    assert.deepEqual(missing, [], "add them to `contract` in openapi-shapes.ts")
  })

  test("has one shape for each name", () => {
    const names = Object.values(contract).flatMap((file) => Object.keys(file))
    const several = names.filter((name, index) => names.indexOf(name) !== index)
    assert.deepEqual(
      several.filter((name) => /^[A-Z]/.test(name)),
      [],
    )
  })

  test("describes errors with the body they have", () => {
    const { content } = response("get", "/v2/tags/{tagId}", 404)
    assert.deepEqual(content, { "application/vnd.error+json": { schema: { $ref: "#/components/schemas/ErrorBody" } } })
    assert(response("get", "/v2/tags", 429).headers?.["Retry-After"])
  })

  test("names headers where they are sent", () => {
    assert(response("post", "/v2/tags", 201).headers?.["Resource-ID"])
    assert(response("post", "/v2/tags", 201).headers?.["Location"])
    assert(response("get", "/v2/tags/{tagId}", 200).headers?.["ETag"])
    assert.equal(response("get", "/v2/tags", 200).headers?.["ETag"], undefined)
    assert(response("get", "/v2/tags", 200).headers?.["X-RateLimit-Limit-Minute"])
    assert.equal(response("get", "/healthz", 200).headers?.["X-RateLimit-Limit-Minute"], undefined)
    assert(parameter("post", "/v2/tags", "Idempotency-Key"))
    assert(parameter("put", "/v2/tags/{tagId}", "If-Match"))
  })

  test("gives pages and plain JSON their own media type", () => {
    assert.deepEqual(Object.keys(response("get", "/docs", 200).content ?? {}), ["text/html"])
    for (const status of [200, 400])
      assert.deepEqual(Object.keys(response("get", "/oauth2/authorize", status).content ?? {}), ["text/html"])
    assert.deepEqual(Object.keys(response("get", "/readyz", 503).content ?? {}), ["application/json"])
    assert.equal(JSON.stringify(document).includes("contentMediaType"), false)
  })
})

describe("GET /openapi.json", () => {
  test("answers the document for the origin that was called", async () => {
    const answer = await server.app.inject({ url: "/openapi.json", headers: { host: "desk.example:8080" } })
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers["content-type"]), /^application\/json/)
    const given: OpenApi = answer.json()
    assert.deepEqual(given.servers, [{ url: "http://desk.example:8080" }])
    assert(given.paths["/openapi.json"], "it describes itself")
  })

  test("304 when it is known", async () => {
    const { headers } = await server.app.inject({ url: "/openapi.json" })
    const again = await server.app.inject({ url: "/openapi.json", headers: { "if-none-match": String(headers.etag) } })
    assert.equal(again.statusCode, 304)
  })
})

function plain(method: Route["method"], url: string): Route {
  return route({
    method,
    url,
    permission: "signed-in",
    summary: "Something",
    answers: { 200: Type.Object({ id: Type.Integer() }) },
    handle: async () => ({ status: 200 }),
  })
}
