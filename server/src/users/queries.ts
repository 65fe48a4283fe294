import type { Role } from "@deskhand/contract/people/user"
import { type Db, empty, type Sql, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

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

export const userColumns = sql`id, type, first_name, last_name, email, role, timezone, photo_url, initials, mention, job_title, phone,
  alternate_emails, last_visit_at, created_at, updated_at`

/** Whoever can be assigned to, teams too: the links of assignees lead here. */
export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.maybe(sql`select ${userColumns} from users where id = ${id} and deactivated_at is null`)
}

export interface UserFilter {
  viewer: Viewer
  email: string | undefined
  inboxId: number | undefined
}

/** People only: system users have a list of their own, and so have teams. */
export function listUsers(db: Db, filter: UserFilter, page: PageRequest): Promise<UserRow[]> {
  return db.many(sql`select ${userColumns} from users where ${matching(filter)} order by ${byName}, id ${rowsOf(page)}`)
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from users where ${matching(filter)}`)).total
}

export const byName = sql`lower(first_name), lower(last_name)`

function matching({ viewer, email, inboxId }: UserFilter): Sql {
  return sql`type = 'user' and deactivated_at is null
    ${email === undefined ? empty : sql`and lower(email) = lower(${email})`} ${entering({ viewer, inboxId })}`
}

function entering({ viewer, inboxId }: Omit<UserFilter, "email">): Sql {
  return inboxId === undefined ? empty : sql`and ${visibleTo(viewer, sql`${inboxId}`)} and ${mayEnter(inboxId)}`
}

/** Owners and admins see every inbox without having been given it. */
export function mayEnter(inboxId: number | Sql): Sql {
  return sql`(role in ('owner', 'admin')
    or exists (select from inbox_users where inbox_id = ${inboxId} and user_id = users.id))`
}

const activeSystemUser = sql`type = 'system_user' and deactivated_at is null`

export function listSystemUsers(db: Db, filter: Omit<UserFilter, "email">, page: PageRequest): Promise<UserRow[]> {
  return db.many(sql`
    select ${userColumns} from users where ${activeSystemUser} ${entering(filter)} order by ${byName}, id ${rowsOf(page)}`)
}

export async function countSystemUsers(db: Db, filter: Omit<UserFilter, "email">): Promise<number> {
  return (
    await db.one<{ total: number }>(sql`
      select count(*) as total from users where ${activeSystemUser} ${entering(filter)}`)
  ).total
}

export function findSystemUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.maybe(sql`select ${userColumns} from users where id = ${id} and ${activeSystemUser}`)
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
