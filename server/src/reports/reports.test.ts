import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { sql } from "../db/db.ts"
import { loadScenario, type ScenarioIds } from "../seed/scenario.ts"
import { type TestDesk, testDesk } from "../testing/desk.ts"
import { answer, listWrongMembers, listWrongSums, mean, type Question, readRows, spread } from "../testing/reports.ts"
import { fillReports } from "./fill.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let limited: string
let rows: Awaited<ReturnType<typeof readRows>>

/** Neither begins nor ends with a day, nor with an hour. */
const period = { start: new Date("2025-12-20T07:20:00Z"), end: new Date("2026-03-01T11:45:00Z") }
const earlier = { start: new Date("2025-06-01T00:00:00Z"), end: new Date("2025-12-20T07:20:00Z") }
const days = 72

before(async () => {
  desk = await testDesk()
  ids = await loadScenario(desk.db, desk.clock.now)
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
  await fillReports({ db: desk.db })
  rows = await readRows(desk.db)
})
after(() => desk.close())

const between = (given: { start: Date; end: Date }, name = "") =>
  name === ""
    ? `start=${given.start.toISOString()}&end=${given.end.toISOString()}`
    : `previousStart=${given.start.toISOString()}&previousEnd=${given.end.toISOString()}`

async function read(path: string, more = "", token = ada) {
  const { status, body } = await desk.get(`/v2/reports/${path}?${between(period)}${more}`, token)
  assert.equal(status, 200, `${path}${more}: ${JSON.stringify(body)}`)
  return body
}

const expected = (more: Partial<Question> = {}) => answer(rows, { ...period, ...more })
const near = (one: number, other: number, what: string) =>
  assert.ok(Math.abs(one - other) < 1e-6, `${what}: ${one} instead of ${other}`)
const responseBounds = [900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800]

describe("what is kept", () => {
  test("sums of days and hours say what the facts say", async () => {
    assert.deepEqual(await listWrongSums(desk.db), [])
    assert.deepEqual(await listWrongMembers(desk.db), [])
    const { facts } = await desk.db.one<{ facts: number }>(sql`select count(*) as facts from report_facts`)
    assert.ok(facts > 200)
  })
})

