import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import fc from "fast-check"
import type { Reply } from "../../../../test/desk/desk.ts"
import { replace, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
import { runs } from "../../../../test/property.ts"
import { sendScheduled } from "../scheduling/send-scheduled.ts"

let on: Threading
let id: number
let seen: number

before(async () => {
  on = await threadingDesk()
})
beforeEach(async () => {
  id = await on.open()
  seen = (await on.read(id)).threads[0].id
})
after(() => on.desk.close())

type Name = "ada" | "grace" | "limited"

const stateOf = ({ headers }: Reply) => headers.get("thread-state")

const reply = (name: Name, undoSeconds: number, lastSeenThreadId = seen) =>
  on.add(id, "reply", { undoSeconds, lastSeenThreadId }, { token: on.tokens[name] })

const save = (name: Name) => on.added(id, "reply", { draft: true }, { token: on.tokens[name] })

const sendSaved = (name: Name, threadId: number, undoSeconds: number, lastSeenThreadId = seen) =>
  on.change(
    "PATCH",
    { id, threadId },
    [
      replace("/undoSeconds", undoSeconds),
      replace("/lastSeenThreadId", lastSeenThreadId),
      replace("/state", "published"),
    ],
    { token: on.tokens[name] },
  )

function sendDue(): Promise<void> {
  const { appDb: db, config, files, outgoing, clock } = on.desk
  const desk = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
  return sendScheduled(desk, undefined, new AbortController().signal)
}

/** The states of what was added to the conversation, as its author sees it. */
async function messagesOf(name: Name): Promise<[string, boolean][]> {
  const { threads } = await on.read(id, on.tokens[name])
  return threads
    .filter(({ type, id }) => type === "message" && id !== seen)
    .map(({ state, scheduled }) => [state, scheduled?.undoable === true])
}

describe("a reply during a colleague's undo time", () => {
  test("waits in review, both when it is new and when it was saved as a draft", async () => {
    const draft = await save("ada")
    assert.equal(stateOf(await reply("grace", 30)), "draft")
    for (const undoSeconds of [0, 10]) {
      const answer = await reply("ada", undoSeconds)
      assert.deepEqual([answer.status, stateOf(answer)], [201, "review"])
    }
    const sent = await sendSaved("ada", draft, 10)
    assert.deepEqual([sent.status, stateOf(sent)], [204, "review"])
    on.passTime(60)
    await sendDue()
    assert.deepEqual(await messagesOf("ada"), [
      ["published", false],
      ["review", false],
      ["review", false],
      ["review", false],
    ])
  })

  test("waits in review also when the colleague saved the draft long ago", async () => {
    const draft = await save("grace")
    on.passTime(60)
    await on.added(id, "notes")
    const newest = (await on.read(id)).threads[0].id
    assert.equal(stateOf(await sendSaved("grace", draft, 30, newest)), "draft")
    assert.equal(stateOf(await reply("ada", 10, newest)), "review")
  })

  test("waits in review when the undo time has passed and the reply is about to be published", async () => {
    await reply("grace", 5)
    on.passTime(6)
    assert.equal(stateOf(await reply("ada", 0)), "review")
  })

  test("goes out when the colleague has undone theirs, and from review when its author confirms", async () => {
    const answer = await reply("grace", 30)
    const threadId = Number(answer.headers.get("resource-id"))
    const waiting = Number((await reply("ada", 10)).headers.get("resource-id"))
    await on.change("PATCH", { id, threadId }, replace("/state", "draft"), { token: on.tokens.grace })
    const confirmed = await on.change("PATCH", { id, threadId: waiting }, replace("/state", "published"))
    assert.equal(stateOf(confirmed), "published")
    assert.equal(stateOf(await reply("limited", 0, waiting)), "published")
  })

  test("is not stopped by a reply that a colleague scheduled for later", async () => {
    const threadId = await save("grace")
    const scheduledFor = new Date(on.desk.clock.now.getTime() + 3_600_000).toISOString()
    const scheduled = await on.change(
      "PUT",
      { id, threadId },
      { scheduledFor },
      {
        token: on.tokens.grace,
        under: "/schedule",
      },
    )
    assert.equal(scheduled.status, 204)
    assert.equal(stateOf(await reply("ada", 0)), "published")
  })
})

describe("a second reply during one's own undo time", () => {
  test("goes out when its author has seen the first, and waits in review when not", async () => {
    const first = Number((await reply("ada", 30)).headers.get("resource-id"))
    assert.equal(stateOf(await reply("ada", 30)), "review", "sent from another window")
    id = await on.open()
    seen = (await on.read(id)).threads[0].id
    const again = Number((await reply("ada", 30)).headers.get("resource-id"))
    assert.notEqual(again, first)
    assert.equal(stateOf(await reply("ada", 30, again)), "draft")
  })

  test("of the same draft is sent: it does not stand in its own way", async () => {
    const draft = await save("ada")
    await sendSaved("ada", draft, 30)
    assert.equal(stateOf(await sendSaved("ada", draft, 0)), "published")
  })
})

test("of replies that are sent at once exactly one goes out without review", async () => {
  const sender = fc.record({
    name: fc.constantFrom<Name>("ada", "grace", "limited"),
    undoSeconds: fc.constantFrom(0, 5, 30),
    isSaved: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(sender, { minLength: 2, maxLength: 6 }), async (senders) => {
      id = await on.open()
      seen = (await on.read(id)).threads[0].id
      const drafts: (number | undefined)[] = []
      for (const { name, isSaved } of senders) drafts.push(isSaved ? await save(name) : undefined)
      const answers = await Promise.all(
        senders.map(({ name, undoSeconds }, index) => {
          const draft = drafts[index]
          return draft === undefined ? reply(name, undoSeconds) : sendSaved(name, draft, undoSeconds)
        }),
      )
      assert.deepEqual(
        answers.filter((answer) => stateOf(answer) !== "review").length,
        1,
        JSON.stringify(answers.map((answer) => [answer.status, stateOf(answer)])),
      )
      on.passTime(60)
      await sendDue()
      const { threads } = await on.read(id)
      assert.equal(threads.filter(({ type, state }) => type === "message" && state === "published").length, 2)
    }),
    { numRuns: runs(4) },
  )
})
