import type { Inbox, InboxQuery, InboxPage as PageSchema } from "@deskhand/contract/inbox"
import type { Static } from "typebox"
import { walk } from "./pages.ts"
import type { Transport } from "./transport.ts"

export type InboxPage = Static<typeof PageSchema>

export class Inboxes {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(filters: Static<typeof InboxQuery> = {}): Promise<InboxPage> {
    return this.#transport.read("/v2/mailboxes", { query: filters })
  }

  async *all(filters: Static<typeof InboxQuery> = {}): AsyncGenerator<Inbox, void, undefined> {
    yield* walk(this.#transport, this.list(filters), (page) => page._embedded.mailboxes)
  }

  get(id: number): Promise<Inbox> {
    return this.#transport.read(`/v2/mailboxes/${id}`)
  }
}
