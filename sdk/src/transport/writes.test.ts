import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { attachmentOf, DeskhandClient, etagOf } from "../client.ts"
import { answer, inTurn, openStage, type Play, type Stage, StillTime } from "../testing.ts"

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
    await attachments.download(9, { range: { start: 10 } })
    await attachments.download(9, { range: { start: 10, end: 19 } })
    assert.deepEqual(
      stage.seen.slice(2).map(({ headers }) => headers.range),
      [undefined, "bytes=10-", "bytes=10-19"],
    )
    assert.deepEqual(
      stage.seen.slice(0, 3).map(({ url }) => url),
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

  test("of a run of a workflow ask for its results", async () => {
    const results = [{ conversationId: 2, outcome: "done" }]
    stage.play = (_, response) => answer(response, 200, { results })
    assert.deepEqual(await client().workflows.run(1, [2]), { results })
    assert.equal(stage.seen[0]?.headers["prefer"], "return=representation")
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
      (_, response) => answer(response, 204),
      (_, response) => answer(response, 412, { logRef: "r", message: "Changed meanwhile" }),
      (_, response) => answer(response, 204),
    )
    const { conversations, tags } = client()
    const ifMatch = etagOf(await tags.get(12))
    assert.equal(ifMatch, '"v1"')
    await tags.replace(12, { name: "vip", color: "#112233" }, { ifMatch })
    await conversations.patch(12, { op: "replace", path: "/status", value: "closed" }, { ifMatch })
    await assert.rejects(tags.delete(12, { ifMatch }), { status: 412, message: "Changed meanwhile" })
    await tags.delete(12)
    assert.deepEqual(
      stage.seen.map(({ method, headers }) => [method, headers["if-match"]]),
      [
        ["GET", undefined],
        ["PUT", '"v1"'],
        ["PATCH", '"v1"'],
        ["DELETE", '"v1"'],
        ["DELETE", undefined],
      ],
    )
  })
})
