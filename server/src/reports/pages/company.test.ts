import assert from "node:assert/strict"
import { describe, test } from "node:test"
import {
  between,
  days,
  desk,
  earlier,
  expected,
  filters,
  ids,
  limited,
  near,
  period,
  read,
  rows,
  useReportedDesk,
} from "../../../test/desk/reported-desk.ts"
import { answer, listWrongFirsts, listWrongSums, type Question } from "../../../test/desk/reports.ts"
import { sql } from "../../db/db.ts"

useReportedDesk()

describe("what is kept", () => {
  test("sums of days and hours say what the facts say", async () => {
    assert.deepEqual(await listWrongSums(desk.db), [])
    assert.deepEqual(await listWrongFirsts(desk.db), [])
    const { facts } = await desk.db.one<{ facts: number }>(sql`select count(*) as facts from report_facts`)
    assert.ok(facts > 200)
  })
})

describe("GET /v2/reports/company", () => {
  test("counts replies, closings, customers and people as the rows do, beside the period before, of all and of a tag", async () => {
    for (const [more, question] of filters()) {
      const body = await read("company", `&${between(earlier, "previous")}${more}`)
      const [now, then] = [expected(question), expected({ ...earlier, ...question })]
      assert.ok(now.replies > 0 && now.closed > 0 && now.users.size > 1, "the scenario has something to tell")
      assert.deepEqual(
        [body.current.totalReplies, body.current.closed, body.current.customersHelped, body.current.totalUsers],
        [now.replies, now.closed, now.helped.size, now.users.size],
      )
      assert.equal(body.current.totalDays, days)
      assert.equal(body.current.startDate, "2025-12-20T07:20:00Z")
      near(body.current.repliesPerDay, now.replies / days, "repliesPerDay")
      near(body.current.repliesPerDayPerUser, now.replies / days / now.users.size, "repliesPerDayPerUser")
      near(body.current.resolvedPerDay, now.resolutions.length / days, "resolvedPerDay")
      assert.equal(body.previous.totalReplies, then.replies)
      const grown = then.replies === 0 ? 0 : ((now.replies - then.replies) / then.replies) * 100
      near(body.deltas.totalReplies, grown, "deltas.totalReplies")
      for (const user of body.users) {
        const own = now.users.get(Number(user.user))
        assert.deepEqual([user.replies, user.customersHelped], [own?.replies ?? 0, own?.helped.size ?? 0], user.name)
        assert.equal(user.previousReplies, then.users.get(Number(user.user))?.replies ?? 0)
      }
      const tags = await desk.db.many(sql`select id, name from tags order by lower(name), id`)
      assert.deepEqual(body.filterTags, tags)
    }
  })

  test("tells only of inboxes that the viewer may see", async () => {
    const { inboxIds } = await desk.db.one<{ inboxIds: number[] }>(
      sql`select array_agg(inbox_id) as "inboxIds" from inbox_users where user_id = ${ids.users.limited}`,
    )
    const body = await read("company", "", limited)
    assert.equal(body.current.totalReplies, expected({ inboxIds }).replies)
    assert.ok(body.current.totalReplies < expected().replies)
  })

  test("combines inboxes, types and tags", async () => {
    const inboxIds = [ids.inboxes.support]
    const tagIds = [ids.tags.vip]
    const query = `&mailboxes=${inboxIds}&types=email,chat&tags=${tagIds}`
    for (const [more, question] of [
      [`&mailboxes=${inboxIds}`, { inboxIds }],
      ["&types=chat", { types: ["chat"] }],
      [`&tags=${tagIds}`, { tagIds }],
      [query, { inboxIds, tagIds, types: ["email", "chat"] }],
    ] as const) {
      const { current } = await read("company", more)
      const told = expected(question as Partial<Question>)
      assert.deepEqual(
        [current.totalReplies, current.customersHelped, current.closed],
        [told.replies, told.helped.size, told.closed],
        more,
      )
    }
  })

  test("finds what is in folders", async () => {
    const folders = await desk.db.many<{ id: number; type: string; inbox: number; query: string | null }>(
      sql`select id, type, inbox_id as inbox, query from folders where inbox_id = ${ids.inboxes.support}`,
    )
    const closed = folders.find(({ type }) => type === "closed")
    const inClosed = rows.filter(({ status, inbox }) => status === "closed" && inbox === ids.inboxes.support)
    const told = answer(inClosed, period)
    const { current } = await read("productivity", `&folders=${closed?.id}`)
    assert.deepEqual([current.repliesSent, current.resolved], [told.replies, told.resolutions.length])
    for (const { id } of folders) await read("company", `&folders=${id}`)
  })
})

describe("GET /v2/reports/company/people", () => {
  test("everybody and every team, as the reports of each say", async () => {
    const body = await read("company/people", `&${between(earlier, "previous")}`)
    assert.ok(body.users.length > 1 && body.teams.length > 0)
    for (const row of [...body.users, ...body.teams]) {
      const own = await read("user", `&user=${row.id}`)
      const told = ["customersHelped", "closed", "resolved", "responseTime", "resolutionTime", "happinessScore"]
      for (const name of told) near(row.current[name], own.current[name], `${row.name}: ${name}`)
      assert.equal(row.current.replies, own.current.totalReplies)
      const replied = await read("company/drilldown", `&range=replied&user=${row.id}`)
      const { count } = await desk.db.one<{ count: number }>(sql`
        select count(distinct conversation_id) from report_facts where kind = 'reply' and at >= ${period.start}
          and at < ${period.end} and user_id in (select ${row.id} union select user_id from team_members
            where team_id = ${row.id})`)
      assert.equal(replied.conversations.count, count, row.name)
    }
  })
})
