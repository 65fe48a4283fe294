import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type Notification, NotificationPage } from "@deskhand/contract/people/notification"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { dispatch } from "../../test/peers/dispatch.ts"
import { numberAll } from "../../test/peers/events.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import { occurrencesOf } from "./occurrences.ts"
import { deleteOldNotifications } from "./queries.ts"
import { notificationReactions } from "./react.ts"
import { listRecipients } from "./recipients.ts"

const url = "/v2/users/me/notifications"

let on: Changing
let tokens: { ada: string; grace: string; limited: string; light: string }

before(async () => {
  on = await changingDesk()
  const { desk, ids, ada, grace } = on
  const [limited, light] = [await desk.tokenFor(ids.users.limited), await desk.tokenFor(ids.users.light)]
  tokens = { ada, grace, limited, light }
})
after(() => on.desk.close())
beforeEach(async () => {
  await react()
  await on.desk.db.run(sql`delete from notifications`)
  await on.desk.db.run(sql`delete from user_preferences`)
  await on.desk.db.run(sql`delete from conversation_followers`)
})

/** Everything that has happened is processed. */
async function react(): Promise<void> {
  const { db, clock, origin } = on.desk
  await numberAll(db)
  const options = { now: clock.now, origin, log: { error: assert.fail, warn: assert.fail } }
  for (const reaction of notificationReactions) while (await dispatch(db, reaction, options));
}

async function act(method: string, path: string, body?: object, token = tokens.ada): Promise<void> {
  const { status } = await on.desk.send(method, path, { token, ...(body && { body }) })
  assert.ok(status < 300, String(status))
}
const note = (id: number, text: string, token?: string) => act("POST", `/v2/conversations/${id}/notes`, { text }, token)
const follow = (id: number, token: string) => act("PUT", `/v2/conversations/${id}/followers/me`, undefined, token)
const customerWrites = (id: number) =>
  act("POST", `/v2/conversations/${id}/customer`, {
    text: "Still?",
    customer: { email: "new.customer@elsewhere.example" },
  })

async function read(token: string, query = "") {
  const { status, body } = await on.desk.get(url + query, token)
  assert.equal(status, 200)
  assertShape(NotificationPage, body)
  return { all: body._embedded.notifications as Notification[], unread: body.unread, page: body.page }
}
async function kinds(token: string): Promise<[string, string][]> {
  await react()
  return (await read(token)).all.map(({ kind, event }) => [kind, event]).toReversed() as [string, string][]
}

