import type { TeamPage as PageSchema, Team } from "@deskhand/contract/team"
import type { Static } from "typebox"
import { List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"
import type { ListedUser, UserPage } from "./users.ts"

export type { Team }
export type TeamPage = Static<typeof PageSchema>

export class Teams extends List<PageFilters, TeamPage, Team> {
  constructor(transport: Transport) {
    super(transport, "/v2/teams")
  }

  members(id: number): List<PageFilters, UserPage, ListedUser> {
    return new List(this.transport, `/v2/teams/${id}/members`)
  }
}
