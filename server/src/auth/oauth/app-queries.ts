import type { Role } from "@deskhand/contract/people/user"
import { type Db, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"

export interface ListedAppRow {
  id: number
  name: string
  client_id: string
  is_public: boolean
  redirect_uris: string[]
  user_id: number
  administration: boolean
  people: number
  created_at: Date
}

/** What still lets somebody's app in: a refresh token that works, or an access token that has not run out. */
const holds = sql`tokens.app_id = apps.id and used_at is null and revoked_at is null and expires_at > `

const columns = (
  now: Date,
) => sql`id, name, client_id, client_secret_hash is null as is_public, redirect_uris, user_id, administration,
  created_at, (select count(distinct tokens.user_id) from tokens where ${holds} ${now}) as people`

export function listApps(db: Db, now: Date, page: PageRequest): Promise<ListedAppRow[]> {
  return db.many(sql`select ${columns(now)} from apps order by lower(name), id ${rowsOf(page)}`)
}

export async function countApps(db: Db): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from apps`)).total
}

export function findListedApp(db: Db, id: number, now: Date): Promise<ListedAppRow | undefined> {
  return db.maybe(sql`select ${columns(now)} from apps where id = ${id}`)
}

export interface AppUserRow {
  user_id: number
  since: Date
  until: Date | null
}

export function listAppUsers(
  db: Db,
  id: number,
  { now, page }: { now: Date; page: PageRequest },
): Promise<AppUserRow[]> {
  return db.many(sql`
    select tokens.user_id, min(tokens.created_at) as since, max(consent_ends_at) as until from apps join tokens on ${holds} ${now}
    where apps.id = ${id} group by 1 order by 1 ${rowsOf(page)}`)
}

export async function lockApp(
  db: Db,
  id: number,
): Promise<{ is_public: boolean; administration: boolean } | undefined> {
  return db.maybe(
    sql`select client_secret_hash is null as is_public, administration from apps where id = ${id} for update`,
  )
}

/** Those for whom it acts on its own, and those who have given it access that still holds. */
export function listActedFor(db: Db, id: number, now: Date): Promise<{ id: number; role: Role | null }[]> {
  return db.many(sql`
    select users.id, role from apps join users on users.id = apps.user_id where apps.id = ${id}
    union select users.id, role from apps join tokens on ${holds} ${now} join users on users.id = tokens.user_id
      where apps.id = ${id}`)
}

/** What it was given with this right goes on without it. */
export async function withdrawAdministration(db: Db, id: number): Promise<void> {
  await db.run(sql`update tokens set scope = 'full' where app_id = ${id} and scope = 'administration'`)
  await db.run(sql`update authorization_codes set scope = 'full' where app_id = ${id} and scope = 'administration'`)
}

/** All whom it acts for or may. */
export async function listAffected(db: Db, id: number): Promise<number[]> {
  const rows = await db.many<{ user_id: number }>(sql`
    select user_id from apps where id = ${id} union select user_id from tokens where app_id = ${id}`)
  return rows.map((row) => row.user_id)
}
