import type { QuickSearchQuery as QuerySchema, QuickSearchResults } from "@deskhand/contract/conversations/quick-search"
import type { Static } from "typebox"
import type { Transport } from "../transport/transport.ts"

export type { QuickSearchResults }
export type QuickSearchQuery = Static<typeof QuerySchema>

/** What people find while they type. */
export class Search {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The best few customers, organizations, conversations and saved views. */
  find(query: QuickSearchQuery): Promise<QuickSearchResults> {
    return this.#transport.read("/v2/search", { query })
  }
}
