import type { Conversation, ConversationQuery, ConversationPage as PageSchema } from "@deskhand/contract/conversation"
import type { Static } from "typebox"
import { ConversationMerged } from "./error.ts"
import { walk } from "./pages.ts"
import { jsonOf, type Transport } from "./transport.ts"

export type ConversationPage = Static<typeof PageSchema>

/** In 3 system users are told apart from users. */
export type Version = 2 | 3

export class Conversations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(filters: ConversationQuery = {}): Promise<ConversationPage> {
    return this.#transport.read("/v2/conversations", { query: filters })
  }

  /** Every conversation of the list, from the page that the filters name to the last. */
  async *all(filters: ConversationQuery = {}): AsyncGenerator<Conversation, void, undefined> {
    yield* walk(this.#transport, this.list(filters), (page) => page._embedded.conversations)
  }

  /** Throws ConversationMerged, which names the new id, where the desk redirects; it does not go there by itself. */
  async get(id: number, { version = 2 }: { version?: Version } = {}): Promise<Conversation> {
    const response = await this.#transport.send("GET", `/v${version}/conversations/${id}`)
    if (response.status === 301) throw mergedError(id, response.headers)
    return jsonOf(response)
  }
}

function mergedError(id: number, headers: Headers): ConversationMerged {
  const intoId = /\/conversations\/(\d+)$/.exec(headers.get("Location") ?? "")?.[1]
  return new ConversationMerged({ id, intoId: Number(intoId), logRef: headers.get("Correlation-Id") ?? undefined })
}
