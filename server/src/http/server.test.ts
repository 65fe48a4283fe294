import assert from "node:assert/strict"
import { connect } from "node:net"
import { after, before, describe, test } from "node:test"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { routes } from "../app.ts"

let desk: TestDesk
let token: string

before(async () => {
  desk = await testDesk()
  token = await desk.tokenFor(await desk.addUser({ email: "ann@example.com", role: "admin" }))
})
after(() => desk.close())

describe("errors", () => {
  test("have the specified body, media type and correlation id", async () => {
    const { status, headers, body } = await desk.get("/v2/conversations?page=0&sortField=age", token)
    assert.equal(status, 400)
    assert.equal(headers.get("content-type"), "application/vnd.error+json")
    assert.equal(body.logRef, headers.get("correlation-id"))
    assert.equal(body._links.about.href, `${desk.origin}/errors/validation`)
    assert.deepEqual(
      body._embedded.errors.map((error: { path: string }) => error.path),
      ["sortField", "page"],
    )
    assert.deepEqual(body._embedded.errors[1], {
      path: "page",
      message: "must be at least 1",
      rejectedValue: 0,
      source: "QUERY",
      _links: { about: { href: `${desk.origin}/errors/validation` } },
    })
  })

  test("404 for an unknown URL and for a suffix of a known one", async () => {
    for (const path of ["/v2/nothing", "/v2/users/me/x.css", "/%2e%2e/etc"])
      assert.equal((await desk.get(path, token)).status, 404, path)
  })

  test("400 and 414 for URLs that the router itself cannot read", async () => {
    for (const [path, expected] of [
      ["/v2/tags/%zz", 400],
      ["/v2/tags/%c3", 400],
      [`/v2/tags/${"1".repeat(400)}`, 414],
    ] as const) {
      const { status, headers, body } = await desk.get(path, token)
      assert.equal(status, expected)
      assert.equal(headers.get("content-type"), "application/vnd.error+json")
      assert.equal(body.logRef, headers.get("correlation-id"))
      assert.equal(body._links.about.href, `${desk.origin}/errors/bad_request`)
    }
  })

  test("405 names the methods there are, and OPTIONS does too", async () => {
    const refused = await desk.send("DELETE", "/v2/users", { token })
    assert.equal(refused.status, 405)
    assert.equal(refused.headers.get("allow"), "GET, POST, HEAD, OPTIONS")
    const asked = await desk.send("OPTIONS", "/v2/tags")
    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get("allow"), "GET, POST, HEAD, OPTIONS")
  })

  test("a path that is no identifier is refused with its name", async () => {
    for (const id of ["abc", "1.5", "-1", "0", "9223372036854775808", "1e3"]) {
      const { status, body } = await desk.get(`/v2/conversations/${id}`, token)
      assert.equal(status, 400, id)
      assert.equal(body._embedded.errors[0].path, "conversationId")
      assert.equal(body._embedded.errors[0].source, "PATH")
    }
  })

  test("a parameter is refused with its name, also a list and one with a character that cannot be kept", async () => {
    for (const [path, name] of [
      ["/v2/conversations?tag=fine,a%00b", "tag"],
      ["/v2/customers?firstName=%00b", "firstName"],
      ["/v2/conversations?mailbox=1,x", "mailbox"],
    ]) {
      const { status, body } = await desk.get(path ?? "", token)
      assert.equal(status, 400, path)
      assert.equal(body._embedded.errors[0].path, name)
    }
  })

  test("tell nothing of the inside when something breaks", async () => {
    const broken = await testDesk()
    const brokenToken = await broken.tokenFor(await broken.addUser({ email: "x@example.com", role: "admin" }))
    await broken.db.pool.query("alter table tags rename to tags_gone")
    const { status, body } = await broken.get("/v2/tags", brokenToken)
    await broken.close()
    assert.equal(status, 500)
    assert.equal(body.message, "Something went wrong here; the log has it under this logRef")
    assert.doesNotMatch(JSON.stringify(body), /tags_gone|relation|select|\.ts/)
  })
})

