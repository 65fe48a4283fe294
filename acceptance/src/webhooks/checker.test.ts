import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Arrival } from "./arrivals.ts"
import { checkArrivals, type Owed } from "./checker.ts"

const owe = (path: string, lane: string, ...tokens: string[]): Owed[] => tokens.map((token) => ({ path, token, lane }))

const come = (path: string, token: string, body = token): Arrival => ({
  at: 0,
  path,
  headers: { "webhook-id": token },
  body,
  secure: false,
})

const owed = [
  ...owe("/one", "convo:1", "a", "b", "c"),
  ...owe("/one", "convo:2", "d"),
  ...owe("/two", "convo:1", "e", "f"),
]
const right = [
  come("/two", "e"),
  come("/one", "a"),
  come("/one", "d"),
  come("/one", "b"),
  come("/one", "a"),
  come("/two", "f"),
  come("/one", "c"),
  come("/one", "c"),
]

const complaintsAbout = (arrivals: Arrival[]) => checkArrivals(owed, arrivals).map(({ token, wrong }) => [token, wrong])

describe("the checker of arrivals", () => {
  test("finds nothing wrong when all came in order, some of it again", () => {
    assert.deepEqual(complaintsAbout(right), [])
  })

  test("misses what never came", () => {
    const without = (token: string) => right.filter(({ headers }) => headers["webhook-id"] !== token)
    for (const { token } of owed) assert.deepEqual(complaintsAbout(without(token)), [[token, "lost"]])
  })

  test("sees what came with other bytes the second time", () => {
    assert.deepEqual(complaintsAbout([...right, come("/one", "b", "other")]), [["b", "changed"]])
  })

  test("sees what came before something earlier of its lane, and minds no other lane", () => {
    const swapped = right.with(1, come("/one", "b")).with(3, come("/one", "a"))
    assert.deepEqual(complaintsAbout(swapped), [["b", "reordered"]])
    assert.deepEqual(complaintsAbout([come("/one", "d"), ...right]), [])
  })

  test("sees what nobody owes, and what came to somebody else", () => {
    assert.deepEqual(complaintsAbout([...right, come("/one", "z")]), [["z", "uninvited"]])
    assert.deepEqual(complaintsAbout([...right, come("/two", "a")]), [["a", "uninvited"]])
  })
})
