import type { Person } from "@deskhand/contract/common"
import type { User } from "@deskhand/contract/user"
import type { Static } from "typebox"
import { link, timestamp } from "../http/hal.ts"
import type { PersonRow, UserRow } from "./queries.ts"

export type Version = 2 | 3

export function presentUser(row: UserRow, origin: string): User {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    ...(row.email !== null && { email: row.email }),
    ...(row.role !== null && { role: row.role }),
    timezone: row.timezone,
    type: row.type === "team" ? "team" : "user",
    ...(row.photo_url !== null && { photoUrl: row.photo_url }),
    initials: row.initials,
    mention: row.mention,
    ...(row.job_title !== null && { jobTitle: row.job_title }),
    ...(row.phone !== null && { phone: row.phone }),
    alternateEmails: row.alternate_emails,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    lastVisit: row.last_visit_at && timestamp(row.last_visit_at),
    _links: { self: link(origin, `/v2/users/${row.id}`) },
  }
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
