import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { attachmentOf, ConversationMerged, DeskhandClient, DeskhandError, etagOf } from "./client.ts"
import { answer, inTurn, openStage, type Play, type Stage, StillTime } from "./testing.ts"

let stage: Stage
let time: StillTime

before(async () => {
  stage = await openStage()
})
after(() => stage.close())
beforeEach(() => {
  stage.seen = []
  time = new StillTime()
})

function client(retry: { tries?: number; totalMs?: number } = {}): DeskhandClient {
  return new DeskhandClient({ baseUrl: stage.baseUrl, token: "secret", retry, ...time.options })
}

describe("requests", () => {
  test("carry the token and the filters, lists comma-separated", async () => {
    stage.play = (_, response) => answer(response, 200, page([1], 1, 1))
    await client().conversations.list({ mailbox: [3, 4], tag: ["late order", "vip"], status: "open", size: 50 })
    const { pathname, searchParams } = new URL(stage.seen[0]?.url ?? "", stage.baseUrl)
    assert.equal(pathname, "/v2/conversations")
    assert.deepEqual(Object.fromEntries(searchParams), {
      mailbox: "3,4",
      tag: "late order,vip",
      status: "open",
      size: "50",
    })
    assert.equal(stage.seen[0]?.headers.authorization, "Bearer secret")
  })

  test("take what is convenient: one value, a date, values by id, and nothing for undefined", async () => {
    stage.play = (_, response) => answer(response, 200, page([1], 1, 1))
    await client().conversations.list({
      mailbox: 3,
      tag: "vip",
      status: undefined,
      modifiedSince: new Date("2026-03-04T05:06:07.008Z"),
      customFieldsByIds: { 7: "blue & green", 9: 4 },
    })
    await client().conversations.list({ mailbox: 3, customFieldsByIds: ["7:blue", "9:4"] })
    const [first, second] = stage.seen.map(({ url }) => Object.fromEntries(new URL(url, stage.baseUrl).searchParams))
    assert.deepEqual(first, {
      mailbox: "3",
      tag: "vip",
      modifiedSince: "2026-03-04T05:06:07.008Z",
      customFieldsByIds: "7:blue & green,9:4",
    })
    assert.deepEqual(second, { mailbox: "3", customFieldsByIds: "7:blue,9:4" })
  })

  test("for the OpenAPI document carry no token", async () => {
    stage.play = (_, response) => answer(response, 200, { openapi: "3.1.0" })
    assert.equal((await client().openapi()).openapi, "3.1.0")
    assert.equal(stage.seen[0]?.headers.authorization, undefined)
  })

  test("keep a path in front of the interface, with or without a slash at its end", async () => {
    stage.play = (_, response) => answer(response, 200, {})
    await new DeskhandClient({ baseUrl: `${stage.baseUrl}/desk/`, token: "secret" }).users.me()
    assert.equal(stage.seen[0]?.url, "/desk/v2/users/me")
  })

  test("that get no answer in time fail", async () => {
    stage.play = () => {}
    await assert.rejects(new DeskhandClient({ baseUrl: stage.baseUrl, token: "secret", timeoutMs: 50 }).users.me(), {
      name: "TimeoutError",
    })
  })
})

