import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { absentFiles } from "../test/desk/http.ts"
import { routes } from "./app.ts"
import { readConfig } from "./config.ts"
import { openDatabase } from "./db/db.ts"
import { openOutgoing } from "./http/outgoing/safe-fetch.ts"
import { route } from "./http/route.ts"
import { buildServer } from "./http/server.ts"

describe("the list of routes", () => {
  test("declares a permission for each", () => {
    for (const { method, url, permission } of routes)
      assert.match(permission, /^(public|signed-in|[a-z-]+:[a-z]+)$/, `${method} ${url}`)
  })

  test("opens to the public only what must be", () => {
    const open = routes.filter(({ permission }) => permission === "public").map(({ method, url }) => `${method} ${url}`)
    assert.deepEqual(open.sort(), publicRoutes)
  })

  test("names each method and URL once", () => {
    const names = routes.map(({ method, url }) => `${method} ${url}`)
    assert.equal(new Set(names).size, names.length)
  })

  test("a route without a permission does not start", async () => {
    const db = openDatabase({
      url: "postgres://nobody@127.0.0.1:1/none",
      connections: 1,
      prepared: false,
      statementTimeoutMs: 0,
    })
    const open = route({
      method: "GET",
      url: "/open",
      permission: undefined as never,
      summary: "",
      answers: {},
      handle: async () => ({ status: 200 }),
    })
    const config = readConfig({})
    const desk = {
      config,
      db,
      replica: undefined,
      files: absentFiles(),
      outgoing: openOutgoing(config),
      now: () => new Date(),
    }
    assert.throws(
      () => buildServer({ desk, routes: [open], authenticate: async () => undefined, onAnswer: () => {} }),
      {
        message: "GET /open declares no permission",
      },
    )
    await db.close()
  })
})

const publicRoutes = [
  "DELETE /session",
  "GET /.well-known/oauth-authorization-server",
  "GET /authentication/authorizeClientApplication",
  "GET /conversation/:conversationId/:number",
  "GET /errors",
  "GET /errors/:code",
  "GET /healthz",
  "GET /oauth2/authorize",
  "GET /rate/:token",
  "GET /readyz",
  "POST /oauth2/authorize",
  "POST /rate/:token",
  "POST /session",
  "POST /session/reset",
  "POST /session/reset/check",
  "POST /v2/oauth2/revoke",
  "POST /v2/oauth2/token",
  "PUT /session/reset",
]
