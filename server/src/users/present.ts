import type { Person } from "@deskhand/contract/common"
import type { ListedSystemUser, ListedUser, SystemUser, User } from "@deskhand/contract/people/user"
import type { Static } from "typebox"
import { link, timestamp } from "../http/hal.ts"
import type { PersonRow, UserRow } from "./queries.ts"

export type Version = 2 | 3

export function presentUser(row: UserRow, origin: string): User {
  return { ...presentListedUser(row, origin), ...visitOf(row) }
}

/** As one of several: when they last came is told only of a user that is read alone. */
export function presentListedUser(row: UserRow, origin: string): ListedUser {
  return {
    ...profileOf(row),
    type: row.type === "team" ? "team" : "user",
    _links: { self: link(origin, `/v2/users/${row.id}`) },
  }
}

export function presentSystemUser(row: UserRow, origin: string): SystemUser {
  return { ...presentListedSystemUser(row, origin), ...visitOf(row) }
}

export function presentListedSystemUser(row: UserRow, origin: string): ListedSystemUser {
  return {
    ...profileOf(row),
    type: "system_user",
    _links: { self: link(origin, `/v3/system-users/${row.id}`) },
  }
}

function profileOf(row: UserRow): Omit<ListedUser, "type" | "_links"> {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    ...(row.email !== null && { email: row.email }),
    ...(row.role !== null && { role: row.role }),
    timezone: row.timezone,
    ...(row.photo_url !== null && { photoUrl: row.photo_url }),
    initials: row.initials,
    mention: row.mention,
    ...(row.job_title !== null && { jobTitle: row.job_title }),
    ...(row.phone !== null && { phone: row.phone }),
    alternateEmails: row.alternate_emails,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

function visitOf(row: UserRow): Pick<User, "lastVisit"> {
  return { lastVisit: row.last_visit_at && timestamp(row.last_visit_at) }
}

/** Version 2 calls a system user a user; version 3 tells. */
export function presentPerson(row: PersonRow, version: Version): Static<typeof Person> {
  return {
    id: row.id,
    type: version === 2 && row.type === "system_user" ? "user" : row.type,
    first: row.first_name,
    last: row.last_name,
    ...(row.email !== null && { email: row.email }),
    ...(row.photo_url !== null && { photoUrl: row.photo_url }),
  }
}
