import type { ListedSystemUser, SystemUserPage as PageSchema, SystemUser } from "@deskhand/contract/user"
import type { Static } from "typebox"
import { List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"

export type { ListedSystemUser, SystemUser }
export type SystemUserPage = Static<typeof PageSchema>

/** AI agents and the like. */
export class SystemUsers extends List<PageFilters, SystemUserPage, ListedSystemUser> {
  constructor(transport: Transport) {
    super(transport, "/v3/system-users")
  }

  get(id: number): Promise<SystemUser> {
    return this.transport.read(`/v3/system-users/${id}`)
  }
}
