import type { NewPresence, PresenceList, Presence as PresenceSchema } from "@deskhand/contract/presence"
import type { Static } from "typebox"
import type { Transport } from "./transport.ts"

export type { NewPresence }
export type Presence = PresenceSchema

/** Who is looking at which conversation. */
export class Presences {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Without ids, everybody you may see. */
  async list(conversationIds?: number[]): Promise<Presence[]> {
    const query = conversationIds && { conversation: conversationIds }
    const { _embedded } = await this.#transport.read<Static<typeof PresenceList>>("/v2/presence", {
      ...(query && { query }),
    })
    return _embedded.presence
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
