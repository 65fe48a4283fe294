import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { get, ids, origin, read, send } from "../interface/desk.ts"
import { conversation } from "../interface/scenario.ts"
import { OpenApi, type Operation } from "../openapi.ts"
import { until } from "../until.ts"

/** Something of the scenario for every place in a path, which is given up to there. */
const places: Record<string, (before: string) => unknown> = {
  conversationId: () => ids.conversations.withAttachments,
  number: async () => (await conversation("withAttachments")).number,
  threadId: () => ids.threads.withAttachments.question,
  attachmentId: () => ids.attachments["letter.txt"],
  customerId: () => ids.customers.full,
  organizationId: () => ids.organizations.full,
  mailboxId: () => ids.inboxes.support,
  replyId: () => ids.savedReplies.thanks,
  ratingId: () => ids.ratings.great,
  tagId: () => ids.tags.vip,
  teamId: () => ids.teams.firstLine,
  userId: () => ids.users.grace,
  systemUserId: () => ids.users.system,
  webhookId: () => ids.webhooks.enabled,
  deliveryId: () => ids.deliveries.delivered,
  viewId: () => made("/v2/views", { name: "Open ones", filters: { status: "open" } }),
  workflowId: () =>
    made("/v2/workflows", {
      mailboxId: ids.inboxes.support,
      type: "manual",
      name: "Escalate",
      conditions: { query: "status:active" },
      actions: [{ type: "status", status: "pending" }],
    }),
  connectionId: () =>
    made(`/v2/mailboxes/${ids.inboxes.support}/connections`, {
      kind: "imap",
      host: "imap.example",
      port: 993,
      security: "tls",
      auth: "password",
      username: "desk",
      password: "secret",
      enabled: false,
    }),
  subscriptionId: () =>
    made("/v2/users/me/push-subscriptions", {
      endpoint: "https://push.example/1",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    }),
  // It changes nothing.
  bulkActionId: () =>
    made("/v2/bulk-actions", { conversationIds: [ids.conversations.active], action: "status", status: "active" }),
  messageId: () => received("From: mary@example.com"),
  async senderId() {
    // To an address that only a mail of the desk gives, and none of this scenario does: it is held.
    const id = await received(`From: eve@shop.example\r\nTo: desk+a1-${"a".repeat(26)}@example.com`)
    await made(`/v2/messages/${id}/decision`, { decision: "reject", sender: "block" })
    return (await read("/v2/mail-senders", { as: "owner" }))._embedded.senders[0].id
  },
  appId: () => made("/v2/apps", { name: "Robot" }),
  code: () => "validation",
  // Only mails have links that are known.
  token: () => "unknown",
  fieldId: firstOf("id"),
  folderId: firstOf("id"),
  entryId: firstOf("id"),
  slug: firstOf("slug"),
}

/** Where nobody is assigned or answered by itself; and it is stored before the walks count what there is. */
async function received(headers: string): Promise<string | null> {
  const id = await made(`/v2/mailboxes/${ids.inboxes.empty}/inbound`, { raw: btoa(`${headers}\r\n\r\nHello`) })
  await until(async () => (await read(`/v2/messages/${id}`, { as: "owner" })).outcome !== "waiting")
  return id
}

/** The scenario has none: it comes and goes with who works. */
async function made(path: string, body: object): Promise<string | null> {
  const { status, headers } = await send("POST", path, { as: "owner", body })
  assert.ok(status === 201 || status === 202, path)
  return headers.get("Resource-ID")
}

/** What the list in front of it begins with. */
function firstOf(name: "id" | "slug") {
  return async (before: string) => {
    const { _embedded } = await read(before.replace(/\/$/, ""), { as: "owner" })
    const [list] = Object.values<Record<string, unknown>[]>(_embedded)
    return list?.[0]?.[name]
  }
}

/** What these answer to somebody who comes with a token and nothing else. */
const others: Record<string, number> = {
  "/authentication/authorizeClientApplication": 400,
  "/oauth2/authorize": 400,
  "/rate/{token}": 404,
  "/session/picture": 400,
  // Of a thread that came by no mail.
  "/v2/conversations/{conversationId}/threads/{threadId}/original-source": 404,
}

/** What a report cannot do without. */
function queryOf({ path }: Operation): string {
  if (!path.startsWith("/v2/reports/")) return ""
  const period = "start=2026-01-01T00:00:00Z&end=2026-04-01T00:00:00Z"
  const field = path.endsWith("/fields-drilldown") ? `&field=tagid&fieldid=${ids.tags.vip}` : ""
  return `?${period}${field}${path.startsWith("/v2/reports/user") ? `&user=${ids.users.grace}` : ""}`
}

async function pathOf({ path }: Operation): Promise<string> {
  let filled = path
  for (const [braced, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const place = places[name]
    assert.ok(place, `Nothing of the scenario stands for ${name}: add it to the list`)
    filled = filled.replace(braced, String(await place(filled.slice(0, filled.indexOf(braced)))))
  }
  return filled
}

describe("the OpenAPI document", () => {
  test("every GET operation answers a real id as documented", async () => {
    const api = new OpenApi(await read("/openapi.json"))
    const reads = api.operations.filter(({ method }) => method === "GET")
    assert.ok(reads.length > 70)
    for (const operation of reads) {
      const path = (await pathOf(operation)) + queryOf(operation)
      const { status, headers, body } = await get(path, { as: "owner" })
      assert.equal(status, others[operation.path] ?? 200, path)
      if (status === 302) continue
      const content = (operation.answers[status] ?? operation.answers["default"])?.content ?? {}
      const type = headers.get("Content-Type")?.split(";")[0] ?? ""
      const documented = content[type] ?? content["*/*"]
      assert.ok(documented, `${path} answered ${type}, documented is ${Object.keys(content)}`)
      if (/json/.test(type) && documented.schema) api.assertShape(documented.schema, body)
    }
  })

  test("every page of the scenario's conversations and customers has the documented shape", async () => {
    const api = new OpenApi(await read("/openapi.json"))
    for (const [path, start] of [
      ["/v2/conversations", "/v2/conversations?status=all&embed=threads&size=100"],
      ["/v2/customers", "/v2/customers?size=100"],
      ["/v3/customers", "/v3/customers?size=50"],
    ] as const) {
      const operation = api.operations.find((candidate) => candidate.path === path && candidate.method === "GET")
      const schema = operation?.answers["200"]?.content?.["application/hal+json"]?.schema
      assert.ok(schema)
      for (let next: string | undefined = origin + start; next !== undefined; ) {
        const page = await read(next)
        api.assertShape(schema, page)
        next = page._links.next?.href
      }
    }
  })
})
