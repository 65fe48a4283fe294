import type { ListedSavedReply, SavedReply } from "@deskhand/contract/saved-reply"
import type { Transport } from "./transport.ts"

export type { ListedSavedReply, SavedReply }

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
}
