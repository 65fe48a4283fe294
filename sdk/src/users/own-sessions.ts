import type { OwnSession, OwnSessionPage as PageSchema } from "@deskhand/contract/people/auth"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"

export type { OwnSession }
export type OwnSessionPage = Static<typeof PageSchema>

/** The browsers in which whoever asks is signed in. */
export class OwnSessions extends List<PageFilters, OwnSessionPage, OwnSession> {
  constructor(transport: Transport) {
    super(transport, "/v2/users/me/sessions")
  }

  /** Signs one of them out. */
  async delete(id: number): Promise<void> {
    await this.transport.send("DELETE", `/v2/users/me/sessions/${id}`)
  }

  /** Signs out all but the one that asks. */
  async deleteOthers(): Promise<void> {
    await this.transport.send("DELETE", "/v2/users/me/sessions")
  }
}
