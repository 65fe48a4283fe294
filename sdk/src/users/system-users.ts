import type {
  ChangedSystemUser,
  ListedSystemUser,
  NewSystemUser,
  SystemUserPage as PageSchema,
  SystemUser,
  SystemUserQuery,
} from "@deskhand/contract/people/user"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"

export type { ChangedSystemUser, ListedSystemUser, NewSystemUser, SystemUser }
export type SystemUserFilters = Filters<SystemUserQuery>
export type SystemUserPage = Static<typeof PageSchema>

/** AI agents and the like. */
export class SystemUsers extends List<SystemUserFilters, SystemUserPage, ListedSystemUser> {
  constructor(transport: Transport) {
    super(transport, "/v3/system-users")
  }

  get(id: number): Promise<SystemUser> {
    return this.transport.read(`/v3/system-users/${id}`)
  }

  create(user: NewSystemUser, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v3/system-users", user, options)
  }

  /** What is left out stays as it is. */
  change(id: number, user: ChangedSystemUser, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v3/system-users/${id}`, user, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v3/system-users/${id}`, options)
  }
}
