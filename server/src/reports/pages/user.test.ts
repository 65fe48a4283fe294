import assert from "node:assert/strict"
import { describe, test } from "node:test"
import {
  days,
  desk,
  expected,
  ids,
  near,
  period,
  read,
  rows,
  tagId,
  useReportedDesk,
} from "../../../test/desk/reported-desk.ts"
import { answer, mean } from "../../../test/desk/reports.ts"
import { sql } from "../../db/db.ts"

useReportedDesk()

describe("GET /v2/reports/user", () => {
  test("tells what one user did, and all members of a team together", async () => {
    const members = (
      await desk.db.many<{ id: number }>(
        sql`select user_id as id from team_members where team_id = ${ids.teams.firstLine}`,
      )
    ).map(({ id }) => id)
    for (const [user, userIds] of [
      [ids.users.ada, [ids.users.ada]],
      [ids.users.grace, [ids.users.grace]],
      [ids.teams.firstLine, members],
    ] as const) {
      const { current, user: person } = await read("user", `&user=${user}`)
      const told = expected({ userIds: [...userIds] })
      assert.ok(told.replies > 0)
      assert.deepEqual(
        [current.totalReplies, current.customersHelped, current.closed, current.totalConversations],
        [told.replies, told.helped.size, told.closed, told.conversations.size],
      )
      assert.deepEqual(
        [current.resolved, current.conversationsCreated],
        [told.resolutions.length, told.created.filter(({ creator }) => userIds.includes(creator ?? 0)).length],
      )
      const tagged = await read("user", `&user=${user}&tags=${tagId}`)
      const fewer = expected({ userIds: [...userIds], tagIds: [tagId] })
      assert.deepEqual(
        [tagged.current.totalReplies, tagged.current.customersHelped, tagged.current.totalConversations],
        [fewer.replies, fewer.helped.size, fewer.conversations.size],
      )
      near(current.responseTime, mean(told.responses), "responseTime")
      near(current.repliesPerDay, told.replies / days, "repliesPerDay")
      assert.equal(person.id, user)
      const always = { start: new Date("2000-01-01"), end: new Date("2100-01-01"), userIds: [...userIds] }
      assert.equal(person.totalCustomersHelped, answer(rows, always).helped.size)
      const sums = { customers: told.helped.size, replies: told.replies, resolved: told.resolutions.length }
      for (const [path, name] of [
        ["user/customers-helped", "customers"],
        ["user/replies", "replies"],
        ["user/resolutions", "resolved"],
      ] as const) {
        const series = await read(path, `&user=${user}&viewBy=month`)
        const sum = series.current.reduce(
          (total: number, point: Record<string, number>) => total + (point[name] ?? 0),
          0,
        )
        assert.ok(name === "customers" ? sum >= sums.customers : sum === sums[name], `${path} ${sum}`)
      }
      const chat = await read("user/chat", `&user=${user}`)
      assert.equal(chat.current.newConversations, expected({ userIds: [...userIds], types: ["chat"] }).chats.length)
      assert.equal(chat.current.totalDays, days)
    }
  })

  test("conversation-history has each conversation that the user answered, with its times", async () => {
    const grace = ids.users.grace
    const body = await read("user/conversation-history", `&user=${grace}&rows=50&sortField=repliesSent`)
    const inPeriod = (at: number) => at >= period.start.getTime() && at < period.end.getTime()
    const sent = (conversation: (typeof rows)[number]) =>
      conversation.threads.filter(
        ({ by, type, state, at }) =>
          by === grace &&
          state === "published" &&
          ["message", "chat", "widgetchat", "phone"].includes(type) &&
          inPeriod(at),
      ).length
    const visible = rows.filter(({ state, status }) => state === "published" && status !== "spam")
    const own = visible.filter((conversation) => sent(conversation) > 0)
    assert.equal(body.count, own.length)
    for (const result of body.results) {
      const conversation = own.find(({ id }) => id === result.id)
      assert.equal(result.repliesSent, conversation && sent(conversation), `${result.number}`)
    }
    const counts = body.results.map(({ repliesSent }: { repliesSent: number }) => repliesSent)
    assert.deepEqual(
      counts,
      counts.toSorted((one: number, other: number) => other - one),
    )
    const rated = body.results.find(({ id }: { id: number }) => id === ids.conversations.rated)
    assert.deepEqual([rated.firstResponseTime, rated.responseTime, rated.repliesSent], [3600, 3600, 4])
    const closed = await read("user/conversation-history", `&user=${grace}&status=closed`)
    assert.equal(closed.count, own.filter(({ status }) => status === "closed").length)
  })
})
