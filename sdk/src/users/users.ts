import type { ResetLink } from "@deskhand/contract/people/auth"
import type { ChangedPreferences, Preferences } from "@deskhand/contract/people/preferences"
import type {
  ChangedOwnUser,
  ChangedUser,
  ListedUser,
  NewUser,
  OwnUser,
  UserPage as PageSchema,
  User,
  UserQuery,
} from "@deskhand/contract/people/user"
import type {
  ChangedReassignment,
  ChangedUserStatus,
  Reassignment,
  UserStatusPage as StatusPageSchema,
  UserStatus,
} from "@deskhand/contract/people/user-status"
import type { Static } from "typebox"
import { type Filters, List, type PageFilters } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type {
  ChangedOwnUser,
  ChangedPreferences,
  ChangedReassignment,
  ChangedUser,
  ChangedUserStatus,
  ListedUser,
  NewUser,
  OwnUser,
  Preferences,
  Reassignment,
  ResetLink,
  User,
  UserStatus,
}
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
  me(): Promise<OwnUser> {
    return this.transport.read("/v2/users/me")
  }

  /** Changes the user whose token this is. What is left out stays as it is. */
  changeMe(user: ChangedOwnUser, options: WriteOptions = {}): Promise<void> {
    return this.transport.put("/v2/users/me", user, options)
  }

  /** How whose token this is likes to work. */
  preferences(): Promise<Preferences> {
    return this.transport.read("/v2/users/me/preferences")
  }

  /** What is left out stays as it is. */
  setPreferences(preferences: ChangedPreferences, options: WriteOptions = {}): Promise<void> {
    return this.transport.put("/v2/users/me/preferences", preferences, options)
  }

  get(id: number): Promise<User> {
    return this.transport.read(`/v2/users/${id}`)
  }

  create(user: NewUser, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/users", user, options)
  }

  /** What is left out stays as it is. */
  change(id: number, user: ChangedUser, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/users/${id}`, user, options)
  }

  /** Deactivates them: what they did stays. */
  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/users/${id}`, options)
  }

  /** A link by which they choose a new password; this answer alone shows it. */
  async resetLink(id: number): Promise<ResetLink> {
    return jsonOf(await this.transport.send("POST", `/v2/users/${id}/reset-link`))
  }

  status(id: number): Promise<UserStatus> {
    return this.transport.read(`/v2/users/${id}/status`)
  }

  setStatus(id: number, status: ChangedUserStatus, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/users/${id}/status`, status, options)
  }

  /** When conversations of somebody who is away go back to the queue. */
  reassignment(id: number): Promise<Reassignment> {
    return this.transport.read(`/v2/users/${id}/conversation-reassignment`)
  }

  setReassignment(id: number, change: ChangedReassignment, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/users/${id}/conversation-reassignment`, change, options)
  }
}
