import assert from "node:assert/strict"
import { describe, test } from "node:test"
import {
  between,
  days,
  earlier,
  expected,
  filters,
  ids,
  near,
  read,
  tagId,
  useReportedDesk,
} from "../../../test/desk/reported-desk.ts"

useReportedDesk()

describe("GET /v2/reports/conversations", () => {
  test("tells what came, from whom and about what, of all and of a tag", async () => {
    for (const [more, question] of filters()) {
      const body = await read("conversations", `&${between(earlier, "previous")}${more}`)
      const [now, then] = [expected(question), expected({ ...earlier, ...question })]
      const figures = (told: typeof now) => [
        told.conversations.size,
        told.created.length,
        told.created.filter(({ creator }) => creator !== null).length,
        told.customers.size,
      ]
      for (const [given, told] of [
        [body.current, now],
        [body.previous, then],
      ])
        assert.deepEqual(
          [given.totalConversations, given.newConversations, given.conversationsCreated, given.customers],
          figures(told),
        )
      near(body.current.conversationsPerDay, now.conversations.size / days, "conversationsPerDay")
      const count = <Key>(keys: Key[]) => Map.groupBy(keys, (key) => key)
      const tags = count(now.created.flatMap((conversation) => conversation.tags))
      assert.equal(body.tags.count, now.created.filter((conversation) => conversation.tags.length > 0).length)
      assert.ok(body.tags.top.length > 0)
      for (const top of body.tags.top) {
        assert.equal(top.count, tags.get(top.id)?.length, top.name)
        near(top.percent, ((tags.get(top.id)?.length ?? 0) / now.created.length) * 100, top.name)
        assert.equal(
          top.previousCount,
          then.created.filter((conversation) => conversation.tags.includes(top.id)).length,
        )
      }
      const customers = count(now.created.map(({ customer }) => customer))
      assert.equal(body.customers.top[0].count, Math.max(...[...customers.values()].map(({ length }) => length)))
      for (const top of body.customers.top) assert.equal(top.count, customers.get(top.id)?.length)
      for (const top of body.replies.top)
        assert.equal(
          top.count,
          now.created.filter(({ threads }) =>
            threads.some(({ saved, state }) => saved === top.id && state === "published"),
          ).length,
        )
      const options = count(now.created.flatMap((conversation) => conversation.options.map(Number)))
      const values = body.customFields.fields.flatMap((field: { values: object[] }) => field.values)
      assert.ok(values.some(({ count }: { count: number }) => count > 0))
      for (const value of values) assert.equal(value.count, options.get(value.id)?.length ?? 0, value.name)
    }
  })

  test("busy-times puts each into its hour of the week, by the time zone asked for", async () => {
    for (const [more, zone] of [
      ["", "UTC"],
      ["&timezone=Asia/Kolkata", "Asia/Kolkata"],
      ["&timezone=own", "Europe/London"],
      ["&timezone=America/New_York", "America/New_York"],
      [`&timezone=America/New_York&tags=${tagId}`, "America/New_York"],
    ] as const) {
      const body = await read("conversations/busy-times", more)
      assert.equal(body.length, 168)
      const format = new Intl.DateTimeFormat("en-GB", {
        timeZone: zone,
        weekday: "short",
        hour: "2-digit",
        hourCycle: "h23",
      })
      const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
      const times = Map.groupBy(expected(more.includes("tags") ? { tagIds: [tagId] } : {}).created, ({ created }) => {
        const parts = Object.fromEntries(format.formatToParts(created).map(({ type, value }) => [type, value]))
        return `${days.indexOf(parts["weekday"] ?? "") + 1} ${Number(parts["hour"])}`
      })
      for (const { day, hour, count } of body)
        assert.equal(count, times.get(`${day} ${hour}`)?.length ?? 0, `${zone} ${day} ${hour}`)
    }
    const { busiestDay, busyTimeStart, busyTimeEnd } = await read("conversations")
    assert.ok(busiestDay.count > 0 && busyTimeEnd === busyTimeStart + 2)
  })
})

describe("GET /v2/reports/conversations/tags", () => {
  test("every tag, and a tag as a filter says of each report what several tags say", async () => {
    const body = await read("conversations/tags")
    assert.ok(body.tags.length > 2)
    const [first] = body.tags
    const began = await read("conversations/fields-drilldown", `&field=tagid&fieldid=${first.id}`)
    assert.equal(began.conversations.count, first.count)
    for (const path of [
      "company",
      "conversations",
      "productivity",
      "happiness",
      "conversations/busy-times",
      "company/people",
    ]) {
      const [one, other] = [
        await read(path, `&tags=${first.id}`),
        // A tag that nobody has adds nothing, but has everything counted from the conversations.
        await read(path, `&tags=${first.id},${ids.tags.unused}`),
      ]
      assert.deepEqual(one, other, path)
    }
  })
})
