import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { ConversationMerged, DeskhandClient, DeskhandError } from "./client.ts"
import { answer, inTurn, openStage, type Play, type Stage } from "./testing.ts"

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.close())
beforeEach(() => {
  stage.seen = []
})

function client(): DeskhandClient {
  return new DeskhandClient({ baseUrl: stage.baseUrl, token: "secret" })
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
    // A stage of its own: the request may arrive after the client has given up.
    const silent = await openStage()
    silent.play = () => {}
    await assert.rejects(new DeskhandClient({ baseUrl: silent.baseUrl, token: "secret", timeoutMs: 50 }).users.me(), {
      name: "TimeoutError",
    })
    silent.close()
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

function page(ids: number[], number: number, totalPages: number, links: object = {}): object {
  const next =
    number < totalPages ? { next: { href: `${stage.baseUrl}/v2/conversations?status=all&page=${number + 1}` } } : {}
  return {
    _embedded: { items: ids.map((id) => ({ id })) },
    _links: { ...next, ...links },
    page: { size: 25, totalElements: totalPages * ids.length, totalPages, number },
  }
}
