import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { typed } from "../../test/desk/creating.ts"
import { assertAllRight, type Joining, joiningDesk, problemOf } from "../../test/desk/joining.ts"
import { sql } from "../db/db.ts"

let joining: Joining
before(async () => {
  joining = await joiningDesk()
})
after(() => joining.desk.close())

const to = ["supplier@cogs.example"]

async function forwarded(id: number, changes: object = {}) {
  joining.passMinute()
  const answer = await joining.send(id, "forward", { text: "<p>Can you help?</p>", to, ...changes })
  assert.deepEqual([answer.status, answer.body], [201, undefined], JSON.stringify(answer.body))
  const childId = Number(answer.headers.get("conversation-id"))
  const threadId = Number(answer.headers.get("resource-id"))
  const parent = await joining.read(id)
  const child = await joining.read(childId)
  return { answer, childId, threadId, parent, child, first: child.threads[0] }
}

const fileOf = (name: string) => ({
  fileName: name,
  mimeType: "text/plain",
  data: Buffer.from(`This is ${name}`).toString("base64"),
})
const namesOf = (thread: { _embedded: { attachments: { filename: string }[] } }) =>
  thread._embedded.attachments.map(({ filename }) => filename)

describe("POST /v2/conversations/{id}/forward", () => {
  test("writes a thread here and starts a conversation with somebody else; the two name one another", async () => {
    const { desk, ids, ada, asked, eventsOf } = joining
    const { id } = await asked("Broken cog", { customer: { email: "mary@elsewhere.example" } })
    const copies = { cc: ["boss@cogs.example"], bcc: ["archive@elsewhere.example"] }
    const { answer, childId, threadId, parent, child, first } = await forwarded(id, copies)
    const location = answer.headers.get("location") ?? ""
    assert.equal(location, `${desk.origin}/v2/conversations/${id}/threads/${threadId}`)
    const { body: thread } = await desk.get(location, ada)
    assert.deepEqual(
      [thread.type, thread.state, thread.body, thread.to, thread.cc, thread.bcc, thread.linkedConversationId],
      ["forwardparent", "published", "<p>Can you help?</p>", to, copies.cc, copies.bcc, String(childId)],
    )
    assert.deepEqual(
      [first.type, first.to, first.cc, first.bcc, first.linkedConversationId, first.createdBy.id],
      ["forwardchild", to, copies.cc, copies.bcc, String(id), ids.users.ada],
    )
    const { conversation } = child
    assert.deepEqual(
      [conversation.subject, conversation.status, conversation.mailboxId, conversation.threads, conversation.type],
      ["Fwd: Broken cog", "pending", ids.inboxes.support, 1, "email"],
    )
    assert.deepEqual([conversation.primaryCustomer.email, conversation.assignee.id], [to[0], ids.users.ada])
    assert.deepEqual([conversation.cc, conversation.bcc], [copies.cc, copies.bcc])
    // Nobody of the other conversation is copied when the customer is answered.
    assert.deepEqual([parent.conversation.cc, parent.conversation.bcc], [[], []])
    const { text } = parent.threads.find(({ action }) => action?.type === "forwarded").action
    assert.equal(text, `Ada Lovelace forwarded this conversation to ${to[0]} as #${conversation.number}`)
    assert.deepEqual(
      (await eventsOf(childId)).map(({ kind }) => kind),
      ["convo.created"],
    )
    assert.deepEqual((await eventsOf(id)).map(({ kind }) => kind).slice(1), ["convo.thread.created"])
    await assertAllRight(desk.db)
  })

  test("quotes what was said, newest first, as text that can do no harm, and nothing that was not meant for others", async () => {
    const { asked, desk, ids } = joining
    const said = [
      typed("customer", { text: "<style>p{}</style><p>It <b>broke</b>.</p><p>Look &lt;here&gt;<br>and there</p>" }),
      typed("note", { text: "Secret note" }),
      typed("phone", { text: "Secret call" }),
      typed("reply", { text: "Plain\nlines <3", bcc: ["secret.copy@elsewhere.example"] }),
      typed("reply", { text: "Secret draft", draft: true }),
      typed("reply", { text: "Secret hidden one" }),
      typed("customer", { text: "</blockquote><script>Secret()</script><img src=x onerror=alert(1)>Bye" }),
    ]
    const made = await asked("Quoted", {
      threads: said,
      customer: { email: "mary@quoted.example", firstName: "M<ary" },
    })
    await desk.db.run(sql`update threads set state = 'hidden' where body = 'Secret hidden one'`)
    const { first } = await forwarded(made.id, { text: "See\nbelow" })
    const when = `${new Date(desk.clock.now.getTime() - 60_000).toISOString().slice(0, 16).replace("T", " ")} UTC`
    const mary = "M&#60;ary &#60;mary@quoted.example&#62;"
    assert.equal(
      first.body,
      "See<br>below<br><br><p>---------- Forwarded conversation ----------</p>" +
        `<p>On ${when}, ${mary} wrote:</p><blockquote>Bye</blockquote>` +
        `<p>On ${when}, Ada Lovelace wrote:</p><blockquote>Plain<br>lines &#60;3</blockquote>` +
        `<p>On ${when}, ${mary} wrote:</p><blockquote>It broke.<br>Look &#60;here&#62;<br>and there</blockquote>`,
    )
    assert.ok(first.createdBy.id === ids.users.ada)
  })

  test("a long history is quoted from its newest end, as far as somebody would read", async () => {
    const { asked } = joining
    const threads = Array.from({ length: 8 }, (_, index) => typed("customer", { text: `${index}`.repeat(90_000) }))
    const { first } = await forwarded((await asked("Long", { threads })).id)
    assert.ok(first.body.length < 510_000)
    assert.ok(first.body.includes("7".repeat(90_000)))
    assert.ok(!first.body.includes("2222"))
    assert.match(first.body, /<p>Earlier messages are left out\.<\/p>$/)
  })

  test("attachments of what is quoted come along once each, those given stand in both; no virus, none of notes", async () => {
    const { desk, ada, asked } = joining
    const threads = [
      typed("customer", { attachments: [fileOf("one.txt"), fileOf("bad.txt")] }),
      typed("note", { attachments: [fileOf("secret.txt")] }),
      typed("customer", { attachments: [fileOf("one.txt"), fileOf("two.txt")] }),
    ]
    const { id } = await asked("Files", { threads })
    await desk.db.run(sql`update attachments set state = 'virus' where filename = 'bad.txt'`)
    const { parent, first } = await forwarded(id, { attachments: [fileOf("new.txt")] })
    assert.deepEqual(namesOf(first).sort(), ["new.txt", "one.txt", "two.txt"])
    assert.deepEqual(namesOf(parent.threads.at(-1)), ["new.txt"])
    for (const { filename, _links } of first._embedded.attachments)
      assert.equal((await desk.get(_links.download.href, ada)).body, `This is ${filename}`)
    await assertAllRight(desk.db)
  })

  test("what is not scanned yet is scanned for the copy too", async () => {
    const { desk, asked } = joining
    const { id } = await asked("Scanned", { threads: [typed("customer", { attachments: [fileOf("late.txt")] })] })
    await desk.db.run(sql`update attachments set state = 'pending' where filename = 'late.txt'`)
    const { first } = await forwarded(id)
    assert.deepEqual(namesOf(first), [])
    const copy = await desk.db.one<{ id: number; state: string }>(
      sql`select id, state from attachments where thread_id = ${first.id}`,
    )
    assert.equal(copy.state, "pending")
    const jobs = await desk.db.many(sql`select from graphile_worker.jobs where key = ${`attachments.scan:${copy.id}`}`)
    assert.equal(jobs.length, 1)
  })

  test("status and assignee are as in a reply, and the customer goes on waiting", async () => {
    const { ids, asked } = joining
    const waiting = { threads: [typed("customer")], status: "closed" }
    const { id } = await asked("Status", waiting)
    const since = (await joining.read(id)).conversation.customerWaitingSince.time
    const reopened = (await forwarded(id)).parent.conversation
    assert.deepEqual([reopened.status, reopened.customerWaitingSince.time], ["active", since])
    const closed = (await forwarded(id, { status: "closed", assignTo: ids.users.grace })).parent.conversation
    assert.deepEqual([closed.status, closed.assignee.id], ["closed", ids.users.grace])
    assert.equal((await forwarded(id, { assignTo: null })).parent.conversation.assignee, undefined)
    const { child } = await forwarded(id, { user: ids.users.grace, status: "pending" })
    assert.deepEqual(
      [child.conversation.createdBy.id, child.conversation.assignee.id],
      [ids.users.grace, ids.users.grace],
    )
  })

  test("a known address is no new customer, and a subject is marked once and fits", async () => {
    const { asked } = joining
    const known = await asked("Known")
    const { id } = await asked("Fwd: before", { subject: "FW: before", customer: { email: "again@elsewhere.example" } })
    const { child } = await forwarded(id, { to: ["KNOWN@elsewhere.example"] })
    const { conversation } = await joining.read(known.id)
    assert.equal(child.conversation.primaryCustomer.id, conversation.primaryCustomer.id)
    assert.equal(child.conversation.subject, "FW: before")
    const long = await asked("Long", { subject: "😀".repeat(499) })
    const { subject } = (await forwarded(long.id)).child.conversation
    assert.equal(subject, `Fwd: ${"😀".repeat(496)}`)
  })
})