describe("bodies", () => {
  const post = (body: string, headers: Record<string, string>) =>
    desk.send("POST", "/v2/tags", { token, body, headers })

  test("are JSON in any spelling of its type", async () => {
    for (const type of ["application/json;charset=UTF-8", "application/hal+json", "APPLICATION/JSON"])
      assert.equal((await post(`{"name": "via ${type}"}`, { "Content-Type": type })).status, 201, type)
  })

  test("415 for anything else", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
      assert.equal((await post("name=x", { "Content-Type": type })).status, 415, type)
    assert.equal((await post("{}", { "Content-Encoding": "gzip" })).status, 415)
  })

  test("400 says what is wrong with the JSON", async () => {
    const { status, body } = await post('{"name": "x",}', {})
    assert.equal(status, 400)
    assert.match(body.message, /^The body is not valid JSON: /)
    assert.equal((await post("[".repeat(100) + "]".repeat(100), {})).status, 400)
    assert.equal((await post(`{"name": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`, {})).status, 400)
  })

  test("413 when too large", async () => {
    const { status, body } = await post(JSON.stringify({ name: "x".repeat(1_100_000) }), {})
    assert.equal(status, 413)
    assert.equal(body.message, "The body is larger than this operation takes")
  })

  test("a mistake is one sentence in plain words", async () => {
    const { body } = await desk.send("POST", "/v2/conversations", {
      token,
      body: { assignTo: "me", createdAt: "soon", type: "email" },
    })
    const said = Object.fromEntries(
      body._embedded.errors.map(({ path, message }: { path: string; message: string }) => [path, message]),
    )
    assert.equal(said.assignTo, "must be an integer or null")
    assert.equal(said.createdAt, "must be a date, or a date and time such as 2026-02-28T12:00:00Z")
    assert.equal(said.subject, "is required")
    assert.equal(body._embedded.errors.length, 7)
  })

  test("a missing field is named", async () => {
    const { status, body } = await post('{"color": "#12"}', {})
    assert.equal(status, 400)
    assert.deepEqual(
      body._embedded.errors.map(({ path, message, source }: Record<string, string>) => ({ path, message, source })),
      [
        { path: "name", message: "is required", source: "JSON" },
        { path: "color", message: 'must match pattern "^#[0-9a-fA-F]{6}$|^[a-zA-Z]+$"', source: "JSON" },
      ],
    )
  })
})

describe("tolerance", () => {
  test("of unknown, blank and repeated parameters, a leading &, a trailing slash, any Accept, a type on GET", async () => {
    for (const path of [
      "/v2/conversations?&unknown=1&page=&status=closed&status=active",
      "/v2/conversations/",
      "/v2/conversations?mailbox=",
    ]) {
      const { status, headers } = await desk.get(path, token, {
        Accept: "text/html",
        "Content-Type": "application/json",
      })
      assert.equal(status, 200, path)
      assert.equal(headers.get("content-type"), "application/hal+json")
    }
  })

  test("hints at a near miss", async () => {
    const { status, headers } = await desk.get("/v2/conversations?assignedTo=5", token)
    assert.equal(status, 200)
    assert.equal(headers.get("x-deskhand-hint"), "assignedTo was ignored; did you mean assigned_to?")
  })

  test("hints at parameters that look like known ones, in every list", async () => {
    const ignored = (name: string) => `${name} was ignored; there is no such parameter here.`
    const meant = (name: string, known: string) => `${name} was ignored; did you mean ${known}?`
    for (const [path, hints] of [
      ["/v2/conversations", [meant("assignTo", "assigned_to"), meant("mailboxId", "mailbox"), meant("tags", "tag")]],
      ["/v2/workflows", [ignored("assignTo"), ignored("tags")]],
      ["/v2/ratings", [ignored("assignTo"), meant("mailboxId", "mailbox"), ignored("tags")]],
      ["/v2/users/me", [ignored("assignTo"), ignored("mailboxId"), ignored("tags")]],
    ] as const) {
      const { status, headers } = await desk.get(`${path}?assignTo=nobody&mailboxId=1&tags=a&nonsense=1`, token)
      assert.deepEqual([status, headers.get("x-deskhand-hint")], [200, hints.join(" ")], path)
    }
    const lists = routes.filter(({ method, url, answers: { 200: shape } }) => {
      const isList = typeof shape === "object" && "_embedded" in ((shape as { properties?: object }).properties ?? {})
      return method === "GET" && isList && !url.includes(":")
    })
    assert.ok(lists.length > 20)
    for (const { url } of lists) {
      const { status, headers } = await desk.get(`${url}?assignTo=nobody`, token)
      assert.deepEqual([status, headers.get("x-deskhand-hint")?.startsWith("assignTo was ignored; ")], [200, true], url)
    }
  })

  test("more than 200 parameters are too many", async () => {
    const query = Array.from({ length: 201 }, (_, index) => `p${index}=1`).join("&")
    assert.equal((await desk.get(`/v2/conversations?${query}`, token)).status, 400)
  })
})

