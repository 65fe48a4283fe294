import assert from "node:assert/strict"
import { beforeEach, describe, test } from "node:test"
import type { Conversation, ConversationPage } from "@deskhand/sdk/client"
import { QueryClient } from "@tanstack/react-query"
import { extentOf, fetchRow, forgetOrder, indexOf, knownIds, loadedOrder, refreshOrder } from "./order.ts"
import { type ListView, pageQuery, pageSize } from "./pages.ts"

const view: ListView = { list: "unassigned", sort: "waiting", myId: 1 }

let queryClient: QueryClient

beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  forgetOrder(queryClient, view)
})

/** The desk lists these ids from now on. */
function list(ids: readonly number[]): void {
  const totalPages = Math.max(1, Math.ceil(ids.length / pageSize))
  for (let number = 1; number <= totalPages + 1; number++) {
    const conversations = ids.slice((number - 1) * pageSize, number * pageSize).map((id) => ({ id }) as Conversation)
    const page = { size: pageSize, number, totalElements: ids.length, totalPages }
    queryClient.setQueryData(pageQuery(view, number).queryKey, {
      _embedded: { conversations },
      page,
    } as ConversationPage)
  }
}

const count = (length: number, first = 1) => Array.from({ length }, (_, index) => first + index)
const read = async (index: number) => (await fetchRow(queryClient, view, index))?.id
const extent = () => extentOf(loadedOrder(queryClient, view))

describe("the kept order of a list", () => {
  test("stays when the desk has another, until it is refreshed or left", async () => {
    list([1, 2, 3])
    assert.deepEqual([await read(0), await read(2), await read(3), await read(-1)], [1, 3, undefined, undefined])
    list([9, 3, 1])
    assert.deepEqual(knownIds(queryClient, view), [1, 2, 3])
    assert.deepEqual([indexOf(queryClient, view, 3), indexOf(queryClient, view, 9)], [2, undefined])
    await refreshOrder(queryClient, view, [1])
    assert.deepEqual(knownIds(queryClient, view), [9, 3, 1])
    list([7])
    forgetOrder(queryClient, view)
    assert.deepEqual([knownIds(queryClient, view), await read(0)], [[], 7])
  })

  test("is as long as it was, and whole once all of it has been read", async () => {
    list(count(120))
    await read(0)
    assert.deepEqual(extent(), { count: 120, isWhole: false })
    await read(110)
    await read(60)
    assert.deepEqual(extent(), { count: 120, isWhole: true })
  })

  test("goes on behind the rows that it has, whatever has left or come before them", async () => {
    for (const [change, expected] of [
      [count(120), count(50, 51)],
      [count(117, 4), count(50, 51)],
      [[201, 202, ...count(120)], count(50, 51)],
      // All of the first page has left.
      [count(70, 51), count(50, 51)],
      // One of the first page waits anew, and stands at the end.
      [[...count(9), ...count(110, 11), 10], count(50, 51)],
    ] as const) {
      list(count(120))
      forgetOrder(queryClient, view)
      await read(0)
      list(change)
      await read(50)
      assert.deepEqual(knownIds(queryClient, view).slice(pageSize), expected)
    }
  })

  test("ends where the list ends", async () => {
    list(count(60))
    await read(0)
    list(count(55))
    assert.deepEqual([await read(54), await read(55)], [55, undefined])
    assert.deepEqual(extent(), { count: 55, isWhole: true })
  })

  test("can be read from anywhere", async () => {
    list(count(200))
    assert.equal(await read(170), 171)
    assert.equal(await read(20), 21)
    assert.equal(await read(60), 61)
    assert.equal(indexOf(queryClient, view, 171), 170)
  })
})