describe("paging", () => {
  const threePages: Play = ({ url }, response) => {
    const number = Number(new URL(url, stage.baseUrl).searchParams.get("page") ?? 1)
    answer(response, 200, page([number * 10, number * 10 + 1], number, 3))
  }

  test("visits every item of every page and keeps the filters", async () => {
    stage.play = threePages
    const ids: number[] = []
    for await (const conversation of client().conversations.all({ status: "all" })) ids.push(conversation.id)
    assert.deepEqual(ids, [10, 11, 20, 21, 30, 31])
    assert.deepEqual(
      stage.seen.map(({ url }) => url),
      ["/v2/conversations?status=all", ...[2, 3].map((page) => `/v2/conversations?status=all&page=${page}`)],
    )
  })

  test("asks for no page that nobody looks at", async () => {
    stage.play = threePages
    for await (const conversation of client().conversations.all()) if (conversation.id === 11) break
    assert.equal(stage.seen.length, 1)
  })

  test("behind a proxy works whether or not links have the path that the proxy adds", async () => {
    for (const prefix of ["/desk", ""]) {
      stage.seen = []
      stage.play = inTurn(
        (_, response) =>
          answer(response, 200, page([1], 1, 2, { next: { href: `${stage.baseUrl}${prefix}/v2/tags?page=2` } })),
        (_, response) => answer(response, 200, page([2], 2, 2)),
      )
      const desk = new DeskhandClient({ baseUrl: `${stage.baseUrl}/desk/`, token: "secret" })
      assert.equal((await Array.fromAsync(desk.tags.all())).length, 2)
      assert.deepEqual(
        stage.seen.map(({ url }) => url),
        ["/desk/v2/tags", "/desk/v2/tags?page=2"],
      )
    }
  })

  test("never sends the token to another origin", async () => {
    stage.play = inTurn(
      (_, response) =>
        answer(response, 200, page([1], 1, 2, { next: { href: "http://elsewhere.invalid/v2/tags?page=2" } })),
      (_, response) => answer(response, 200, page([2], 2, 2)),
    )
    assert.equal((await Array.fromAsync(client().tags.all())).length, 2)
    assert.equal(stage.seen[1]?.url, "/v2/tags?page=2")
  })
})

describe("refusals", () => {
  test("are errors with everything the desk says", async () => {
    const errors = [
      {
        path: "page",
        message: "must be at least 1",
        source: "QUERY",
        _links: { about: { href: `${stage.baseUrl}/errors/x` } },
      },
    ]
    stage.play = (_, response) =>
      answer(response, 400, {
        logRef: "ref-1",
        message: "Bad request",
        _embedded: { errors },
        _links: errors[0]?._links,
      })
    await assert.rejects(client().conversations.list({ page: 0 }), (error) => {
      assert.ok(error instanceof DeskhandError)
      assert.deepEqual([error.status, error.code, error.message, error.logRef], [400, "x", "Bad request", "ref-1"])
      assert.deepEqual(error.errors, errors)
      assert.equal(error.retryAfterSeconds, undefined)
      return true
    })
    assert.equal(stage.seen.length, 1)
  })

  test("of something else than a desk are errors too", async () => {
    stage.play = (_, response) => response.writeHead(502, { "Correlation-Id": "ref-2" }).end("<h1>Bad gateway</h1>")
    await assert.rejects(client().users.me(), { status: 502, logRef: "ref-2", message: "The desk answered 502" })
    stage.play = (_, response) => response.end("<h1>Welcome</h1>")
    await assert.rejects(client().users.me(), { name: "DeskhandError", status: 200, message: /not JSON/ })
  })
})

describe("a merged conversation", () => {
  const moved: Play = ({ url }, response) =>
    url.endsWith("/5")
      ? answer(response, 301, undefined, { Location: `${stage.baseUrl}${url.slice(0, -1)}77` })
      : answer(response, 200, { id: 77 })

  test("is an error that names where it went", async () => {
    stage.play = moved
    await assert.rejects(client().conversations.get(5, { version: 3 }), (error) => {
      assert.ok(error instanceof ConversationMerged)
      assert.deepEqual([error.status, error.intoId], [301, 77])
      return true
    })
    assert.equal(stage.seen.length, 1)
  })

  test("is followed on request, in the same version", async () => {
    stage.play = moved
    assert.equal((await client().conversations.get(5, { version: 3, followMerged: true })).id, 77)
    assert.deepEqual(
      stage.seen.map(({ url }) => url),
      ["/v3/conversations/5", "/v3/conversations/77"],
    )
  })

  test("is found in browsers too, which hide where a redirect leads", async () => {
    stage.play = moved
    const browserFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const hidden = { status: 0, type: "opaqueredirect", headers: new Headers(), body: null }
      return response.status === 301 ? (hidden as Response) : response
    }
    const { conversations } = new DeskhandClient({ baseUrl: stage.baseUrl, token: "secret", fetch: browserFetch })
    await assert.rejects(conversations.get(5), { name: "ConversationMerged", intoId: 77 })
    assert.equal((await conversations.get(5, { followMerged: true })).id, 77)
  })

  test("is not what a proxy's redirect is taken for", async () => {
    stage.play = ({ url }, response) => answer(response, 301, undefined, { Location: `https://desk.invalid${url}` })
    for (const followMerged of [true, false])
      await assert.rejects(client().conversations.get(5, { followMerged }), {
        name: "DeskhandError",
        status: 301,
        message: /not JSON/,
      })
  })
})

