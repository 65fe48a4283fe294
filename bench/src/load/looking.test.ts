import assert from "node:assert/strict"
import type { RequestListener } from "node:http"
import { describe, test } from "node:test"
import { Looking } from "./looking.ts"
import { answering, serving } from "./testing.ts"

const unopened = [
  { id: 7, customerId: 3 },
  { id: 9, customerId: 4 },
]
const looks = (id: number, customerId: number) => [
  "/v2/conversations?status=active",
  `/v2/conversations/${id}`,
  `/v2/conversations/${id}/threads`,
  `/v2/customers/${customerId}`,
]

describe("an agent who looks", () => {
  test("opens each conversation once, and ends when one is told to with how long each answer took", async () => {
    const asked: (string | undefined)[] = []
    let looking: Looking | undefined
    const ended = Promise.withResolvers<Awaited<ReturnType<Looking["end"]>>>()
    const listener: RequestListener = (request, response) => {
      asked.push(request.url)
      if (asked.length === 5) ended.resolve(looking!.end())
      answering(200, {})(request, response)
    }
    await serving(listener, async (address) => {
      looking = new Looking({ address, token: "t", unopened: [...unopened, { id: 11, customerId: 5 }] })
      const { lists, opened } = await ended.promise
      assert.deepEqual(asked, [...looks(7, 3), ...looks(9, 4)])
      assert.deepEqual([lists.length, opened.length], [2, 6])
    })
  })

  test("says what was refused, and when there is nothing left to open", async () => {
    await serving(answering(404, {}), async (address) => {
      await assert.rejects(new Looking({ address, token: "t", unopened }).end(), /status=active was answered 404/)
    })
    await serving(answering(200, {}), async (address) => {
      const looking = new Looking({ address, token: "t", unopened: [] })
      await assert.rejects(looking.end(), /no conversations left/)
    })
  })
})