describe("a user is notified", () => {
  test("of assignments, mentions, customers' replies and notes in their conversations, not of their own doing", async () => {
    const id = await on.fresh()
    await react()
    await customerWrites(id)
    await react()
    await note(id, "Ask @scenario-grace")
    await note(id, "Or not")
    await note(id, "I am @scenario-grace", tokens.grace)
    assert.deepEqual(await kinds(tokens.grace), [
      ["assigned", "convo.created"],
      ["replied", "convo.customer.reply.created"],
      ["mentioned", "convo.note.created"],
      ["noted", "convo.note.created"],
    ])
    const { all, unread } = await read(tokens.grace)
    assert.deepEqual(unread, { total: 4, mentioned: 1 })
    const [latest] = all
    assert.deepEqual([latest?.actor.type, latest?.actor.id], ["user", on.ids.users.ada])
    assert.equal(latest?.conversation.id, id)
    assert.equal(all.find(({ kind }) => kind === "replied")?.actor.type, "customer")
    assert.deepEqual(await kinds(tokens.ada), [])
  })

  test("once for each event, however often it is processed", async () => {
    const id = await on.fresh()
    await note(id, "Ask @scenario-grace")
    await react()
    const before = (await read(tokens.grace)).all
    await on.desk.db.run(sql`update event_cursors set number = number - 3 where name = 'notifications'`)
    await react()
    const again = (await read(tokens.grace)).all.filter(({ conversation }) => conversation.id === id)
    assert.deepEqual(again, before)
  })

  test("once of an assignment soon after the conversation began, also where its events are processed apart", async () => {
    const id = await on.fresh({ assignTo: null })
    await on.patch(id, { op: "replace", path: "/assignTo", value: on.ids.users.grace })
    const { db, clock, origin } = on.desk
    await numberAll(db)
    const options = { now: clock.now, origin, log: { error: assert.fail, warn: assert.fail } }
    for (const reaction of notificationReactions) while (await dispatch(db, { ...reaction, most: 1 }, options));
    assert.equal((await kinds(tokens.grace)).length, 1)
  })

  test("with what they follow: replies, notes and closing", async () => {
    const id = await on.fresh({ assignTo: null })
    await follow(id, tokens.grace)
    await react()
    await customerWrites(id)
    await act("POST", `/v2/conversations/${id}/reply`, { text: "Yes", status: "closed" })
    await note(id, "Done")
    assert.deepEqual((await kinds(tokens.grace)).toSorted(), [
      ["followed", "convo.agent.reply.created"],
      ["followed", "convo.customer.reply.created"],
      ["followed", "convo.note.created"],
      ["followed", "convo.status"],
    ])
    await act("DELETE", `/v2/conversations/${id}/followers/me`, undefined, tokens.grace)
    await note(id, "More")
    assert.equal((await kinds(tokens.grace)).length, 4)
  })

  test("when a reply of theirs comes back", async () => {
    const id = await on.fresh({ assignTo: null })
    const path = `/v2/conversations/${id}/reply`
    const { headers } = await on.desk.send("POST", path, { token: tokens.grace, body: { text: "Yes" } })
    const threadId = Number(headers.get("resource-id"))
    await on.desk.db.run(sql`update threads set state = 'bounced' where id = ${threadId}`)
    for (const state of ["bounced", "failed"])
      await on.desk.db.run(sql`
        insert into events (kind, inbox_id, conversation_id, subject_id, data)
        values ('convo.thread.delivery', ${on.ids.inboxes.support}, ${id}, ${id}, ${JSON.stringify({ threadId, state })}::jsonb)`)
    assert.deepEqual(await kinds(tokens.grace), [["undelivered", "convo.thread.delivery"]])
  })

  test("of any customer message only if they want that", async () => {
    const id = await on.fresh({ assignTo: null })
    await customerWrites(id)
    assert.deepEqual(await kinds(tokens.grace), [])
    await act("PUT", "/v2/users/me/preferences", { notifications: { app: { arrived: true } } }, tokens.grace)
    await customerWrites(id)
    assert.deepEqual(await kinds(tokens.grace), [["arrived", "convo.customer.reply.created"]])
  })

  test("of nothing that they have turned off, but of another reason for the same event", async () => {
    await act("PUT", "/v2/users/me/preferences", { notifications: { app: { mentioned: false } } }, tokens.grace)
    const id = await on.fresh()
    await react()
    await note(id, "Ask @scenario-grace")
    assert.deepEqual((await kinds(tokens.grace)).at(-1), ["noted", "convo.note.created"])
  })
})

describe("rights", () => {
  test("end notifications when a user loses access to the inbox", async () => {
    const { db } = on.desk
    const { support } = on.ids.inboxes
    const id = await on.fresh({ assignTo: null })
    await follow(id, tokens.limited)
    await note(id, "First")
    assert.equal((await kinds(tokens.limited)).length, 1)
    await db.run(sql`delete from inbox_users where inbox_id = ${support} and user_id = ${on.ids.users.limited}`)
    await note(id, "Second")
    await react()
    assert.deepEqual(await read(tokens.limited).then(({ all, unread }) => [all, unread.total]), [[], 0])
    const { count } = await db.one<{ count: number }>(sql`
      select count(*) as count from notifications where user_id = ${on.ids.users.limited}`)
    assert.equal(count, 1)
    await db.run(sql`
      insert into inbox_users (inbox_id, user_id) values (${support}, ${on.ids.users.limited})`)
  })

  test("each user reads and marks their own", async () => {
    await on.fresh()
    await react()
    const [notification] = (await read(tokens.grace)).all
    const path = `${url}/${notification?.id}/read`
    assert.equal((await on.desk.send("PUT", path, { token: tokens.ada })).status, 404)
    assert.equal((await on.desk.send("PUT", path, { token: tokens.grace })).status, 204)
    assert.equal((await read(tokens.grace)).unread.total, 0)
    assert.equal((await on.desk.get(url)).status, 401)
    const reading = await on.desk.tokenFor(on.ids.users.grace, "read-only")
    assert.equal((await on.desk.send("PUT", `${url}/read`, { token: reading, body: { all: true } })).status, 403)
  })

  test("the event that a list has changed is for its user alone", async () => {
    await on.fresh()
    await react()
    await numberAll(on.desk.db)
    const seenBy = async (token: string) => {
      const { body } = await on.desk.get("/v2/events", token)
      return body._embedded.events.filter(({ event }: { event: string }) => event === "notifications.updated")
    }
    assert.ok((await seenBy(tokens.grace)).length > 0)
    assert.deepEqual(await seenBy(tokens.light), [])
  })
})

