import type {
  ListedSavedReply,
  NewSavedReply,
  SavedReply,
  SavedReplyQuery,
} from "@deskhand/contract/inboxes/saved-reply"
import type { Static } from "typebox"
import type { Filters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type { ListedSavedReply, NewSavedReply, SavedReply }

/** The saved replies of one inbox. */
export class SavedReplies {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, inboxId: number) {
    this.#transport = transport
    this.#path = `/v2/mailboxes/${inboxId}/saved-replies`
  }

  /** This list has no pages. Replies for chats only are left out by default. */
  list(filters: Filters<Static<typeof SavedReplyQuery>> = {}): Promise<ListedSavedReply[]> {
    return this.#transport.read(this.#path, { query: filters })
  }

  get(id: number): Promise<SavedReply> {
    return this.#transport.read(`${this.#path}/${id}`)
  }

  create(reply: NewSavedReply, options: CreateOptions = {}): Promise<Created> {
    return this.#transport.post(this.#path, reply, options)
  }

  replace(id: number, reply: NewSavedReply, options: WriteOptions = {}): Promise<void> {
    return this.#transport.put(`${this.#path}/${id}`, reply, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.#transport.delete(`${this.#path}/${id}`, options)
  }
}
