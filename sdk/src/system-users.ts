import type {
  ChangedSystemUser,
  ListedSystemUser,
  NewSystemUser,
  SystemUserPage as PageSchema,
  SystemUser,
} from "@deskhand/contract/user"
import type { Static } from "typebox"
import { List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export type { ChangedSystemUser, ListedSystemUser, NewSystemUser, SystemUser }
export type SystemUserPage = Static<typeof PageSchema>

/** AI agents and the like. */
export class SystemUsers extends List<PageFilters, SystemUserPage, ListedSystemUser> {
  constructor(transport: Transport) {
    super(transport, "/v3/system-users")
  }

  get(id: number): Promise<SystemUser> {
    return this.transport.read(`/v3/system-users/${id}`)
  }

  async create(user: NewSystemUser, options: CreateOptions = {}): Promise<Created> {
    const headers = createHeaders(options)
    return createdOf(await this.transport.send("POST", "/v3/system-users", { json: user, headers }))
  }

  /** What is left out stays as it is. */
  async change(id: number, user: ChangedSystemUser, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v3/system-users/${id}`, { json: user, headers: writeHeaders(options) })
  }

  async delete(id: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `/v3/system-users/${id}`, { headers: writeHeaders(options) })
  }
}
