import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { expected, ids, read, responseBounds, rows, tagId, useReportedDesk } from "../../../test/desk/reported-desk.ts"
import { spread } from "../../../test/desk/reports.ts"

useReportedDesk()

describe("drill-downs", () => {
  const idsOf = async (path: string, more: string) => {
    const found: number[] = []
    for (let page = 1; ; page++) {
      const { conversations } = await read(path, `${more}&page=${page}&rows=7`)
      assert.equal(conversations.page, page)
      assert.equal(conversations.pages, Math.ceil(conversations.count / 7))
      found.push(...conversations.results.map(({ id }: { id: number }) => id))
      if (page >= conversations.pages) {
        assert.equal(new Set(found).size, conversations.count, "each once")
        return found.sort((one, other) => one - other)
      }
    }
  }
  const sorted = (some: Iterable<number>) => [...some].sort((one, other) => one - other)

  test("page through the conversations behind a figure", async () => {
    const told = expected()
    const created = sorted(told.created.map(({ id }) => id))
    assert.deepEqual(await idsOf("conversations/drilldown", ""), sorted(told.conversations))
    assert.deepEqual(await idsOf("company/drilldown", ""), sorted(told.conversations))
    assert.deepEqual(await idsOf("conversations/new-drilldown", ""), created)
    const tagged = expected({ tagIds: [tagId] })
    const ofTag = `&tags=${tagId}`
    assert.deepEqual(await idsOf("conversations/drilldown", ofTag), sorted(tagged.conversations))
    assert.deepEqual(await idsOf("conversations/new-drilldown", ofTag), sorted(tagged.created.map(({ id }) => id)))
    const closed = sorted(tagged.resolutions.map(({ id }) => id))
    assert.deepEqual(await idsOf("company/drilldown", `&range=resolved${ofTag}`), closed)
    const resolved = (few: (replies: number) => boolean) =>
      sorted(told.resolutions.filter(({ replies }) => few(replies)).map(({ id }) => id))
    assert.deepEqual(
      await idsOf("company/drilldown", "&range=resolved"),
      resolved(() => true),
    )
    assert.deepEqual(
      await idsOf("company/drilldown", "&range=firstReplyResolved"),
      resolved((replies) => replies === 1),
    )
    assert.deepEqual(
      await idsOf("company/drilldown", "&range=replies&rangeId=2"),
      resolved((replies) => replies === 2),
    )
    const slow = await idsOf("company/drilldown", "&range=firstResponseTime&rangeId=10")
    assert.equal(slow.length, spread(told.firsts, responseBounds)[9])
    const fast = await idsOf("company/drilldown", "&range=responseTime")
    assert.ok(fast.length > 0 && fast.includes(ids.conversations.rated))
    assert.deepEqual(await idsOf("company/drilldown", "&range=handleTime"), [])
  })

  test("by tag, saved reply and customer they agree with the tops", async () => {
    const body = await read("conversations")
    for (const [list, field] of [
      ["tags", "tagid"],
      ["replies", "replyid"],
      ["customers", "customerid"],
    ] as const)
      for (const top of body[list].top.slice(0, 3)) {
        const found = await idsOf("conversations/fields-drilldown", `&field=${field}&fieldid=${top.id}`)
        assert.equal(found.length, top.count, `${list} ${top.name}`)
      }
    assert.deepEqual(await idsOf("conversations/fields-drilldown", "&field=workflowid&fieldid=1"), [])
  })

  test("of a user: those in which they did something", async () => {
    const told = expected({ userIds: [ids.users.ada] })
    assert.deepEqual(await idsOf("user/drilldown", `&user=${ids.users.ada}`), sorted(told.conversations))
  })

  test("show each as a line of a list, at most 50 of them", async () => {
    const { conversations } = await read("conversations/drilldown", "&rows=500")
    assert.equal(conversations.results.length, 50)
    const shown = conversations.results[0]
    const row = rows.find(({ id }) => id === shown.id)
    assert.deepEqual([shown.number, shown.mailboxid, shown.status], [row?.number, row?.inbox, row?.status])
    assert.deepEqual(shown.customerIds, [row?.customer])
    const { conversations: usual } = await read("conversations/drilldown")
    assert.equal(usual.results.length, 25)
  })

  test("the conversations of an hour of the week", async () => {
    const times: { day: number; hour: number; count: number }[] = await read(
      "conversations/busy-times",
      "&timezone=Asia/Tokyo",
    )
    const busiest = times.reduce((one, other) => (other.count > one.count ? other : one))
    const hour = `&timezone=Asia/Tokyo&day=${busiest.day}&hour=${busiest.hour}`
    const { conversations } = await read("conversations/new-drilldown", hour)
    assert.deepEqual([conversations.count, conversations.results.length], [busiest.count, Math.min(25, busiest.count)])
  })
})
