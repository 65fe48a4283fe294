import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { AuditEntry } from "@deskhand/contract/people/audit"
import { problemOf, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
import { createApp } from "../../../auth/oauth/apps.ts"
import { sql } from "../../../db/db.ts"

let threading: Threading
let ada: number
let grace: number
let limited: number
let light: number

type Actor = "admin" | "user" | "light user" | "app of a user" | "app of a light user" | "app that a user allowed"
const tokens = new Map<Actor, string>()
const idOfActor = new Map<Actor, () => number>([
  ["admin", () => ada],
  ["user", () => grace],
  ["light user", () => light],
  ["app of a user", () => grace],
  ["app of a light user", () => light],
  ["app that a user allowed", () => grace],
])

before(async () => {
  threading = await threadingDesk()
  ;({ ada, grace, limited, light } = threading.ids.users)
  tokens.set("admin", threading.tokens.ada)
  tokens.set("user", threading.tokens.grace)
  tokens.set("light user", threading.tokens.light)
  tokens.set("app of a user", await grantTo(grace))
  tokens.set("app of a light user", await grantTo(light))
  tokens.set("app that a user allowed", await allowedBy(grace))
})
after(() => threading.desk.close())

async function grantTo(userId: number): Promise<string> {
  const { desk } = threading
  const app = await createApp(desk.db, { name: "Import", userId, redirectUris: [], public: false })
  const { body } = await desk.send("POST", "/v2/oauth2/token", {
    body: { grant_type: "client_credentials", client_id: app.clientId, client_secret: app.clientSecret },
  })
  return body.access_token
}

/** As by the authorization-code flow: the user holds this token, and a refresh token belongs to it. */
async function allowedBy(userId: number): Promise<string> {
  const token = await grantTo(ada)
  await threading.desk.db.run(sql`
    with own as (select id, app_id, family from tokens order by id desc limit 1),
      moved as (update tokens set user_id = ${userId} from own where tokens.id = own.id)
    insert into tokens (hash, kind, user_id, app_id, family, expires_at, consent_ends_at)
    select decode(repeat('cd', 32), 'hex'), 'refresh', ${userId}, app_id, family, 'infinity', 'infinity' from own`)
  return token
}

const post = (actor: Actor, path: string, body: object) =>
  threading.desk.send("POST", path, { token: tokens.get(actor) ?? "", body })

/** Writes that name a user, and where the refusal says it stood. */
const writes: Record<string, (actor: Actor, user: number) => Promise<Awaited<ReturnType<typeof post>>>> = {
  reply: async (actor, user) => post(actor, `/v2/conversations/${await threading.open()}/reply`, { text: "Hi", user }),
  "draft reply": async (actor, user) =>
    post(actor, `/v2/conversations/${await threading.open()}/reply`, { text: "Hi", user, draft: true }),
  "undoable reply": async (actor, user) =>
    post(actor, `/v2/conversations/${await threading.open()}/reply`, { text: "Hi", user, undoSeconds: 10 }),
  note: async (actor, user) => post(actor, `/v2/conversations/${await threading.open()}/notes`, { text: "Hm", user }),
  forward: async (actor, user) =>
    post(actor, `/v2/conversations/${await threading.open()}/forward`, {
      text: "See below",
      to: ["expert@elsewhere.example"],
      user,
    }),
  conversation: (actor, user) =>
    post(actor, "/v2/conversations", { ...threading.minimal, user, threads: [{ type: "reply", text: "Hi" }] }),
  "thread of a conversation": (actor, user) =>
    post(actor, "/v2/conversations", { ...threading.minimal, threads: [{ type: "note", text: "Hm", user }] }),
}

const mayNameOthers: Actor[] = ["admin", "app of a user"]
const isLight = (actor: Actor) => actor.includes("light user")

describe("`user` in bodies of conversations and threads", () => {
  for (const [name, write] of Object.entries(writes))
    for (const actor of idOfActor.keys()) {
      test(`${name}: ${actor} in the name of somebody else`, async () => {
        const answer = await write(actor, limited)
        if (mayNameOthers.includes(actor)) assert.equal(answer.status, 201, JSON.stringify(answer.body))
        else assert.equal(answer.status, 403, JSON.stringify(answer.body))
        if (!isLight(actor) && answer.status === 403) assert.deepEqual(problemOf(answer), [403, "acting_user"])
      })

      test(`${name}: ${actor} in their own name`, async () => {
        const answer = await write(actor, idOfActor.get(actor)?.() ?? 0)
        const allowed = !isLight(actor) || name === "note"
        assert.equal(answer.status, allowed ? 201 : 403, JSON.stringify(answer.body))
      })

      if (mayNameOthers.includes(actor))
        test(`${name}: ${actor} never in the name of a light user`, async () => {
          assert.equal((await write(actor, light)).status, 400)
        })
    }

  test("a light user's note in another's name says what to do", async () => {
    const answer = await writes["note"]?.("light user", grace)
    assert.deepEqual(answer && problemOf(answer), [403, "acting_user"])
    assert.match(answer?.body.message, /leave `user` out/i)
  })
})

const entriesAbout = async (threadId: number) => {
  const { body } = await threading.desk.get("/v2/audit-log?noun=thread&size=200", threading.tokens.ada)
  return (body._embedded.entries as AuditEntry[]).filter(({ subjectId }) => subjectId === threadId)
}

describe("what is written in another's name", () => {
  for (const [place, body] of [
    ["reply", { text: "Hi" }],
    ["reply", { text: "Hi", draft: true }],
    ["notes", { text: "Hm" }],
  ] as const)
    test(`${place} ${JSON.stringify(body)}: thread, event and audit log tell who really did it`, async () => {
      const id = await threading.open()
      const threadId = await threading.added(id, place, { ...body, user: grace })
      const thread = await threading.thread({ id, threadId }, threading.tokens.grace)
      assert.deepEqual([thread.createdBy.id, thread.performedBy.id], [grace, ada])
      const [event] = await threading.told(id)
      assert.deepEqual([event?.user_id, event?.data["performedBy"]], [grace, ada])
      const [entry, ...others] = await entriesAbout(threadId)
      assert.deepEqual([entry?.by?.id, entry?.act, others.length], [ada, "created", 0])
      assert.ok(entry?.changes.some(({ field, after }) => field === "created_by_id" && after === grace))
    })

  test("the threads of a new conversation and a forward tell it too", async () => {
    const { id, threads } = await threading.made({
      user: grace,
      threads: [
        { type: "reply", text: "Hi" },
        { type: "note", text: "Hm", user: limited },
        { type: "note", text: "Mine", user: ada },
      ],
    })
    assert.deepEqual(
      threads.map((thread) => [thread.createdBy.id, thread.performedBy?.id]),
      [
        [grace, ada],
        [limited, ada],
        [ada, undefined],
      ],
    )
    const [event] = await threading.told(id)
    assert.equal(event?.data["performedBy"], ada)
    assert.equal((await entriesAbout(threads[0].id)).length, 1)
    const answer = await writes["forward"]?.("admin", grace)
    const forwarded = Number(answer?.headers.get("resource-id"))
    assert.equal((await entriesAbout(forwarded)).length, 1)
  })

  test("one's own words carry no trace of that kind", async () => {
    const id = await threading.open()
    const threadId = await threading.added(id, "reply", { text: "Mine", user: ada })
    assert.equal("performedBy" in (await threading.thread({ id, threadId })), false)
    assert.deepEqual((await threading.told(id))[0]?.data, { threadId })
    assert.deepEqual(await entriesAbout(threadId), [])
  })

  test("a customer's words tell who wrote them down", async () => {
    const id = await threading.open()
    const threadId = await threading.added(id, "customer")
    const thread = await threading.thread({ id, threadId })
    assert.deepEqual([thread.createdBy.type, thread.performedBy.id], ["customer", ada])
  })

  test("an admin who sends the draft of somebody else is named", async () => {
    const id = await threading.open()
    const token = threading.tokens.grace
    const threadId = await threading.added(id, "reply", { text: "Almost", draft: true }, { token })
    assert.equal("performedBy" in (await threading.thread({ id, threadId }, token)), false)
    const sent = await threading.change(
      "PATCH",
      { id, threadId },
      { op: "replace", path: "/state", value: "published" },
    )
    assert.equal(sent.status, 204, JSON.stringify(sent.body))
    const thread = await threading.thread({ id, threadId })
    assert.deepEqual([thread.createdBy.id, thread.performedBy.id], [grace, ada])
    assert.equal((await entriesAbout(threadId)).length, 1)
  })
})
