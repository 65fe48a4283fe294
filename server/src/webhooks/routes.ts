import { PageQuery } from "@deskhand/contract/common"
import { Webhook, WebhookPage, WebhookPath } from "@deskhand/contract/webhook"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest, resource } from "../http/hal.ts"
import { route } from "../http/route.ts"
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
  async handle({ db, path, origin }) {
    const row = await findWebhook(db, path.webhookId)
    if (!row) throw notFound()
    return resource(presentWebhook(row, origin))
  },
})
