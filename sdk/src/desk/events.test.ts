import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { DeskhandClient, type FeedEvent } from "../client.ts"
import { answer, inTurn, openStage, type Play, type Stage, StillTime } from "../testing.ts"
import { readServerSent } from "../transport/server-sent.ts"

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

function client(): DeskhandClient {
  return new DeskhandClient({ baseUrl: stage.baseUrl, token: "secret", ...time.options })
}

/** Sends this and ends, in good order or by a broken connection. */
function stream(text: string, { breaks = false } = {}): Play {
  return (_, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write(text, () => {
      if (breaks) response.destroy()
      else response.end()
    })
  }
}

const frame = (id: number) => `id: ${id}\nevent: tag.created\ndata: {"id":${id}}\n\n`

async function take(events: AsyncIterable<FeedEvent>, amount: number): Promise<number[]> {
  const taken: number[] = []
  for await (const { id } of events) {
    taken.push(id)
    if (taken.length === amount) break
  }
  return taken
}

describe("the stream of events", () => {
  test("goes on after the last number when the connection is lost, as soon as the desk wants it back", async () => {
    stage.play = inTurn(
      stream(`retry: 40\nid: 6\n\n${frame(7)}${frame(8)}id: 9\nda`, { breaks: true }),
      stream("id: 12\n:\n\n"),
      (_, response) => answer(response, 500),
      stream(frame(13)),
    )
    assert.deepEqual(await take(client().events.stream({ after: 5 }), 3), [7, 8, 13])
    assert.deepEqual(
      stage.seen.map(({ url, headers }) => [url, headers["last-event-id"]]),
      ["5", "8", "12", "12"].map((last) => ["/v2/events/stream", last]),
    )
    assert.deepEqual(time.pauses, [40, 40, 80])
  })

  test("without a number asks for what comes, and knows from the first message where that began", async () => {
    stage.play = inTurn(stream("id: 41\n\n"), stream(frame(42)))
    assert.deepEqual(await take(client().events.stream(), 1), [42])
    assert.deepEqual(
      stage.seen.map(({ headers }) => headers["last-event-id"]),
      [undefined, "41"],
    )
  })

  test("ends with an error when the desk refuses, or has forgotten what comes next", async () => {
    stage.play = (_, response) => answer(response, 401, { message: "Who?" })
    await assert.rejects(client().events.stream().next(), { name: "DeskhandError", status: 401 })
    stage.play = stream(`${frame(1)}event: too-old\ndata: {"message":"The oldest is 9","oldest":9}\n\n`)
    const events = client().events.stream()
    assert.equal((await events.next()).value?.id, 1)
    await assert.rejects(events.next(), { status: 410, code: "events_gone", message: "The oldest is 9" })
    stage.play = (_, response) => answer(response, 200, {}, { "Content-Type": "application/json" })
    await assert.rejects(client().events.stream().next(), { message: /no stream of events/ })
  })

  test("tells when a connection stands and when it was lost", async () => {
    stage.play = inTurn(stream("id: 6\n\n"), (_, response) => answer(response, 500), stream(frame(7)))
    const told: boolean[] = []
    const onConnection = (connected: boolean) => told.push(connected)
    assert.deepEqual(await take(client().events.stream({ onConnection }), 1), [7])
    assert.deepEqual(told, [true, false, false, true])
  })

  test("tells who is where beside the events, to who asks for it", async () => {
    const news = { complete: true, presence: [{ conversationId: 1, userId: 2, activity: "viewing" }] }
    stage.play = stream(`event: presence\ndata: ${JSON.stringify(news)}\n\n${frame(7)}`)
    const told: unknown[] = []
    assert.deepEqual(await take(client().events.stream({ onPresence: (one) => told.push(one) }), 1), [7])
    assert.deepEqual(told, [news])
    assert.equal(stage.seen[0]?.url, "/v2/events/stream?presence=true")
  })

  test("ends with its signal", async () => {
    stage.play = (_, response) => void response.writeHead(200, { "Content-Type": "text/event-stream" }).write(frame(1))
    const ending = new AbortController()
    const events = client().events.stream({ signal: ending.signal })
    assert.equal((await events.next()).value?.id, 1)
    const next = events.next()
    ending.abort()
    assert.deepEqual(await next, { done: true, value: undefined })
  })
})

describe("server-sent events", () => {
  test("are read however they are cut into pieces, with any end of line", async () => {
    const text =
      'id: 1\r\nevent: a\r\ndata: {"x":\r\ndata: "é"}\r\n\r\n:\n\nid:2\rdata\r\rretry: 5\n\nretry: x\nother: y\n\n'
    const bytes = new TextEncoder().encode(text)
    const none = { id: undefined, event: undefined, data: undefined, retry: undefined }
    for (const size of [1, 2, 3, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      )
      const messages = await Array.fromAsync(readServerSent(ReadableStream.from(pieces), () => {}))
      assert.deepEqual(messages, [
        { ...none, id: "1", event: "a", data: '{"x":\n"é"}' },
        none,
        { ...none, id: "2", data: "" },
        { ...none, retry: 5 },
        none,
      ])
    }
  })
})
