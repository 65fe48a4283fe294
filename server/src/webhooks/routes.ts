import { PageQuery } from "@deskhand/contract/common"
import { NewWebhook, ReplacedWebhook, Webhook, WebhookPage, WebhookPath } from "@deskhand/contract/events/webhook"
import type { Db } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { createWebhook, overwriteWebhook, removeWebhook } from "./actions.ts"
import { presentWebhook } from "./present.ts"
import { countWebhooks, findWebhook, listWebhooks } from "./queries.ts"

export const getWebhooks = route({
  method: "GET",
  url: "/v2/webhooks",
  permission: "webhooks:read",
  summary: "List webhooks",
  query: PageQuery,
  answers: { 200: WebhookPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listWebhooks(db, page), countWebhooks(db)])
    const items = rows.map((row) => presentWebhook(row, origin))
    return pageOf(origin, request.url, { name: "webhooks", items, total, request: page })
  },
})

export const getWebhook = route({
  method: "GET",
  url: "/v2/webhooks/:webhookId",
  permission: "webhooks:read",
  summary: "Get a webhook",
  path: WebhookPath,
  answers: { 200: Webhook },
  handle: (call) => answerWebhook(call, call.path.webhookId),
})

export const postWebhook = route({
  method: "POST",
  url: "/v2/webhooks",
  permission: "webhooks:write",
  summary: "Create a webhook",
  body: NewWebhook,
  answers: { 201: "`Resource-ID` and `Location` name the new webhook" },
  async handle({ desk, db, viewer, body, now, origin }) {
    const id = await createWebhook(db, body, { viewer, now, config: desk.config, outgoing: desk.outgoing })
    return created(id, { Location: `${origin}/v2/webhooks/${id}` })
  },
})

export const putWebhook = route({
  method: "PUT",
  url: "/v2/webhooks/:webhookId",
  permission: "webhooks:write",
  summary: "Replace or enable a webhook",
  path: WebhookPath,
  body: ReplacedWebhook,
  answers: { 204: "Replaced; it is yours from now on" },
  async handle(call) {
    const { desk, db, path, body } = call
    await overwriteWebhook(
      db,
      { ...body, id: path.webhookId },
      { ...changeOf(call), config: desk.config, outgoing: desk.outgoing },
    )
    return noContent
  },
})

export const deleteWebhook = route({
  method: "DELETE",
  url: "/v2/webhooks/:webhookId",
  permission: "webhooks:write",
  summary: "Delete a webhook with its deliveries",
  path: WebhookPath,
  answers: { 204: "Deleted; nothing more is sent" },
  async handle(call) {
    await removeWebhook(call.db, call.path.webhookId, changeOf(call))
    return noContent
  },
})

function changeOf(call: Call<unknown, { webhookId: number }>) {
  const check = (db: Db) => refuseStale(call, () => answerWebhook({ ...call, db }, call.path.webhookId))
  return { viewer: call.viewer, now: call.now, check }
}

async function answerWebhook({ db, origin }: Pick<Call, "db" | "origin">, id: number): Promise<Answer> {
  const row = await findWebhook(db, id)
  if (!row) throw notFound()
  return resource(presentWebhook(row, origin))
}