describe("every answer", () => {
  test("carries the security headers", async () => {
    for (const path of ["/v2/users/me", "/v2/nothing"]) {
      const { headers } = await desk.get(path, token)
      assert.equal(headers.get("x-content-type-options"), "nosniff")
      assert.equal(headers.get("cache-control"), "private, no-store")
      assert.equal(headers.get("content-security-policy"), "default-src 'none'; frame-ancestors 'none'")
      assert.equal(headers.get("referrer-policy"), "no-referrer")
      assert.match(headers.get("correlation-id") ?? "", /^[0-9a-f-]{36}$/)
      assert.equal(headers.get("access-control-allow-origin"), null)
      assert.equal(headers.get("strict-transport-security"), null, "only where the desk is called by https")
    }
  })

  test("has no rate-limit headers while no limit is set", async () => {
    const { headers } = await desk.get("/v2/users/me", token)
    assert.equal(headers.get("x-ratelimit-limit-minute"), null)
  })

  test("HEAD is GET without the body", async () => {
    const { status, headers, body } = await desk.send("HEAD", "/v2/users/me", { token })
    assert.equal(status, 200)
    assert.equal(body, undefined)
    assert.ok(Number(headers.get("content-length")) > 100)
  })
})

describe("links", () => {
  test("are of the origin that was called", async () => {
    assert.equal((await desk.get("/v2/users/me", token)).body._links.self.href.startsWith(desk.origin), true)
  })

  test("ignore forwarded headers of strangers", async () => {
    const { body } = await desk.get("/v2/users/me", token, {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
    })
    assert.ok(body._links.self.href.startsWith(desk.origin))
  })

  test("believe trusted proxies, and the configured address above all", async () => {
    const forwarded = { "X-Forwarded-Host": "desk.example.com", "X-Forwarded-Proto": "https" }
    const behindProxy = await testDesk({ trustedProxies: ["127.0.0.1"] })
    const proxyToken = await behindProxy.tokenFor(await behindProxy.addUser({ email: "a@example.com", role: "admin" }))
    const proxied = await behindProxy.get("/v2/users/me", proxyToken, forwarded)
    await behindProxy.close()
    assert.match(proxied.body._links.self.href, /^https:\/\/desk\.example\.com\/v2\/users\/\d+$/)

    const configured = await testDesk({ publicUrl: "https://support.example.org", trustedProxies: ["127.0.0.1"] })
    const configuredToken = await configured.tokenFor(
      await configured.addUser({ email: "a@example.com", role: "admin" }),
    )
    const answered = await configured.get("/v2/users/me", configuredToken, forwarded)
    await configured.close()
    assert.equal(answered.headers.get("strict-transport-security"), "max-age=31536000")
    assert.match(answered.body._links.self.href, /^https:\/\/support\.example\.org\/v2\/users\/\d+$/)
  })

  test("a Host header that is no host is refused", async () => {
    const { port } = new URL(desk.origin)
    const answer = await raw(
      Number(port),
      `GET /v2/users/me HTTP/1.1\r\nHost: evil.example/path?x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 400 /)
  })
})

describe("slow requests", () => {
  test("are cut off: ten seconds for the headers, thirty for all", () => {
    assert.equal(desk.app.server.headersTimeout, 10_000)
    assert.equal(desk.app.server.requestTimeout, 30_000)
    assert.equal(desk.app.server.keepAliveTimeout, 65_000)
  })
})

describe("broken requests", () => {
  test("get a status and a closed connection", async () => {
    const port = Number(new URL(desk.origin).port)
    assert.match(await raw(port, "NONSENSE\r\n\r\n"), /^HTTP\/1\.1 400 Bad Request\r\nConnection: close/)
    const long = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(40_000)}\r\n\r\n`
    assert.match(await raw(port, long), /^HTTP\/1\.1 431 /)
    const smuggled =
      "POST /v2/tags HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    assert.match(await raw(port, smuggled), /^HTTP\/1\.1 400 /)
  })
})

/** What a server answers to bytes that no HTTP client would send. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text
    })
    socket.on("error", reject).on("close", () => resolve(answer))
  })
}
