import assert from "node:assert/strict"
import { describe, test } from "node:test"
import {
  between,
  earlier,
  expected,
  filters,
  near,
  read,
  responseBounds,
  useReportedDesk,
} from "../../../test/desk/reported-desk.ts"
import { mean, spread } from "../../../test/desk/reports.ts"

useReportedDesk()

describe("GET /v2/reports/productivity, email, chat and phone", () => {
  test("productivity has averages and ranges, of all and of a tag", async () => {
    for (const [more, question] of filters()) {
      const body = await read("productivity", `&${between(earlier, "previous")}${more}`)
      const [now, then] = [expected(question), expected({ ...earlier, ...question })]
      near(body.current.responseTime, mean(now.responses), "responseTime")
      near(body.current.firstResponseTime, mean(now.firsts), "firstResponseTime")
      near(body.current.resolutionTime, mean(now.resolutions.map(({ seconds }) => seconds)), "resolutionTime")
      near(body.current.repliesToResolve, mean(now.resolutions.map(({ replies }) => replies)), "repliesToResolve")
      assert.equal(body.current.resolved, now.resolutions.length)
      assert.equal(body.current.resolvedOnFirstReply, now.resolutions.filter(({ replies }) => replies === 1).length)
      assert.equal(body.current.totalConversations, now.conversations.size)
      assert.equal(body.previous.resolved, then.resolutions.length)
      const counts = (ranges: { ranges: { count: number }[] }) => ranges.ranges.map(({ count }) => count)
      assert.deepEqual(counts(body.responseTime), spread(now.responses, responseBounds))
      assert.deepEqual(counts(body.firstResponseTime), spread(now.firsts, responseBounds))
      assert.deepEqual(
        counts(body.repliesToResolve),
        spread(
          now.resolutions.map(({ replies }) => replies),
          [2, 3, 4, 5],
        ),
      )
      assert.equal(body.responseTime.previousCount, then.responses.length)
      assert.deepEqual(
        [body.resolutionTime.count, body.resolutionTime.previousCount],
        [now.resolutions.length, then.resolutions.length],
      )
      assert.deepEqual(body.handleTime, { count: 0, previousCount: 0, ranges: [] })
      assert.ok(now.responses.length > 0 && now.resolutions.length > 0)
    }
  })

  test("email, chat and phone tell of their type alone", async () => {
    const email = await read("email", "&types=chat")
    const told = expected({ types: ["email"] })
    assert.deepEqual(email.current.volume, {
      emailConversations: told.conversations.size,
      emailsCreated: told.created.filter(({ creator }) => creator !== null).length,
      repliesSent: told.replies,
      messagesReceived: told.received,
    })
    near(email.current.responses.firstResponseTime, mean(told.firsts), "firstResponseTime")
    assert.equal(email.current.resolutions.closed, told.closed)
    assert.equal(email.resolutionTime.count, told.resolutions.length)
    for (const { id, count } of email.resolutionTime.ranges) {
      const drilled = await read("company/drilldown", `&range=resolutionTime&rangeId=${id}&types=email`)
      assert.equal(drilled.conversations.count, count)
    }
    assert.deepEqual(email.handleTime, { count: 0, ranges: [] })
    const compared = await read("email", `&${between(earlier, "previous")}`)
    assert.equal(compared.resolutionTime.previousCount, expected({ ...earlier, types: ["email"] }).resolutions.length)
    assert.deepEqual(compared.handleTime, { count: 0, previousCount: 0, ranges: [] })
    const chat = await read("chat", `&${between(earlier, "previous")}`)
    const { chats } = expected({ types: ["chat"] })
    assert.ok(chats.length > 0)
    assert.deepEqual(
      [chat.current.volume.chatConversations, chat.current.volume.completedChats, chat.current.volume.missedChats],
      [chats.length, chats.filter(({ answered }) => answered).length, chats.filter(({ answered }) => !answered).length],
    )
    near(chat.current.resolutions.messagesPerChat, mean(chats.map(({ messages }) => messages)), "messagesPerChat")
    const lasting = chats.filter(({ answered }) => answered).map(({ seconds }) => seconds)
    near(chat.current.resolutions.duration, mean(lasting), "duration")
    assert.equal(chat.messagesPerChat.count, chats.length)
    assert.equal(chat.previous.volume.chatConversations, expected({ ...earlier, types: ["chat"] }).chats.length)
    const phone = await read("phone")
    const calls = expected({ types: ["phone"] })
    assert.deepEqual(
      [phone.current.phoneConversations, phone.current.phoneCallsCreated, phone.current.customers],
      [calls.conversations.size, calls.created.length, calls.customers.size],
    )
  })
})

describe("GET /v2/reports/productivity/percentiles", () => {
  const continuous = (values: number[], share: number) => {
    const sorted = values.toSorted((one, other) => one - other)
    const place = share * (sorted.length - 1)
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
    return Math.round(low + (high - low) * (place % 1))
  }

  test("percentiles of times are those of the rows, of all and of a tag, with ranges of resolutions", async () => {
    for (const [more, question] of filters()) {
      const body = await read("productivity/percentiles", `&${between(earlier, "previous")}${more}`)
      const { responses: seconds, resolutions } = expected(question)
      const { count, ...told } = body.current.responseTime
      assert.equal(count, seconds.length)
      assert.deepEqual(told, {
        p50: continuous(seconds, 0.5),
        p75: continuous(seconds, 0.75),
        p90: continuous(seconds, 0.9),
        p95: continuous(seconds, 0.95),
      })
      assert.equal(body.resolutionTime.count, resolutions.length)
      for (const { id, count } of body.resolutionTime.ranges) {
        const drilled = await read("company/drilldown", `&range=resolutionTime&rangeId=${id}${more}`)
        assert.deepEqual(
          [drilled.conversations.count, drilled.conversations.results.length],
          [count, Math.min(count, 25)],
        )
      }
    }
  })
})
