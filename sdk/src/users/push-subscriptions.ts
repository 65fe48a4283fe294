import type {
  NewPushSubscription,
  PushSubscriptionPage as PageSchema,
  PushSubscription,
} from "@deskhand/contract/people/notification"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type { NewPushSubscription, PushSubscription }
export type PushSubscriptionPage = Static<typeof PageSchema>

/** The browsers in which whoever asks is notified. */
export class PushSubscriptions extends List<PageFilters, PushSubscriptionPage, PushSubscription> {
  constructor(transport: Transport) {
    super(transport, "/v2/users/me/push-subscriptions")
  }

  /** What a browser is given as `applicationServerKey`. */
  async key(): Promise<string> {
    return (await this.transport.read<{ publicKey: string }>("/v2/push-key")).publicKey
  }

  /** A browser that is known keeps its id. */
  create(subscription: NewPushSubscription, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/users/me/push-subscriptions", subscription, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/users/me/push-subscriptions/${id}`, options)
  }
}
