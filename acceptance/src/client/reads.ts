import assert from "node:assert/strict"
import { before, describe, test } from "node:test"
import { ConversationMerged, type DeskhandClient } from "@deskhand/sdk/client"
import { clientOf, ids } from "../interface/desk.ts"
import { listRequests } from "./calls.ts"

describe("the client library reads", () => {
  let desk: DeskhandClient
  let limited: DeskhandClient

  before(async () => {
    desk = await clientOf("ada")
    limited = await clientOf("limited")
  })

  describe("the OpenAPI document", () => {
    /** For browsers, OAuth itself and operators. */
    const notForClients = [
      "GET /.well-known/oauth-authorization-server",
      "GET /authentication/authorizeClientApplication",
      "GET /oauth2/authorize",
      "POST /oauth2/authorize",
      "POST /v2/oauth2/token",
      "POST /v2/oauth2/revoke",
      "GET /session",
      "POST /session",
      "DELETE /session",
      "PUT /session/email",
      "PUT /session/password",
      "POST /session/reset",
      "POST /session/reset/check",
      "PUT /session/reset",
      "GET /session/picture",
      "GET /session/setup",
      "POST /session/setup",
      "GET /conversation/{conversationId}/{number}",
      "GET /docs",
      "GET /errors",
      "GET /errors/{code}",
      "GET /healthz",
      "GET /metrics",
      "GET /rate/{token}",
      "POST /rate/{token}",
      "GET /readyz",
    ]

    test("has a method here for every operation, and an operation for every method", async () => {
      const { paths } = await desk.openapi()
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const requests = await listRequests()
      const isOf = (operation: string, request: string) =>
        new RegExp(`^${operation.replaceAll(".", "\\.").replace(/\{\w+\}/g, "\\d+")}$`).test(request)
      const unasked = operations.filter((operation) => !requests.some((request) => isOf(operation, request)))
      assert.deepEqual(unasked.sort(), notForClients.toSorted())
      const unanswered = requests.filter((request) => !operations.some((operation) => isOf(operation, request)))
      assert.deepEqual(unanswered, [])
    })
  })

  describe("conversations", () => {
    test("are listed by everything the filters name", async () => {
      const { _embedded, page } = await desk.conversations.list({
        mailbox: [ids.inboxes.support],
        tag: ["scenario-vip", "scénario été"],
        status: "open",
        customFieldsByIds: { [ids.fields.plan.id]: ids.fields.plan.options.Plus, [ids.fields.quantity]: 42 },
        sortField: "subject",
        sortOrder: "asc",
      })
      assert.deepEqual(
        _embedded.conversations.map(({ id }) => id),
        [ids.conversations.everyField],
      )
      assert.deepEqual(page, { size: 25, totalElements: 1, totalPages: 1, number: 1 })
    })

    test("take one value for a list of one, a date for a moment, and a query with signs of URLs", async () => {
      const one = desk.conversations.all({ mailbox: ids.inboxes.hidden, tag: "scenario-vip", status: "all" })
      assert.deepEqual(await idsOf(one), [ids.conversations.hidden])
      const later = await desk.conversations.list({ status: "all", modifiedSince: new Date("2099-01-01T00:00:00Z") })
      assert.deepEqual(later._embedded.conversations, [])
      const found = desk.conversations.all({ query: 'email:"copy+two@customers.scenario.example"', status: "all" })
      assert.ok((await idsOf(found)).includes(ids.conversations.copied))
    })

    test("are walked page by page, each once", async () => {
      const filters = { mailbox: ids.inboxes.paging, sortField: "number", sortOrder: "asc", size: 10 } as const
      assert.deepEqual(await idsOf(desk.conversations.all(filters)), ids.conversations.paging)
      const pages = await Array.fromAsync(desk.conversations.pages(filters))
      assert.deepEqual(
        pages.map(({ page }) => page.number),
        [1, 2, 3, 4, 5, 6, 7],
      )
      const fromSix = await idsOf(desk.conversations.all({ ...filters, page: 6 }))
      assert.deepEqual(fromSix, ids.conversations.paging.slice(50))
    })

    test("are read in both versions, with threads on request", async () => {
      const id = ids.conversations.assignedToSystem
      const [second, third] = [await desk.conversations.get(id), await desk.conversations.get(id, { version: 3 })]
      assert.deepEqual([second.assignee?.type, third.assignee?.type], ["user", "system_user"])
      assert.equal(second._embedded, undefined)
      const { _embedded } = await desk.conversations.get(id, { embed: "threads" })
      const { question, answer, remark } = ids.threads.assignedToSystem
      assert.deepEqual(
        _embedded?.threads.map((thread) => thread.id),
        [remark, answer, question],
      )
    })

    test("that were merged raise an error or are followed", async () => {
      const { merged, mergedInto } = ids.conversations
      await assert.rejects(desk.conversations.get(merged, { version: 3 }), (error) => {
        assert.ok(error instanceof ConversationMerged)
        assert.equal(error.intoId, mergedInto)
        return true
      })
      assert.equal((await desk.conversations.get(merged, { followMerged: true })).id, mergedInto)
    })

    test("have threads", async () => {
      const id = ids.conversations.everyThreadType
      const threads = desk.conversations.threads(id)
      const types = (await Array.fromAsync(threads.all({ size: 2 }))).map(({ type }) => type)
      assert.deepEqual(types, ["lineitem", "phone", "widgetchat", "chat", "note", "message", "customer"])
      const { message } = ids.threads.everyThreadType
      assert.deepEqual((await threads.get(message)).cc, ["carbon@customers.scenario.example"])
      const { assignedToSystem } = ids.conversations
      const authors = async (version: 2 | 3) =>
        (await desk.conversations.threads(assignedToSystem, { version }).list())._embedded.threads.map(
          ({ createdBy }) => createdBy.type,
        )
      assert.ok(!(await authors(2)).includes("system_user"))
      assert.ok((await authors(3)).includes("system_user"))
    })
  })

  describe("attachments", () => {
    test("come decoded, as a file and in part; those with a virus do not", async () => {
      const letter = ids.attachments["letter.txt"]
      const attachments = desk.conversations.attachments(ids.conversations.withAttachments)
      const text = "Dear Sir,\nplease find nothing enclosed.\n"
      const { filename, mimeType, size } = await attachments.get(letter)
      assert.deepEqual({ filename, mimeType, size }, { filename: "letter.txt", mimeType: "text/plain", size: 40 })
      assert.equal(new TextDecoder().decode(await attachments.data(letter)), text)
      const file = await attachments.download(letter)
      assert.deepEqual([file.mimeType, file.sizeBytes], ["text/plain", 40])
      assert.equal(new TextDecoder().decode(await file.bytes()), text)
      const part = await attachments.download(letter, { range: { start: 5, end: 7 } })
      assert.equal(new TextDecoder().decode(await part.bytes()), "Sir")
      await assert.rejects(attachments.data(ids.attachments["invoice.exe"]), { status: 403, code: "virus" })
    })
  })

  describe("customers", () => {
    test("are walked by page and by cursor", async () => {
      const byPage = await idsOf(desk.customers.all({ size: 20 }))
      assert.equal(byPage.length, (await desk.customers.list()).page.totalElements)
      assert.deepEqual(await idsOf(desk.customers.byCursor.all({ size: 20 })), byPage)
      assert.equal("page" in (await desk.customers.byCursor.list()), false)
    })

    test("are filtered", async () => {
      const { customers } = ids
      const byName = desk.customers.all({ firstName: "zoë", sortField: "lastName", mailbox: ids.inboxes.support })
      assert.deepEqual(await idsOf(byName), [customers.accents])
      const byEmail = desk.customers.byCursor.all({ email: "peter+newsletter@customers.scenario.example" })
      assert.deepEqual(await idsOf(byEmail), [customers.plusAddress])
      assert.deepEqual(await idsOf(desk.customers.byCursor.all({ createdSince: new Date("2099-01-01") })), [])
    })

    test("have all that belongs to them", async () => {
      const { full } = ids.customers
      const mary = await desk.customers.get(full)
      assert.equal(mary.lastName, "Somerville")
      assert.equal(mary._embedded.address?.city, "Jedburgh")
      assert.deepEqual(await desk.customers.address(full), mary._embedded.address)
      const parts = await Promise.all([
        Array.fromAsync(desk.customers.emails(full).all()),
        Array.fromAsync(desk.customers.phones(full).all()),
        Array.fromAsync(desk.customers.chats(full).all()),
        Array.fromAsync(desk.customers.socialProfiles(full).all({ size: 5 })),
        Array.fromAsync(desk.customers.websites(full).all()),
      ])
      const { emails, phones, chats, social_profiles, websites } = mary._embedded
      assert.deepEqual(parts, [emails, phones, chats, social_profiles, websites])
      assert.equal(parts[3].length, 12)
    })
  })

  describe("organizations", () => {
    test("are sorted and searched", async () => {
      const names = async (sort: "name" | "name,asc") =>
        (await Array.fromAsync(desk.organizations.all({ sort, size: 3 }))).map(({ name }) => name)
      const ascending = ["Analytical Engines Ltd", "Crowded House Insurance", "Empty Chairs Co", "Zurückhaltend GmbH"]
      assert.deepEqual(await names("name,asc"), ascending)
      assert.deepEqual(await names("name"), ascending.toReversed())
      assert.deepEqual(await idsOf(desk.organizations.all({ query: "chairs" })), [ids.organizations.empty])
    })

    test("have counts and properties on request, customers and conversations", async () => {
      const { full, crowded } = ids.organizations
      assert.equal((await desk.organizations.get(full)).customerCount, undefined)
      const whole = await desk.organizations.get(full, { includeCounts: true, includeProperties: true })
      assert.equal(whole.customerCount, 2)
      assert.deepEqual(whole.properties?.find(({ slug }) => slug === "scenario-motto")?.value, "Festina lente")
      assert.equal((await idsOf(desk.organizations.customers(crowded).all())).length, 60)
      const conversations = await idsOf(desk.organizations.conversations(full).all({ size: 1 }))
      assert.equal(conversations.length, whole.conversationCount)
      assert.ok(conversations.includes(ids.conversations.everyField))
    })
  })

  describe("people and inboxes", () => {
    test("users", async () => {
      const me = await desk.users.me()
      assert.deepEqual([me.id, me.mention, me.email], [ids.users.ada, "scenario-ada", ids.emails.ada])
      assert.equal((await desk.users.get(ids.users.grace)).lastName, "Hopper")
      assert.deepEqual(await idsOf(desk.users.all({ email: "GRACE@scenario.example" })), [ids.users.grace])
      assert.equal((await desk.users.status(ids.users.away)).email.status, "away")
      const statuses = await Array.fromAsync(desk.users.statuses.all({ size: 2 }))
      assert.deepEqual(
        statuses.filter(({ userId }) => [ids.users.light, ids.users.away].includes(userId)),
        [await desk.users.status(ids.users.away)],
      )
    })

    test("system users and teams", async () => {
      assert.deepEqual(await idsOf(desk.systemUsers.all()), [ids.users.system])
      assert.equal((await desk.systemUsers.get(ids.users.system)).type, "system_user")
      assert.ok((await idsOf(desk.teams.all())).includes(ids.teams.firstLine))
      const members = await idsOf(desk.teams.members(ids.teams.firstLine).all({ size: 4 }))
      const { ada, grace, limited, away, busy, light } = ids.users
      assert.deepEqual(new Set(members), new Set([ada, grace, limited, away, busy, light]))
    })

    test("inboxes with folders, fields, routing and saved replies", async () => {
      const { support } = ids.inboxes
      assert.ok((await idsOf(desk.inboxes.all())).includes(ids.inboxes.hidden))
      assert.ok(!(await idsOf(limited.inboxes.all())).includes(ids.inboxes.hidden))
      assert.equal((await desk.inboxes.get(support)).email, "support@scenario.example")
      const folders = await Array.fromAsync(desk.inboxes.folders(support).all({ size: 5 }))
      assert.deepEqual(Object.fromEntries(folders.map(({ type, id }) => [type, id])), ids.folders.support)
      const fields = await Array.fromAsync(desk.inboxes.fields(support).all())
      assert.deepEqual(
        fields.find(({ name }) => name === "Plan")?.options?.map(({ label }) => label),
        ["Basic", "Plus", "Enterprise é"],
      )
      const { rotation } = await desk.inboxes.routing(support)
      assert.equal(rotation.find(({ userId }) => userId === ids.users.busy)?.reason, "at_capacity")
      const replies = desk.inboxes.savedReplies(support)
      const { thanks, refund } = ids.savedReplies
      assert.deepEqual((await replies.list()).map(({ id }) => id).sort(), [thanks, refund])
      assert.equal((await replies.get(thanks)).chatText, "Thank you! Looking into it.")
    })

    test("ratings and webhooks", async () => {
      const great = await Array.fromAsync(desk.ratings.all({ rating: "great", user: ids.users.grace }))
      assert.deepEqual(
        great.map(({ id, comments }) => [id, comments]),
        [[ids.ratings.great, "Quick & kind 🎉"]],
      )
      assert.equal((await desk.ratings.get(ids.ratings.okay)).rating, "okay")
      assert.ok((await idsOf(desk.webhooks.all({ size: 1 }))).includes(ids.webhooks.disabled))
      assert.equal((await desk.webhooks.get(ids.webhooks.disabled)).notification, true)
      const deliveries = desk.webhooks.deliveries(ids.webhooks.enabled)
      const { delivered, failed, cancelled } = ids.deliveries
      assert.deepEqual(await idsOf(deliveries.all({ size: 1 })), [cancelled, failed, delivered])
      assert.deepEqual(await idsOf(deliveries.all({ state: "failed", since: new Date(0), until: new Date() })), [
        failed,
      ])
      assert.equal((await deliveries.get(failed)).payload, '{"id":1}')
    })
  })
})

async function idsOf(items: AsyncIterable<{ id: number }>): Promise<number[]> {
  return (await Array.fromAsync(items)).map(({ id }) => id)
}
