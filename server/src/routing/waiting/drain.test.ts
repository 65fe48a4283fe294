import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../../test/desk/changing.ts"
import { listWrongCounts } from "../../../test/desk/seeded.ts"
import { sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { drainAll, drainInbox } from "./drain.ts"
import { releaseAway, releaseConversations } from "./release.ts"

let on: Changing
let inboxId: number
/** Five people, in the order of the rotation. */
let people: number[]

before(async () => {
  on = await changingDesk()
})
after(() => on.desk.close())

let inboxCount = 0
/** An inbox of its own for each test, with routing on. */
beforeEach(async () => {
  const name = `routed-${++inboxCount}`
  inboxId = (
    await on.desk.db.one<{ id: number }>(sql`
      insert into inboxes (name, email) values (${name}, ${`${name}@scenario.example`}) returning id`)
  ).id
  people = []
  for (const letter of ["a", "b", "c", "d", "e"])
    people.push(
      await on.desk.addUser({ email: `${letter}.${name}@scenario.example`, role: "user", inboxIds: [inboxId] }),
    )
  await route("round_robin", 10)
})

async function route(method: string, limit: number, members = people): Promise<void> {
  await on.desk.db.run(sql`delete from routing where inbox_id = ${inboxId}`)
  await on.desk.db.run(sql`insert into routing (inbox_id, state, assignment_limit, assignment_method)
    values (${inboxId}, 'enabled', ${limit}, ${method})`)
  for (const [position, userId] of members.entries())
    await on.desk.db.run(
      sql`insert into routing_users (inbox_id, user_id, position) values (${inboxId}, ${userId}, ${position})`,
    )
}

async function arrive(changes: object = {}): Promise<number> {
  const body = { ...on.minimal, mailboxId: inboxId, ...changes }
  let answer = await on.post(body)
  // Many at once may find no connection free in time; as every client does, they come again.
  while (answer.status === 503) answer = await on.post(body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Number(answer.headers.get("resource-id"))
}

const assigneeOf = async (id: number) => (await on.read(id)).conversation.assignee?.id

async function assigneesOf(ids: number[]): Promise<(number | undefined)[]> {
  const found = []
  for (const id of ids) found.push(await assigneeOf(id))
  return found
}

const loads = async () =>
  (
    await on.desk.db.many<{ load: number }>(sql`
      select count(conversations.id) as load from unnest(${people}::bigint[]) with ordinality as person (id, place)
      left join conversations on assignee_id = person.id and status = 'active' group by place order by place`)
  ).map(({ load }) => load)

const desk = (): Desk => {
  const { db, config, files, outgoing, clock } = on.desk
  return { db, config, files, outgoing, replica: undefined, now: () => clock.now }
}
const { signal } = new AbortController()
const drain = () => drainInbox(desk(), { inboxId }, signal)
const patch = (id: number, path: string, value: unknown) => on.patch(id, { op: "replace", path, value })
const away = (userId: number, is: boolean) =>
  on.desk.db.run(sql`insert into user_statuses (user_id, email_status, email_updated_at, email_performed_by_id)
    values (${userId}, ${is ? "away" : "active"}, ${on.desk.clock.now}, ${userId})
    on conflict (user_id) do update set email_status = excluded.email_status, email_updated_at = excluded.email_updated_at`)
const whyOf = async (id: number) => (await on.desk.get(`/v2/conversations/${id}/routing`, on.ada)).body

describe("routing", () => {
  test("gives what arrives to one after the other, at once, and says so", async () => {
    const made = []
    for (let count = 0; count < 6; count++) made.push(await arrive())
    assert.deepEqual(await assigneesOf(made), [...people, people[0]])
    const [first = 0] = made
    const note = (await on.notesOf(first))[0]
    assert.deepEqual([note?.action, note?.entities], ["assigned", { user: people[0] }])
    assert.match(note?.text ?? "", /^Assigned to a\.routed-.* Tester by routing$/)
    assert.deepEqual(await on.toldOf(first), [{ kind: "convo.assigned", data: { from: null, to: people[0] } }])
    assert.equal((await whyOf(first)).reason, "assigned")
  })

  test("balanced takes who has the fewest, of equals who waited longest", async () => {
    const [a = 0, b = 0, c = 0] = people
    await route("balanced", 10, [a, b, c])
    await arrive({ assignTo: a })
    await arrive({ assignTo: a })
    await arrive({ assignTo: b })
    const made = []
    for (let count = 0; count < 4; count++) made.push(await arrive())
    assert.deepEqual(await assigneesOf(made), [c, b, c, a])
  })

  test("passes by who is away, at the limit, gone, light or without access", async () => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = people
    await route("round_robin", 1)
    await away(a, true)
    await on.desk.db.run(sql`update users set deactivated_at = now() where id = ${b}`)
    await on.desk.db.run(sql`update users set role = 'light user' where id = ${c}`)
    await on.desk.db.run(sql`delete from inbox_users where user_id = ${d}`)
    const [first, second] = [await arrive(), await arrive()]
    assert.deepEqual(await assigneesOf([first, second]), [e, undefined])
    const { reason, rotation } = await whyOf(second)
    assert.equal(reason, "nobody_eligible")
    assert.deepEqual(
      rotation.map((entry: { userId: number; reason: string }) => [entry.userId, entry.reason]),
      [
        [a, "away"],
        [b, "inactive"],
        [c, "light_user"],
        [d, "no_inbox_access"],
        [e, "at_capacity"],
      ],
    )
  })

  test("leaves alone what is not for it, and says why", async () => {
    const kept = await arrive({ assignTo: null })
    const closed = await arrive({ status: "closed" })
    const imported = await arrive({ imported: true })
    assert.deepEqual(await assigneesOf([kept, closed, imported]), [undefined, undefined, undefined])
    assert.deepEqual([(await whyOf(kept)).reason, (await whyOf(closed)).reason], ["kept_unassigned", "not_active"])
    await drain()
    assert.deepEqual(await assigneesOf([kept, closed]), [undefined, undefined])
    await on.desk.db.run(sql`update routing set state = 'disabled' where inbox_id = ${inboxId}`)
    const without = await arrive()
    assert.equal((await whyOf(without)).reason, "routing_disabled")
    assert.equal((await on.desk.get("/v2/conversations/999999/routing", on.ada)).status, 404)
  })

  test("takes up what is reopened, restored, woken or moved in; not what somebody unassigns", async () => {
    const [a, b, c] = people
    const reopened = await arrive({ status: "closed" })
    await patch(reopened, "/status", "active")
    assert.equal(await assigneeOf(reopened), a)
    const moved = await on.fresh({ assignTo: null })
    await patch(moved, "/mailboxId", inboxId)
    assert.equal(await assigneeOf(moved), undefined)
    await patch(moved, "/status", "closed")
    const body = { text: "Hello?", customer: { email: "new.customer@elsewhere.example" } }
    await on.desk.send("POST", `/v2/conversations/${moved}/customer`, { token: on.ada, body })
    assert.equal(await assigneeOf(moved), b)
    await on.patch(moved, { op: "remove", path: "/assignTo" })
    assert.equal(await assigneeOf(moved), undefined)
    await drain()
    assert.equal(await assigneeOf(moved), undefined)
    assert.equal(await assigneeOf(await arrive()), c)
  })

  test("does not give back what is reopened to somebody who has left", async () => {
    const [a = 0, b] = people
    const id = await arrive()
    await patch(id, "/status", "closed")
    await on.desk.db.run(sql`update users set deactivated_at = now() where id = ${a}`)
    await patch(id, "/status", "active")
    assert.equal(await assigneeOf(id), b)
  })

  test("gives what waits to who frees up or returns, the longest waiting first", async () => {
    const [a = 0] = people
    await route("round_robin", 1, [a])
    const first = await arrive()
    on.passSeconds(1)
    const second = await arrive()
    on.passSeconds(1)
    const third = await arrive()
    assert.deepEqual(await assigneesOf([first, second, third]), [a, undefined, undefined])
    await patch(first, "/status", "closed")
    await drain()
    assert.deepEqual(await assigneesOf([second, third]), [a, undefined])
    await away(a, true)
    await patch(second, "/status", "closed")
    await drain()
    assert.equal(await assigneeOf(third), undefined)
    await away(a, false)
    await Promise.all([drain(), drain(), drain()])
    assert.equal(await assigneeOf(third), a)
    assert.equal((await on.notesOf(third)).filter(({ action }) => action === "assigned").length, 1)
  })

  test("holds the limit when a hundred arrive at once, and leaves the rest waiting", async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => arrive()))
    assert.deepEqual(await loads(), [10, 10, 10, 10, 10])
    const waiting = (await assigneesOf(made)).filter((id) => id === undefined)
    assert.equal(waiting.length, 50)
    await drainAll(desk())
    await Promise.all([drain(), drain(), drain()])
    assert.deepEqual(await loads(), [10, 10, 10, 10, 10])
    assert.deepEqual(await listWrongCounts(on.desk.db), [])
  })
})

