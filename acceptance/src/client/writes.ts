import assert from "node:assert/strict"
import { before, describe, test } from "node:test"
import {
  attachmentOf,
  DeskhandClient,
  DeskhandError,
  etagOf,
  type FeedEvent,
  type NewConversation,
} from "@deskhand/sdk/client"
import { clientOf, ids, origin, runDesk } from "../interface/desk.ts"
import { allowApp, createApp } from "./oauth.ts"

describe("the client library writes", () => {
  let desk: DeskhandClient
  let limited: DeskhandClient

  before(async () => {
    desk = await clientOf("ada")
    limited = await clientOf("limited")
  })

  describe("events", () => {
    test("come as they happen, and again from the list", async () => {
      const { latest } = (await desk.events.list()).page
      const stream = desk.events.stream({ after: latest })
      const { id } = await desk.tags.create({ name: "sdk-received" })
      // What others did before may get its number only now.
      const isOurs = ({ event, subjectId }: FeedEvent) => event === "tag.created" && subjectId === id
      let received: FeedEvent | undefined
      for await (const event of stream) {
        received = event
        if (isOurs(event)) break
      }
      assert.equal(received?.userId, ids.users.ada)
      const listed = await Array.fromAsync(desk.events.all({ after: latest }))
      assert.deepEqual(listed.find(isOurs), received)
    })
  })

  describe("writes", () => {
    test("make a conversation once for one key, which a customer's thread reopens", async () => {
      const { conversations } = desk
      const conversation = {
        subject: "Broken teapot",
        type: "email",
        mailboxId: ids.inboxes.paging,
        status: "closed",
        customer: { email: "new+teapot@customers.scenario.example", firstName: "Tea" },
        threads: [{ type: "customer", text: "It leaks." }],
        assignTo: null,
        tags: ["scenario-vip"],
      } satisfies NewConversation
      const made = await conversations.create(conversation, { idempotencyKey: "sdk-2" })
      const again = await conversations.create(conversation, { idempotencyKey: "sdk-2" })
      assert.deepEqual(again, { ...made, replayed: true })
      const read = await conversations.get(made.id)
      assert.deepEqual(
        [read.subject, read.status, read.primaryCustomer.first, read.assignee, read.tags.map(({ tag }) => tag)],
        ["Broken teapot", "closed", "Tea", undefined, ["scenario-vip"]],
      )
      assert.deepEqual([made.location, made.webLocation], [read._links.self.href, read._links.web.href])

      const bytes = new TextEncoder().encode("drip, drip, drip")
      const file = attachmentOf({ fileName: "sound.txt", mimeType: "text/plain", bytes })
      const customer = { id: read.primaryCustomer.id }
      const added = await conversations.addCustomerThread(made.id, { text: "Still.", customer, attachments: [file] })
      assert.equal((await conversations.get(made.id)).status, "active")
      const thread = await conversations.threads(made.id).get(added.id)
      assert.equal(thread.type, "customer")
      assert.match(thread.body ?? "", /Still\./)
    })

    test("draft, change, schedule and send a reply, with what belongs to it", async () => {
      const { conversations } = desk
      const customer = { email: "new+kettle@customers.scenario.example" }
      const { id } = await conversations.create({
        subject: "Loud kettle",
        type: "email",
        mailboxId: ids.inboxes.paging,
        status: "active",
        customer,
        threads: [{ type: "customer", text: "It sings." }],
      })
      const threads = conversations.threads(id)
      const draft = await conversations.reply(id, { text: "Let it", draft: true, status: "closed" })
      assert.equal(draft.state, "draft")
      const bytes = new TextEncoder().encode("la la la")
      const file = attachmentOf({ fileName: "song.txt", mimeType: "text/plain", bytes })
      const first = await threads.addAttachment(draft.id, file)
      const second = await threads.addAttachment(draft.id, file, { idempotencyKey: "sdk-3" })
      await conversations.attachments(id).delete(first.id)
      await threads.patch(draft.id, { op: "replace", path: "/text", value: "Let it sing" })
      await threads.schedule(draft.id, { scheduledFor: "2099-01-01T00:00:00Z" })
      assert.equal((await threads.get(draft.id)).scheduled?.scheduledFor, "2099-01-01T00:00:00Z")
      await threads.unschedule(draft.id)
      await threads.schedule(draft.id, { scheduledFor: "2099-01-01T00:00:00Z" })
      await threads.sendScheduled(draft.id)
      const sent = await threads.get(draft.id)
      assert.deepEqual([sent.state, sent.body], ["published", "Let it sing"])
      assert.deepEqual(
        sent._embedded?.attachments.map((attachment) => attachment.id),
        [second.id],
      )
      assert.equal((await conversations.get(id)).status, "closed")
      await threads.patch(draft.id, { op: "replace", path: "/text", value: "Let it be" }, { ifMatch: etagOf(sent) })
      assert.equal(await threads.originalText(draft.id), "Let it sing")
      assert.equal(await threads.originalMessage(draft.id), undefined)
      await assert.rejects(threads.delete(draft.id), { status: 403, code: "thread_fixed" })

      const note = await conversations.addNote(id, { text: "Odd" })
      await assert.rejects(threads.originalMessage(note.id), { status: 404, code: "no_message" })
      const chat = await conversations.addChat(id, { text: "Hi", customer })
      const call = await conversations.addPhoneCall(id, { text: "Hung up", customer })
      await threads.delete(note.id)
      const types = (await Array.fromAsync(threads.all())).filter(({ type }) => type !== "lineitem")
      assert.deepEqual(
        types.map((thread) => thread.id).toSorted((one, other) => one - other),
        [sent.id, chat.id, call.id, types.find(({ type }) => type === "customer")?.id].toSorted(
          (one = 0, other = 0) => one - other,
        ),
      )
    })

    test("merge, split, forward and continue conversations", async () => {
      const { conversations } = desk
      const ask = (text: string) =>
        conversations.create({
          subject: text,
          type: "email",
          mailboxId: ids.inboxes.paging,
          status: "active",
          customer: { email: "joined@customers.scenario.example" },
          threads: [{ type: "customer", text }],
        })
      const [first, second] = [await ask("One cup"), await ask("Another cup")]
      const ifMatch = etagOf(await conversations.get(first.id))
      await conversations.merge(first.id, [second.id], { ifMatch })
      await assert.rejects(conversations.get(second.id), { intoId: first.id })
      const { _embedded } = await conversations.threads(first.id).list()
      const moved = _embedded.threads.find(({ body }) => body === "Another cup")
      const split = await conversations.split(first.id, moved?.id ?? 0)
      const read = await conversations.get(split.id)
      assert.deepEqual([read.preview, split.webLocation], ["Another cup", read._links.web.href])
      const forward = await conversations.forward(split.id, {
        text: "Yours?",
        to: ["potter@customers.scenario.example"],
      })
      const thread = await conversations.threads(split.id).get(forward.id)
      assert.deepEqual([thread.type, thread.linkedConversationId], ["forwardparent", String(forward.conversationId)])
      const continued = await conversations.continue(first.id)
      const next = await conversations.get(continued.id)
      assert.deepEqual([next.subject, continued.webLocation], ["One cup", next._links.web.href])
      await assert.rejects(conversations.split(first.id, 999_999_999), { status: 400, code: "validation" })
    })

    test("of a thread too many are refused", async () => {
      const thread = { text: "One more", customer: { id: ids.customers.accents } }
      await assert.rejects(desk.conversations.addCustomerThread(ids.conversations.with99Threads, thread), {
        status: 412,
        code: "thread_limit",
      })
    })

    test("make a tag once for one key, and change it only as it was read", async () => {
      const made = await desk.tags.create({ name: "from outside" }, { idempotencyKey: "sdk-1" })
      assert.deepEqual(await desk.tags.create({ name: "from outside" }, { idempotencyKey: "sdk-1" }), {
        ...made,
        replayed: true,
      })
      assert.equal(made.location, `${origin}/v2/tags/${made.id}`)
      const ifMatch = etagOf(await desk.tags.get(made.id))
      await desk.tags.replace(made.id, { name: "renamed" }, { ifMatch })
      assert.equal((await desk.tags.get(made.id)).name, "renamed")
      await assert.rejects(desk.tags.replace(made.id, { name: "too late" }, { ifMatch }), {
        status: 412,
        code: "changed_meanwhile",
      })
      await desk.tags.delete(made.id)
      await assert.rejects(desk.tags.get(made.id), { status: 404, code: "not_found" })
    })

    test("make a webhook, replace it as it was read, replay what it was sent, and delete it", async () => {
      // An event that never happens here: a webhook may also get events from just before it was created.
      const webhook = {
        url: "https://hooks.scenario.example/sdk",
        events: ["message.survey.response.received" as const],
      }
      const { id } = await desk.webhooks.create({ ...webhook, secret: "sdk", state: "disabled" })
      const read = await desk.webhooks.get(id)
      const ifMatch = etagOf(read)
      await desk.webhooks.replace(id, { ...webhook, label: "SDK", state: "disabled" }, { ifMatch })
      await assert.rejects(desk.webhooks.replace(id, webhook, { ifMatch }), { status: 412, code: "changed_meanwhile" })
      assert.equal((await desk.webhooks.get(id)).label, "SDK")
      const test = await desk.webhooks.test(id)
      assert.deepEqual([test.event, test.state, test.attempts.length], ["webhook.test", "failed", 1])
      assert.deepEqual(await idsOf(desk.webhooks.deliveries(id).all()), [test.id])
      await desk.webhooks.replay(id, { state: "failed" })
      await assert.rejects(desk.webhooks.replay(id, {}), { status: 400, code: "validation" })
      const held = desk.webhooks.deliveries(ids.webhooks.disabled).replay(ids.deliveries.held)
      await assert.rejects(held, { status: 409, code: "delivery_pending" })
      await desk.webhooks.delete(id)
      await assert.rejects(desk.webhooks.get(id), { status: 404, code: "not_found" })
    })

    test("make a personal token that works until it is deleted", async () => {
      const { id, token } = await desk.personalTokens.create({ name: "Script", scope: "read-only" })
      const script = new DeskhandClient({ baseUrl: origin, token })
      assert.equal((await script.users.me()).id, ids.users.ada)
      await assert.rejects(script.tags.create({ name: "refused" }), { status: 403, code: "token_scope" })
      assert.ok((await idsOf(desk.personalTokens.all())).includes(id))
      await desk.personalTokens.delete(id)
      await assert.rejects(script.users.me(), { status: 401, code: "unauthorized" })
    })
  })

  describe("OAuth", () => {
    test("gives an app tokens of its own, narrowed on request", async () => {
      const { clientId, clientSecret } = await createApp(await clientOf("owner"))
      const app = new DeskhandClient({ baseUrl: origin, clientId, clientSecret, scope: "read-only" })
      assert.equal((await app.users.me()).role, "owner")
      await assert.rejects(app.tags.create({ name: "refused" }), { status: 403, code: "token_scope" })
    })

    test("renews what a person allowed, each refresh token once", async () => {
      const app = await createApp(await clientOf("owner"))
      const password = (await runDesk(["password", "--user", ids.emails.grace])).trim()
      const tokens = await allowApp(origin, app, { email: ids.emails.grace, password })
      const kept: string[] = [tokens.refresh_token ?? ""]
      const connect = (refreshToken = "", accessToken?: string) =>
        new DeskhandClient({
          baseUrl: origin,
          ...app,
          refreshToken,
          ...(accessToken !== undefined && { accessToken }),
          onRefresh: (tokens) => void kept.push(tokens.refreshToken),
        })

      assert.equal((await connect(kept[0], tokens.access_token).users.me()).id, ids.users.grace)
      assert.equal(kept.length, 1)
      const { users } = connect(kept[0], "no longer good")
      const answers = await Promise.all([users.me(), users.me(), users.me()])
      assert.deepEqual(
        answers.map(({ id }) => id),
        [ids.users.grace, ids.users.grace, ids.users.grace],
      )
      assert.equal(kept.length, 2)
      assert.equal((await connect(kept[1]).users.me()).id, ids.users.grace)
      assert.equal(new Set(kept).size, 3)
      await assert.rejects(connect(kept[0]).users.me(), { status: 400, code: "invalid_grant" })
    })
  })

  describe("refusals", () => {
    test("name what is wrong and where", async () => {
      await assert.rejects(desk.conversations.list({ page: 0 }), (error) => {
        assert.ok(error instanceof DeskhandError)
        assert.deepEqual([error.status, error.code], [400, "validation"])
        assert.deepEqual(
          error.errors.map(({ path, message, source }) => ({ path, message, source })),
          [{ path: "page", message: "must be at least 1", source: "QUERY" }],
        )
        assert.match(error.logRef ?? "", /./)
        return true
      })
      await assert.rejects(desk.conversations.list({ query: "(subject:" }), { status: 400, code: "query" })
      await assert.rejects(limited.conversations.get(ids.conversations.hidden), { status: 404, code: "not_found" })
    })
  })
})

async function idsOf(items: AsyncIterable<{ id: number }>): Promise<number[]> {
  return (await Array.fromAsync(items)).map(({ id }) => id)
}
