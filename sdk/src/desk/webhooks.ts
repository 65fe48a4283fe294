import type { NewWebhook, WebhookPage as PageSchema, ReplacedWebhook, Webhook } from "@deskhand/contract/events/webhook"
import type {
  Delivery,
  DeliveryPage as DeliveryPageSchema,
  DeliveryQuery,
  ListedDelivery,
  Replay,
} from "@deskhand/contract/events/webhook-delivery"
import type { Static } from "typebox"
import { type Filters, List, type PageFilters } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import { type Created, type CreateOptions, createHeaders, type WriteOptions } from "../transport/writes.ts"

export type { Delivery, ListedDelivery, NewWebhook, ReplacedWebhook, Replay, Webhook }
export type WebhookPage = Static<typeof PageSchema>
export type DeliveryPage = Static<typeof DeliveryPageSchema>

export class Webhooks extends List<PageFilters, WebhookPage, Webhook> {
  constructor(transport: Transport) {
    super(transport, "/v2/webhooks")
  }

  get(id: number): Promise<Webhook> {
    return this.transport.read(`/v2/webhooks/${id}`)
  }

  create(webhook: NewWebhook, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/webhooks", webhook, options)
  }

  /** Everything but the secret, which stays where none is given. Whoever does so owns it from then on. */
  replace(id: number, webhook: ReplacedWebhook, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/webhooks/${id}`, webhook, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/webhooks/${id}`, options)
  }

  deliveries(id: number): Deliveries {
    return new Deliveries(this.transport, id)
  }

  /** Sends a test now, also while it is disabled, and tells what came of it. */
  async test(id: number): Promise<Delivery> {
    return jsonOf(await this.transport.send("POST", `/v2/webhooks/${id}/test`))
  }

  /** Sends again what was created within a time, or what became of which is the same: all that failed, say. */
  async replay(id: number, replay: Replay, options: CreateOptions = {}): Promise<void> {
    await this.transport.send("POST", `/v2/webhooks/${id}/replay`, { json: replay, headers: createHeaders(options) })
  }
}

/** What one webhook was sent and is owed, newest first. */
export class Deliveries extends List<Filters<Static<typeof DeliveryQuery>>, DeliveryPage, ListedDelivery> {
  readonly #path: string

  constructor(transport: Transport, webhookId: number) {
    const path = `/v2/webhooks/${webhookId}/deliveries`
    super(transport, path)
    this.#path = path
  }

  /** With the body as it is sent. */
  get(id: number): Promise<Delivery> {
    return this.transport.read(`${this.#path}/${id}`)
  }

  async replay(id: number, options: CreateOptions = {}): Promise<void> {
    await this.transport.send("POST", `${this.#path}/${id}/replay`, { headers: createHeaders(options) })
  }
}
