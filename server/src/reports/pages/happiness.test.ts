import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { expected, ids, near, read, useReportedDesk } from "../../../test/desk/reported-desk.ts"
import type { Question } from "../../../test/desk/reports.ts"

useReportedDesk()

describe("GET /v2/reports/happiness and its ratings", () => {
  test("score, shares and counts", async () => {
    for (const [path, more, question] of [
      ["happiness", "", {}],
      ["happiness", `&tags=${ids.tags.vip}`, { tagIds: [ids.tags.vip] }],
      ["user/happiness", `&user=${ids.users.grace}`, { userIds: [ids.users.grace] }],
    ] as const) {
      const { current } = await read(path, more)
      const { ratings, rated, helped } = expected(question as Partial<Question>)
      const { great = 0, okay = 0, not_good = 0 } = ratings
      const all = great + okay + not_good
      assert.deepEqual(
        [current.greatCount, current.okayCount, current.notGoodCount, current.ratingsCount],
        [great, okay, not_good, all],
      )
      assert.ok(all > 0)
      near(current.happinessScore, ((great - not_good) / all) * 100, "score")
      assert.deepEqual([current.totalCustomers, current.totalCustomersWithRatings], [helped.size, rated.size])
      near(current.ratingsPercent, (rated.size / helped.size) * 100, "ratingsPercent")
    }
  })

  test("lists the ratings themselves, of all and of one user", async () => {
    const { great, okay, notGood } = ids.threads.rated
    const listed = async (more: string, path = "happiness/ratings") =>
      (await read(path, more)).results.map(({ threadid }: { threadid: number }) => threadid)
    assert.deepEqual(await listed(""), [notGood, okay, great])
    assert.deepEqual(await listed("&sortField=rating&sortOrder=ASC"), [great, okay, notGood])
    assert.deepEqual(await listed("&rating=not-good"), [notGood])
    assert.deepEqual(await listed("&rating=2"), [okay])
    assert.deepEqual(await listed(`&user=${ids.users.grace}&rows=1&page=2`, "user/ratings"), [okay])
    assert.deepEqual(await listed(`&user=${ids.users.ada}`, "user/ratings"), [])
    const { results, count, pages } = await read("happiness/ratings", "&rating=great&rows=1")
    assert.deepEqual([count, pages], [1, 1])
    assert.deepEqual(
      [results[0].ratingId, results[0].ratingComments, results[0].ratingUserName, results[0].id],
      [1, "Quick & kind 🎉", "Grace Hopper", ids.conversations.rated],
    )
  })
})