describe("GET /v2/reports/company", () => {
  test("counts replies, closings, customers and people as the rows do, beside the period before", async () => {
    const body = await read("company", `&${between(earlier, "previous")}`)
    const [now, then] = [expected(), expected(earlier)]
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

describe("GET /v2/reports/conversations", () => {
  test("tells what came, from whom and about what", async () => {
    const body = await read("conversations", `&${between(earlier, "previous")}`)
    const [now, then] = [expected(), expected(earlier)]
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
      assert.equal(top.previousCount, then.created.filter((conversation) => conversation.tags.includes(top.id)).length)
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
  })

  test("busy-times puts each into its hour of the week, by the time zone asked for", async () => {
    for (const [more, zone] of [
      ["", "UTC"],
      ["&timezone=Asia/Kolkata", "Asia/Kolkata"],
      ["&timezone=own", "Europe/London"],
      ["&timezone=America/New_York", "America/New_York"],
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
      const times = Map.groupBy(expected().created, ({ created }) => {
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

describe("series", () => {
  const steps = (step: "day" | "week" | "month"): { start: Date; end: Date }[] => {
    const found: { start: Date; end: Date }[] = []
    for (let start = period.start, index = 1; start < period.end; index++) {
      const next = new Date(period.start)
      if (step === "month") next.setUTCMonth(next.getUTCMonth() + index)
      else next.setUTCDate(next.getUTCDate() + index * (step === "week" ? 7 : 1))
      found.push({ start, end: next < period.end ? next : period.end })
      start = next
    }
    return found
  }
  type Told = ReturnType<typeof answer>
  const series: [string, (told: Told) => object][] = [
    ["company/customers-helped", ({ helped }) => ({ customers: helped.size })],
    ["conversations/new", ({ created }) => ({ count: created.length })],
    ["conversations/received-messages", ({ received }) => ({ messages: received })],
    ["productivity/first-response-time", ({ firsts }) => ({ time: mean(firsts) })],
    ["productivity/response-time", ({ responses }) => ({ time: mean(responses) })],
    ["productivity/resolution-time", ({ resolutions }) => ({ time: mean(resolutions.map(({ seconds }) => seconds)) })],
    ["productivity/replies-sent", ({ replies }) => ({ replies })],
    ["productivity/resolved", ({ resolutions }) => ({ resolved: resolutions.length })],
  ]
  for (const [path, pointOf] of series)
    test(`${path} has a point for each day, week or month from the start on`, async () => {
      for (const step of ["day", "week", "month"] as const) {
        const { current, previous } = await read(path, `&viewBy=${step}`)
        assert.equal(previous, undefined)
        assert.equal(current.length, steps(step).length)
        for (const [index, each] of steps(step).entries()) {
          const { date, start: _start, ...point } = current[index]
          assert.equal(date, `${each.start.toISOString().slice(0, 19)}Z`)
          assert.deepEqual(point, pointOf(expected(each)), `${step} ${date}`)
        }
      }
    })

  test("volume-by-channel tells the types apart, and of the period before", async () => {
    const { current, previous } = await read(
      "conversations/volume-by-channel",
      `&viewBy=week&${between(earlier, "previous")}`,
    )
    const all = (points: Record<string, number>[], type: string) =>
      points.reduce((sum, point) => sum + (point[type] ?? 0), 0)
    for (const type of ["chat", "email", "phone"]) {
      assert.equal(all(current, type), expected({ types: [type] }).created.length)
      assert.equal(all(previous, type), expected({ ...earlier, types: [type] }).created.length)
    }
    assert.ok(all(current, "chat") > 0 && all(current, "phone") > 0)
  })

  test("steps by the clock of a time zone, over the change to summer time", async () => {
    const path = "conversations/new?start=2026-03-28T00:00:00%2B01:00&end=2026-03-31T00:00:00%2B02:00"
    const { body } = await desk.get(`/v2/reports/${path}&viewBy=day&timezone=Europe/Berlin`, ada)
    assert.deepEqual(
      body.current.map(({ date }: { date: string }) => date),
      ["2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
    )
  })
})

describe("GET /v2/reports/productivity, email, chat and phone", () => {
  test("productivity has averages and ranges", async () => {
    const body = await read("productivity", `&${between(earlier, "previous")}`)
    const [now, then] = [expected(), expected(earlier)]
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
    assert.ok(now.responses.length > 0 && now.resolutions.length > 0)
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

describe("GET /v2/reports/happiness and its ratings", () => {
  test("score, shares and counts", async () => {
    for (const [path, more, question] of [
      ["happiness", "", {}],
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
})

describe("GET /v2/reports/productivity/percentiles, company/people and conversations/tags", () => {
  const continuous = (values: number[], share: number) => {
    const sorted = values.toSorted((one, other) => one - other)
    const place = share * (sorted.length - 1)
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
    return Math.round(low + (high - low) * (place % 1))
  }

  test("percentiles of times are those of the rows, with ranges of resolutions", async () => {
    const body = await read("productivity/percentiles", `&${between(earlier, "previous")}`)
    const { seconds } = await desk.db.one<{ seconds: number[] }>(sql`
      select array_agg(seconds) as seconds from report_facts
      where kind = 'reply' and seconds is not null and at >= ${period.start} and at < ${period.end}`)
    const { count, ...told } = body.current.responseTime
    assert.equal(count, seconds.length)
    assert.deepEqual(told, {
      p50: continuous(seconds, 0.5),
      p75: continuous(seconds, 0.75),
      p90: continuous(seconds, 0.9),
      p95: continuous(seconds, 0.95),
    })
    assert.equal(body.resolutionTime.count, expected().resolutions.length)
    for (const { id, count } of body.resolutionTime.ranges) {
      const drilled = await read("company/drilldown", `&range=resolutionTime&rangeId=${id}`)
      assert.deepEqual(
        [drilled.conversations.count, drilled.conversations.results.length],
        [count, Math.min(count, 25)],
      )
    }
  })

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

describe("what reports refuse", () => {
  const refused = async (query: string, path = "company") => {
    const { status, body } = await desk.get(`/v2/reports/${path}?${query}`, ada)
    assert.equal(status, 400, query)
    return body._embedded.errors[0].path
  }

  test("400 names what is missing, upside down, too long or unknown", async () => {
    const start = "start=2026-01-01T00:00:00Z"
    const end = "end=2026-02-01T00:00:00Z"
    assert.equal(await refused(end), "start")
    assert.equal(await refused(start), "end")
    assert.equal(await refused("start=yesterday&end=2026-02-01"), "start")
    assert.equal(await refused("start=2026-02-01&end=2026-01-01"), "end")
    assert.equal(await refused("start=2026-02-01&end=2026-02-01"), "end")
    assert.equal(await refused("start=2010-01-01&end=2026-01-01"), "end")
    assert.equal(await refused(`${start}&${end}&previousStart=2025-01-01`), "previousEnd")
    assert.equal(await refused(`${start}&${end}&previousEnd=2025-01-01`), "previousStart")
    assert.equal(await refused(`${start}&${end}&mailboxes=999999`), "mailboxes")
    assert.equal(await refused(`${start}&${end}&tags=999999`), "tags")
    assert.equal(await refused(`${start}&${end}&folders=999999`), "folders")
    assert.equal(await refused(`${start}&${end}&types=letter`), "types")
    assert.equal(await refused(`${start}&${end}&timezone=Mars/Base`), "timezone")
    assert.equal(await refused(`${start}&${end}&viewBy=year`, "conversations/new"), "viewBy")
    assert.equal(await refused(`${start}&${end}`, "user"), "user")
    assert.equal(await refused(`${start}&${end}&user=999999`, "user/replies"), "user")
    assert.equal(await refused(`${start}&${end}`, "conversations/fields-drilldown"), "field")
  })

  test("400 for an inbox that the viewer may not see, as for one that is not there; 401 for nobody", async () => {
    const query = `?${between(period)}&mailboxes=${ids.inboxes.hidden}`
    assert.equal((await desk.get(`/v2/reports/company${query}`, ada)).status, 200)
    assert.equal((await desk.get(`/v2/reports/company${query}`, limited)).status, 400)
    assert.equal((await desk.get(`/v2/reports/company${query}`)).status, 401)
    const light = await desk.tokenFor(ids.users.light, "read-only")
    assert.equal((await desk.get(`/v2/reports/email?${between(period)}`, light)).status, 200)
  })

  test("an end at 23:59:59 takes in all of the day", async () => {
    const { body } = await desk.get("/v2/reports/company?start=2026-02-01&end=2026-02-28T23:59:59Z", ada)
    assert.deepEqual([body.current.totalDays, body.current.endDate], [28, "2026-03-01T00:00:00Z"])
  })
})

describe("GET and PUT /v2/office-hours", () => {
  const put = (body: object, token = ada) => desk.send("PUT", "/v2/office-hours", { token, body })
  const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:30" }))

  test("is always, until somebody says when", async () => {
    const { body } = await desk.get("/v2/office-hours", limited)
    assert.deepEqual(body, { timezone: "UTC", hours: [] })
    const usual = await read("productivity")
    assert.deepEqual(await read("productivity", "&officeHours=true"), usual)
    assert.equal((await put({ timezone: "UTC", hours: weekdays }, limited)).status, 403)
  })

  test("400 for hours that end before they begin, that cross, and for no time zone", async () => {
    for (const [body, path] of [
      [{ timezone: "UTC", hours: [{ day: 1, from: "10:00", to: "10:00" }] }, "hours[0].to"],
      [
        {
          timezone: "UTC",
          hours: [
            { day: 1, from: "08:00", to: "12:00" },
            { day: 1, from: "11:00", to: "13:00" },
          ],
        },
        "hours[1].from",
      ],
      [{ timezone: "Mars/Base", hours: [] }, "timezone"],
      [{ timezone: "UTC", hours: [{ day: 8, from: "08:00", to: "12:00" }] }, "hours[0].day"],
      [{ timezone: "UTC", hours: [{ day: 1, from: "8", to: "12:00" }] }, "hours[0].from"],
    ] as const) {
      const answer = await put(body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
  })

  test("times count office hours alone where that is asked for, also of the past", async () => {
    const usual = await read("productivity")
    assert.equal((await put({ timezone: "Europe/Berlin", hours: weekdays })).status, 204)
    assert.deepEqual((await desk.get("/v2/office-hours", ada)).body, { timezone: "Europe/Berlin", hours: weekdays })
    await fillReports({ db: desk.db })
    const told = expected({ office: berlinOffice })
    const body = await read("productivity", "&officeHours=true")
    near(body.current.responseTime, mean(told.responses), "responseTime")
    near(body.current.firstResponseTime, mean(told.firsts), "firstResponseTime")
    near(body.current.resolutionTime, mean(told.resolutions.map(({ seconds }) => seconds)), "resolutionTime")
    assert.notEqual(body.current.resolutionTime, usual.current.resolutionTime)
    const counts = body.responseTime.ranges.map(({ count }: { count: number }) => count)
    assert.deepEqual(counts, spread(told.responses, responseBounds))
    assert.deepEqual(await read("productivity"), usual)
    assert.deepEqual(await listWrongSums(desk.db), [])
  })

  /** Minute by minute, in winter: Berlin is an hour ahead. */
  function berlinOffice(from: number, to: number): number {
    let open = 0
    for (let ms = from; ms < to; ) {
      const next = Math.min(to, Math.floor(ms / 60_000) * 60_000 + 60_000)
      const format = isSummer(ms) ? 2 : 1
      const local = new Date(ms + format * 3_600_000)
      const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
      if (local.getUTCDay() >= 1 && local.getUTCDay() <= 5 && minute >= 540 && minute < 1050) open += next - ms
      ms = next
    }
    return Math.floor(open / 1_000)
  }

  /** From the last Sunday of March to that of October, at one o'clock in UTC. */
  function isSummer(ms: number): boolean {
    const year = new Date(ms).getUTCFullYear()
    const lastSunday = (month: number) => {
      const last = new Date(Date.UTC(year, month + 1, 0, 1))
      return last.getTime() - last.getUTCDay() * 86_400_000
    }
    return ms >= lastSunday(2) && ms < lastSunday(9)
  }
})
