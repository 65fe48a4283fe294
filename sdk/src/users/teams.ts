import type { ChangedMembers, ChangedTeam, NewTeam, TeamPage as PageSchema, Team } from "@deskhand/contract/people/team"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"
import type { ListedUser, UserPage } from "./users.ts"

export type { ChangedMembers, ChangedTeam, NewTeam, Team }
export type TeamPage = Static<typeof PageSchema>

export class Teams extends List<PageFilters, TeamPage, Team> {
  constructor(transport: Transport) {
    super(transport, "/v2/teams")
  }

  get(id: number): Promise<Team> {
    return this.transport.read(`/v2/teams/${id}`)
  }

  create(team: NewTeam, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/teams", team, options)
  }

  /** What is left out stays as it is. */
  change(id: number, team: ChangedTeam, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/teams/${id}`, team, options)
  }

  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/teams/${id}`, options)
  }

  changeMembers(id: number, members: ChangedMembers, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/teams/${id}/members`, members, options)
  }

  members(id: number): List<PageFilters, UserPage, ListedUser> {
    return new List(this.transport, `/v2/teams/${id}/members`)
  }
}
