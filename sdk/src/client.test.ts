import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { ConversationMerged, DeskhandClient, DeskhandError, etagOf } from "./client.ts"
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

  test("go to the addresses of the interface", async () => {
    stage.play = (_, response) => answer(response, 200, {})
    const desk = client()
    await desk.users.me()
    await desk.users.get(7)
    await desk.inboxes.list()
    await desk.inboxes.get(8)
    await desk.tags.list({ page: 2 })
    await desk.tags.get(9)
    await desk.conversations.get(1)
    await desk.conversations.get(1, { version: 3 })
    assert.deepEqual(
      stage.seen.map(({ url }) => url),
      [
        "/v2/users/me",
        "/v2/users/7",
        "/v2/mailboxes",
        "/v2/mailboxes/8",
        "/v2/tags?page=2",
        "/v2/tags/9",
        "/v2/conversations/1",
        "/v3/conversations/1",
      ],
    )
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
      answer(response, 400, { logRef: "ref-1", message: "Bad request", _embedded: { errors }, _links: {} })
    await assert.rejects(client().conversations.list({ page: 0 }), (error) => {
      assert.ok(error instanceof DeskhandError)
      assert.deepEqual([error.status, error.message, error.logRef], [400, "Bad request", "ref-1"])
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

  test("name the conversation that another one was merged into", async () => {
    stage.play = (_, response) => answer(response, 301, undefined, { Location: `${stage.baseUrl}/v3/conversations/77` })
    await assert.rejects(client().conversations.get(5, { version: 3 }), (error) => {
      assert.ok(error instanceof ConversationMerged)
      assert.deepEqual([error.status, error.intoId], [301, 77])
      return true
    })
    assert.equal(stage.seen.length, 1)
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

  test("leaves other failures alone", async () => {
    for (const status of [400, 403, 404, 409, 412, 500]) {
      stage.play = refuse(status, { "Retry-After": "1" })
      await assert.rejects(client().users.me(), { status })
    }
    assert.equal(stage.seen.length, 6)
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