describe("POST /v2/conversations/{id}/forward refuses", () => {
  test("without anybody to send it to, or with what would delay it", async () => {
    const { asked, countConversations } = joining
    const { id } = await asked("Refused")
    const before = await countConversations()
    const bad: [string, object][] = [
      ["to", { to: [] }],
      ["to", { to: null }],
      ["to[1]", { to: [...to, "nobody"] }],
      ["text", { text: "" }],
      ["draft", { draft: true }],
      ["imported", { imported: true }],
      ["undoSeconds", { undoSeconds: 5 }],
      ["user", { user: 999_999 }],
      ["assignTo", { assignTo: 999_999 }],
    ]
    for (const [path, changes] of bad) {
      const answer = await joining.send(id, "forward", { text: "Look", to, ...changes })
      assert.equal(answer.status, 400, path)
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
    assert.equal((await joining.send(id, "forward", { text: "Look", to, draft: false })).status, 201)
    assert.equal(await countConversations(), before + 1)
  })

  test("a token for drafts, who may not see it, what is deleted, and what takes no more threads", async () => {
    const { desk, ids, ada, asked, send } = joining
    const [hidden, deleted] = [await asked("Hidden", { mailboxId: ids.inboxes.hidden }), await asked("Deleted")]
    const body = { text: "Look", to }
    const drafts = await send(deleted.id, "forward", body, await desk.tokenFor(ids.users.ada, "drafts-only"))
    assert.equal(drafts.status, 403)
    assert.equal(drafts.body.message, "This token writes drafts, and a forward goes out at once")
    assert.equal((await send(hidden.id, "forward", body, await desk.tokenFor(ids.users.limited))).status, 404)
    assert.equal((await send(hidden.id, "forward", body, await desk.tokenFor(ids.users.light))).status, 403)
    await desk.send("DELETE", `/v2/conversations/${deleted.id}`, { token: ada })
    assert.deepEqual(problemOf(await send(deleted.id, "forward", body)), [409, "not_published"])
    const full = await asked("Full", { threads: Array.from({ length: 99 }, () => typed("note")) })
    assert.deepEqual(problemOf(await send(full.id, "forward", body)), [412, "thread_limit"])
  })
})
