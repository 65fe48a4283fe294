import type {
  MailConnection,
  MailConnectionTrial,
  NewMailConnection,
  MailConnectionPage as PageSchema,
  ReplacedMailConnection,
} from "@deskhand/contract/mail/mail-connection"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type { MailConnection, MailConnectionTrial, NewMailConnection, ReplacedMailConnection }
export type MailConnectionPage = Static<typeof PageSchema>

/** Where an inbox fetches its mail, and through whom it sends. */
export class MailConnections extends List<PageFilters, MailConnectionPage, MailConnection> {
  readonly #path: string

  constructor(transport: Transport, inboxId: number) {
    const path = `/v2/mailboxes/${inboxId}/connections`
    super(transport, path)
    this.#path = path
  }

  get(id: number): Promise<MailConnection> {
    return this.transport.read(`${this.#path}/${id}`)
  }

  create(connection: NewMailConnection, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post(this.#path, connection, options)
  }

  /** Everything but the secrets, which stay where none are given and it is used as before. */
  replace(id: number, connection: ReplacedMailConnection, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`${this.#path}/${id}`, connection, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`${this.#path}/${id}`, options)
  }

  /** Connects and signs in with what is not saved yet. Secrets that are left out are those of the saved connection. */
  async testUnsaved(connection: NewMailConnection): Promise<MailConnectionTrial> {
    return jsonOf(await this.transport.send("POST", `${this.#path}/test`, { json: connection }))
  }

  /** Connects and signs in now, also while it is disabled, and tells what came of it. */
  async test(id: number): Promise<MailConnectionTrial> {
    return jsonOf(await this.transport.send("POST", `${this.#path}/${id}/test`))
  }
}
