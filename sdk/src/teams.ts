import type { ChangedMembers, ChangedTeam, NewTeam, TeamPage as PageSchema, Team } from "@deskhand/contract/team"
import type { Static } from "typebox"
import { List, type PageFilters } from "./list.ts"
import type { Transport } from "./transport.ts"
import type { ListedUser, UserPage } from "./users.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export type { ChangedMembers, ChangedTeam, NewTeam, Team }
export type TeamPage = Static<typeof PageSchema>

export class Teams extends List<PageFilters, TeamPage, Team> {
  constructor(transport: Transport) {
    super(transport, "/v2/teams")
  }

  get(id: number): Promise<Team> {
    return this.transport.read(`/v2/teams/${id}`)
  }

  async create(team: NewTeam, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.transport.send("POST", "/v2/teams", { json: team, headers: createHeaders(options) }))
  }

  /** What is left out stays as it is. */
  async change(id: number, team: ChangedTeam, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v2/teams/${id}`, { json: team, headers: writeHeaders(options) })
  }

  async delete(id: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `/v2/teams/${id}`, { headers: writeHeaders(options) })
  }

  async changeMembers(id: number, members: ChangedMembers, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v2/teams/${id}/members`, { json: members, headers: writeHeaders(options) })
  }

  members(id: number): List<PageFilters, UserPage, ListedUser> {
    return new List(this.transport, `/v2/teams/${id}/members`)
  }
}
