import type { PresenceList as ListSchema, NewPresence, Presence } from "@deskhand/contract/people/presence"
import type { Static } from "typebox"
import type { Transport } from "../transport/transport.ts"

export type { NewPresence, Presence }
export type PresenceList = Static<typeof ListSchema>

/** Who is looking at which conversation. */
export class Presences {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Without ids, everybody you may see. */
  list(conversationIds?: number[]): Promise<PresenceList> {
    return this.#transport.read("/v2/presence", {
      ...(conversationIds && { query: { conversation: conversationIds } }),
    })
  }

  /** To be said when it changes, and every 20 seconds. */
  async say(presence: NewPresence): Promise<void> {
    await this.#transport.send("PUT", "/v2/users/me/presence", { json: presence })
  }

  async leave(client?: string): Promise<void> {
    await this.#transport.send("DELETE", "/v2/users/me/presence", {
      ...(client !== undefined && { query: { client } }),
    })
  }
}
