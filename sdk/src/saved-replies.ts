import type { ListedSavedReply, NewSavedReply, SavedReply } from "@deskhand/contract/saved-reply"
import type { Transport } from "./transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export type { ListedSavedReply, NewSavedReply, SavedReply }

/** The saved replies of one inbox. */
export class SavedReplies {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, inboxId: number) {
    this.#transport = transport
    this.#path = `/v2/mailboxes/${inboxId}/saved-replies`
  }

  /** All of them: this list has no pages. */
  list(): Promise<ListedSavedReply[]> {
    return this.#transport.read(this.#path)
  }

  get(id: number): Promise<SavedReply> {
    return this.#transport.read(`${this.#path}/${id}`)
  }

  async create(reply: NewSavedReply, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.#transport.send("POST", this.#path, { json: reply, headers: createHeaders(options) }))
  }

  async replace(id: number, reply: NewSavedReply, options: WriteOptions = {}): Promise<void> {
    await this.#transport.send("PUT", `${this.#path}/${id}`, { json: reply, headers: writeHeaders(options) })
  }

  async delete(id: number, options: WriteOptions = {}): Promise<void> {
    await this.#transport.send("DELETE", `${this.#path}/${id}`, { headers: writeHeaders(options) })
  }
}