describe("who has been away for as long as they said", () => {
  test("gives open conversations back, which routing gives to others", async () => {
    const [a = 0, b] = people
    await route("round_robin", 10, people.slice(0, 2))
    const open = await arrive()
    const closed = await arrive({ assignTo: a, status: "closed" })
    await away(a, true)
    await on.desk.db.run(sql`update user_statuses set reassign_after_minutes = 30 where user_id = ${a}`)
    const release = async () => {
      await releaseAway(desk(), undefined, signal)
      const owed = await on.desk.db.many<{ key: string }>(
        sql`select key from graphile_worker.jobs where task_identifier = 'conversations.release'`,
      )
      return owed.filter(({ key }) => key.includes(`:${a}:`)).length
    }
    on.passSeconds(30 * 60 - 1)
    assert.equal(await release(), 0)
    on.passSeconds(1)
    assert.equal(await release(), 1)
    await releaseConversations(desk(), { userId: a, away: true }, signal)
    assert.deepEqual(await assigneesOf([open, closed]), [b, a])
    assert.deepEqual(
      (await on.notesOf(open)).map(({ action }) => action),
      ["assigned", "unassigned", "assigned"],
    )
  })

  test("keeps them when they are back before it is done", async () => {
    const [a = 0] = people
    const id = await arrive()
    await away(a, false)
    await releaseConversations(desk(), { userId: a, away: true }, signal)
    assert.equal(await assigneeOf(id), a)
  })

  test("who loses access gives back what they can no longer hold", async () => {
    const [a = 0, b] = people
    const id = await arrive()
    await on.desk.db.run(sql`delete from inbox_users where user_id = ${a}`)
    await releaseConversations(desk(), { userId: a, away: false }, signal)
    assert.equal(await assigneeOf(id), b)
  })
})
