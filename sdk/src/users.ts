import type { ListedUser, UserPage as PageSchema, User, UserQuery } from "@deskhand/contract/user"
import type { UserStatusPage as StatusPageSchema, UserStatus } from "@deskhand/contract/user-status"
import type { Static } from "typebox"
import { type Filters, List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"

export type { ListedUser, User, UserStatus }
export type UserPage = Static<typeof PageSchema>
export type UserStatusPage = Static<typeof StatusPageSchema>
export type UserFilters = Filters<UserQuery>

export class Users extends List<UserFilters, UserPage, ListedUser> {
  /** Of everybody who has one: light users have none. */
  readonly statuses: List<PageFilters, UserStatusPage, UserStatus>

  constructor(transport: Transport) {
    super(transport, "/v2/users")
    this.statuses = new List(transport, "/v2/users/status")
  }

  /** The user whose token this is. */
  me(): Promise<User> {
    return this.transport.read("/v2/users/me")
  }

  get(id: number): Promise<User> {
    return this.transport.read(`/v2/users/${id}`)
  }

  status(id: number): Promise<UserStatus> {
    return this.transport.read(`/v2/users/${id}/status`)
  }
}
