import type { NewPersonalToken, PersonalTokenPage as PageSchema, PersonalToken } from "@deskhand/contract/people/auth"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import { createdOf } from "../transport/writes.ts"

export type { PersonalToken }
export type PersonalTokenPage = Static<typeof PageSchema>

/** The personal access tokens of whoever asks. */
export class PersonalTokens extends List<PageFilters, PersonalTokenPage, PersonalToken> {
  constructor(transport: Transport) {
    super(transport, "/v2/users/me/tokens")
  }

  /**
   * This answer alone shows the token. It carries no key, because the desk would have to keep the token for a second
   * answer; so it is not repeated when the desk is away.
   */
  async create(token: Static<typeof NewPersonalToken>): Promise<{ id: number; token: string }> {
    const response = await this.transport.send("POST", "/v2/users/me/tokens", { json: token })
    return { id: createdOf(response).id, ...(await jsonOf<{ token: string }>(response)) }
  }

  async delete(id: number): Promise<void> {
    await this.transport.send("DELETE", `/v2/users/me/tokens/${id}`)
  }
}
