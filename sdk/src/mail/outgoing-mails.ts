import type { SentMail, SentQuery, SentPage as SentSchema } from "@deskhand/contract/mail/mail-ledger"
import type { ListedOutgoing, OutgoingQuery, OutgoingPage as PageSchema } from "@deskhand/contract/mail/outgoing-mail"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import { type CreateOptions, createHeaders } from "../transport/writes.ts"

export type { ListedOutgoing, SentMail }
export type SentFilters = Filters<SentQuery>
export type SentPage = Static<typeof SentSchema>
export type OutgoingPage = Static<typeof PageSchema>

/** The mail of the whole desk that went out, or is to; newest first. */
export class SentMails extends List<SentFilters, SentPage, SentMail> {
  constructor(transport: Transport) {
    super(transport, "/v2/outgoing")
  }
}

/** The mail of an inbox that went out, or is to; newest first. */
export class OutgoingMails extends List<Filters<Static<typeof OutgoingQuery>>, OutgoingPage, ListedOutgoing> {
  readonly #path: string

  constructor(transport: Transport, inboxId: number) {
    const path = `/v2/mailboxes/${inboxId}/outgoing`
    super(transport, path)
    this.#path = path
  }

  /** Now, also one that is held or has failed; whoever got it already does not get it again. */
  async send(id: number, options: CreateOptions = {}): Promise<void> {
    await this.transport.send("POST", `${this.#path}/${id}/send`, { headers: createHeaders(options) })
  }

  /** One that has not gone out yet never does. */
  async drop(id: number, options: CreateOptions = {}): Promise<void> {
    await this.transport.send("POST", `${this.#path}/${id}/drop`, { headers: createHeaders(options) })
  }
}
