import type { Role } from "@deskhand/contract/user"
import { type Db, sql } from "../db/db.ts"

export interface UserRow {
  id: number
  type: "user" | "system_user" | "team"
  first_name: string
  last_name: string
  email: string | null
  role: Role | null
  timezone: string
  photo_url: string | null
  initials: string
  mention: string
  job_title: string | null
  phone: string | null
  alternate_emails: string[]
  last_visit_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`id, type, first_name, last_name, email, role, timezone, photo_url, initials, mention, job_title, phone,
  alternate_emails, last_visit_at, created_at, updated_at`

/** People and system users that are still active; teams are found among the teams. */
export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.maybe(sql`select ${columns} from users where id = ${id} and type <> 'team' and deactivated_at is null`)
}

export type PersonRow = Pick<UserRow, "id" | "type" | "first_name" | "last_name" | "email" | "photo_url">

/** Those who stand on conversations, by id; deactivated ones too, because what they did remains. */
export async function mapPeople(db: Db, ids: Iterable<number>): Promise<Map<number, PersonRow>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await db.many<PersonRow>(
    sql`select id, type, first_name, last_name, email, photo_url from users where id = any(${wanted}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
