import type { WebhookPage as PageSchema, Webhook } from "@deskhand/contract/webhook"
import type { Static } from "typebox"
import { List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"

export type { Webhook }
export type WebhookPage = Static<typeof PageSchema>

export class Webhooks extends List<PageFilters, WebhookPage, Webhook> {
  constructor(transport: Transport) {
    super(transport, "/v2/webhooks")
  }

  get(id: number): Promise<Webhook> {
    return this.transport.read(`/v2/webhooks/${id}`)
  }
}
