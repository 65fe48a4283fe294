import type { Team } from "@deskhand/contract/people/team"
import { link, timestamp } from "../http/hal.ts"
import type { UserRow } from "../users/queries.ts"

export function presentTeam(row: UserRow, origin: string): Team {
  const members = link(origin, `/v2/teams/${row.id}/members`)
  return {
    id: row.id,
    name: row.first_name,
    type: "team",
    timezone: row.timezone,
    ...(row.photo_url !== null && { photoUrl: row.photo_url }),
    initials: row.initials,
    mention: row.mention,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    // Client libraries follow either name.
    _links: { members, teamMembers: members },
  }
}