describe("retry", () => {
  const refuse =
    (status: number, headers: Record<string, string> = {}): Play =>
    (_, response) =>
      answer(response, status, { logRef: "r", message: "Later", _embedded: { errors: [] } }, headers)
  const accept: Play = (_, response) => answer(response, 200, { id: 1 })

  test("waits as long as the desk says after 429 and 503", async () => {
    stage.play = inTurn(refuse(429, { "Retry-After": "7" }), refuse(503, { "Retry-After": "2" }), accept)
    assert.equal((await client().users.me()).id, 1)
    assert.deepEqual(time.pauses, [7_000, 2_000])
  })

  test("waits until a moment, and by its own measure without a hint", async () => {
    const moment = new Date(time.clock + 3_000).toUTCString()
    stage.play = inTurn(refuse(503, { "Retry-After": moment }), refuse(503), refuse(503), accept)
    await client().users.me()
    assert.deepEqual(time.pauses, [3_000, 500, 1_000])
  })

  test("gives up after so many tries and tells the hint", async () => {
    stage.play = refuse(429, { "X-RateLimit-Retry-After": "1" })
    await assert.rejects(client({ tries: 3 }).users.me(), { status: 429, retryAfterSeconds: 1 })
    assert.equal(stage.seen.length, 3)
  })

  test("does not begin a pause that would last too long", async () => {
    stage.play = refuse(429, { "Retry-After": "6" })
    await assert.rejects(client({ totalMs: 10_000 }).users.me(), { status: 429, retryAfterSeconds: 6 })
    assert.deepEqual(time.pauses, [6_000])
  })

  test("does not repeat a write that may have been done, unless it has a key", async () => {
    stage.play = refuse(503)
    const desk = client({ tries: 3 })
    const writes: [work: () => Promise<unknown>, tries: number][] = [
      [() => desk.tags.create({ name: "vip" }), 3],
      [() => desk.tags.replace(1, { name: "vip" }), 1],
      [() => desk.tags.delete(1), 1],
      [() => desk.personalTokens.create({ name: "Script" }), 1],
    ]
    for (const [work, tries] of writes) {
      stage.seen = []
      await assert.rejects(work, { status: 503 })
      assert.equal(stage.seen.length, tries)
    }
  })

  test("repeats any write that was refused before it began", async () => {
    stage.play = inTurn(refuse(429, { "Retry-After": "3" }), (_, response) => answer(response, 204))
    await client().tags.delete(1)
    assert.deepEqual(time.pauses, [3_000])
  })

  test("leaves other failures alone", async () => {
    for (const status of [400, 403, 404, 409, 412, 500]) {
      stage.play = refuse(status, { "Retry-After": "1" })
      await assert.rejects(client().users.me(), { status })
    }
    assert.equal(stage.seen.length, 6)
  })
})

describe("attachments", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)

  test("come decoded from JSON, whole, and as a stream", async () => {
    stage.play = ({ url, headers }, response) => {
      if (url.endsWith("/data")) return answer(response, 200, { data: Buffer.from(bytes).toString("base64") })
      assert.equal(headers.accept, "*/*")
      response.writeHead(200, { "Content-Type": "image/png", "Content-Length": bytes.length }).end(bytes)
    }
    const attachments = client().conversations.attachments(3)
    assert.deepEqual(await attachments.data(9), bytes)
    const file = await attachments.download(9)
    assert.deepEqual([file.mimeType, file.sizeBytes], ["image/png", 256])
    assert.deepEqual(await file.bytes(), bytes)
    const chunks = await Array.fromAsync((await attachments.download(9)).stream)
    assert.deepEqual(new Uint8Array(Buffer.concat(chunks)), bytes)
    assert.deepEqual(
      stage.seen.map(({ url }) => url),
      ["data", "file", "file"].map((last) => `/v2/conversations/3/attachments/9/${last}`),
    )
  })
})