describe("reading", () => {
  test("marks some, those of a conversation, or all", async () => {
    const [one, other] = [await on.fresh(), await on.fresh()]
    for (const id of [one, other]) await note(id, "Ask @scenario-grace")
    await react()
    const { all } = await read(tokens.grace)
    assert.equal(all.length, 4)
    const mark = (body: object) => act("PUT", `${url}/read`, body, tokens.grace)
    await mark({ ids: [all[0]?.id, 999_999] })
    assert.equal((await read(tokens.grace)).unread.total, 3)
    await mark({ conversationId: one })
    const { all: unread, page } = await read(tokens.grace, "?unread=true")
    assert.deepEqual([...new Set(unread.map(({ conversation }) => conversation.id))], [other])
    assert.equal(page.totalElements, unread.length)
    await mark({ all: true })
    assert.equal((await read(tokens.grace)).unread.total, 0)
  })

  test("is possible after a merge, which moves notifications and followers", async () => {
    const [target, source] = [await on.fresh({ assignTo: null }), await on.fresh({ assignTo: null })]
    await follow(source, tokens.grace)
    await follow(source, tokens.light)
    await follow(target, tokens.grace)
    await note(source, "Before")
    await react()
    await act("POST", `/v2/conversations/${target}/merge`, { conversationIds: [source] })
    const followers = await on.desk.get(`/v2/conversations/${target}/followers`, tokens.ada)
    assert.deepEqual(
      followers.body._embedded.followers.map(({ user }: { user: { id: number } }) => user.id).toSorted(),
      [on.ids.users.grace, on.ids.users.light].toSorted(),
    )
    assert.deepEqual(
      (await read(tokens.grace)).all.map(({ conversation }) => conversation.id),
      [target],
    )
    await note(target, "After")
    assert.equal((await kinds(tokens.light)).length, 2)
  })

  test("old and surplus notifications are pruned", async () => {
    const id = await on.fresh({ assignTo: null })
    const { db, clock } = on.desk
    const grace = on.ids.users.grace
    const age = (days: number) => new Date(clock.now.getTime() - days * 86_400_000)
    await db.run(sql`
      insert into notifications (user_id, event_number, event_kind, kind, conversation_id, created_at)
      select ${grace}, -number, 'convo.note.created', 'noted', ${id}, case when number <= 3 then ${age(91)}::timestamptz else ${age(1)} end
      from generate_series(1, 510) as number`)
    await deleteOldNotifications(db, clock.now)
    const { page } = await read(tokens.grace)
    assert.equal(page.totalElements, 500)
  })
})

describe("quiet hours", () => {
  const preferences = { quietHours: { enabled: true, from: "22:00", to: "07:00" } }

  async function quietUntil(local: string): Promise<Date | null | undefined> {
    const { db } = on.desk
    const { at: now } = await db.one<{ at: Date }>(sql`
      select ${local}::timestamp at time zone timezone as at from users where id = ${on.ids.users.grace}`)
    const [event] = await db.many(sql`
      select * from feed where kind = 'convo.created' order by number desc limit 1`)
    // biome-ignore lint/suspicious/noExplicitAny: a row of the feed as it is
    const recipients = await listRecipients(db, occurrencesOf(event as any), { channel: "browser", now })
    return recipients.find(({ user_id: userId }) => userId === on.ids.users.grace)?.quiet_until
  }

  test("are in the user's time zone, span midnight, and say when they end", async () => {
    await act("PUT", "/v2/users/me/preferences", preferences, tokens.grace)
    await on.desk.db.run(sql`update users set timezone = 'America/New_York' where id = ${on.ids.users.grace}`)
    await on.fresh()
    await react()
    const end = new Date("2026-03-06T12:00:00Z")
    assert.deepEqual(await quietUntil("2026-03-05 22:00"), end)
    assert.deepEqual(await quietUntil("2026-03-06 06:59"), end)
    assert.equal(await quietUntil("2026-03-05 21:59"), null)
    assert.equal(await quietUntil("2026-03-06 07:00"), null)
    // The clocks change in the night to March 8.
    assert.deepEqual(await quietUntil("2026-03-07 23:00"), new Date("2026-03-08T11:00:00Z"))
  })

  test("are off unless they are enabled", async () => {
    await on.fresh()
    await react()
    assert.equal(await quietUntil("2026-03-05 23:00"), null)
  })
})