describe("writes", () => {
  test("of a new thing carry one key over all tries, another one each call", async () => {
    const make: Play = (_, response) => answer(response, 201, undefined, { "Resource-ID": "12" })
    stage.play = inTurn((_, response) => answer(response, 503), make)
    const desk = client()
    assert.deepEqual(await desk.tags.create({ name: "vip" }), { id: 12, location: undefined, replayed: false })
    await desk.tags.create({ name: "vip" }, { idempotencyKey: "mine" })
    await desk.tags.create({ name: "vip" })
    const [first, second, third, fourth] = stage.seen.map(({ headers }) => headers["idempotency-key"])
    assert.equal(first, second)
    assert.equal(third, "mine")
    assert.notEqual(fourth, first)
    assert.deepEqual(JSON.parse(stage.seen[0]?.body ?? ""), { name: "vip" })
    assert.equal(stage.seen[0]?.headers["content-type"], "application/json")
  })

  test("of a conversation and of a thread say where the new thing is", async () => {
    const headers = {
      "Resource-ID": "12",
      Location: `${stage.baseUrl}/v2/conversations/12`,
      "Web-Location": `${stage.baseUrl}/conversation/12/7`,
    }
    stage.play = (_, response) => answer(response, 201, undefined, headers)
    const { conversations } = client()
    const made = await conversations.create(
      {
        subject: "Late order",
        type: "email",
        mailboxId: 3,
        status: "active",
        customer: { email: "mary@example.com" },
        threads: [{ type: "customer", text: "Where is it?" }],
        assignTo: null,
      },
      { idempotencyKey: "mine" },
    )
    assert.deepEqual(made, {
      id: 12,
      location: headers.Location,
      webLocation: headers["Web-Location"],
      replayed: false,
    })
    assert.equal(stage.seen[0]?.headers["idempotency-key"], "mine")
    assert.equal(JSON.parse(stage.seen[0]?.body ?? "").assignTo, null)

    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)
    const file = attachmentOf({ fileName: "all bytes.bin", mimeType: "application/octet-stream", bytes })
    const thread = { text: "And this?", customer: { id: 4 }, attachments: [file] }
    assert.equal((await conversations.addCustomerThread(12, thread)).id, 12)
    assert.equal(stage.seen[1]?.url, "/v2/conversations/12/customer")
    assert.match(stage.seen[1]?.headers["idempotency-key"]?.toString() ?? "", /^[0-9a-f]{32}$/)
    const sent = JSON.parse(stage.seen[1]?.body ?? "")
    assert.deepEqual(new Uint8Array(Buffer.from(sent.attachments[0].data, "base64")), bytes)
  })

  test("tell an answer that was given before", async () => {
    const headers = { "Resource-ID": "12", Location: `${stage.baseUrl}/v2/tags/12`, "Idempotency-Replayed": "true" }
    stage.play = (_, response) => answer(response, 201, undefined, headers)
    assert.deepEqual(await client().tags.create({ name: "vip" }, { idempotencyKey: "mine" }), {
      id: 12,
      location: `${stage.baseUrl}/v2/tags/12`,
      replayed: true,
    })
  })

  test("name the version that was read", async () => {
    stage.play = inTurn(
      (_, response) => answer(response, 200, { id: 12 }, { ETag: '"v1"' }),
      (_, response) => answer(response, 204),
      (_, response) => answer(response, 412, { logRef: "r", message: "Changed meanwhile" }),
      (_, response) => answer(response, 204),
    )
    const { tags } = client()
    const ifMatch = etagOf(await tags.get(12))
    assert.equal(ifMatch, '"v1"')
    await tags.replace(12, { name: "vip", color: "#112233" }, { ifMatch })
    await assert.rejects(tags.delete(12, { ifMatch }), { status: 412, message: "Changed meanwhile" })
    await tags.delete(12)
    assert.deepEqual(
      stage.seen.map(({ method, headers }) => [method, headers["if-match"]]),
      [
        ["GET", undefined],
        ["PUT", '"v1"'],
        ["DELETE", '"v1"'],
        ["DELETE", undefined],
      ],
    )
  })
})

function page(ids: number[], number: number, totalPages: number, links: object = {}): object {
  const next =
    number < totalPages ? { next: { href: `${stage.baseUrl}/v2/conversations?status=all&page=${number + 1}` } } : {}
  return {
    _embedded: { items: ids.map((id) => ({ id })) },
    _links: { ...next, ...links },
    page: { size: 25, totalElements: totalPages * ids.length, totalPages, number },
  }
}
