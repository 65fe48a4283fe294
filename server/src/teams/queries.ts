import { type Db, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import { byName, type UserRow, userColumns } from "../users/queries.ts"

const activeTeam = sql`type = 'team' and deactivated_at is null`

export function listTeams(db: Db, page: PageRequest): Promise<UserRow[]> {
  return db.many(sql`select ${userColumns} from users where ${activeTeam} order by ${byName}, id ${rowsOf(page)}`)
}

export async function countTeams(db: Db): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from users where ${activeTeam}`)).total
}

export function findTeam(db: Db, id: number): Promise<UserRow | undefined> {
  return db.maybe(sql`select ${userColumns} from users where id = ${id} and ${activeTeam}`)
}

function activeMember(teamId: number) {
  return sql`deactivated_at is null
    and exists (select from team_members where team_id = ${teamId} and user_id = users.id)`
}

export function listTeamMembers(db: Db, teamId: number, page: PageRequest): Promise<UserRow[]> {
  return db.many(
    sql`select ${userColumns} from users where ${activeMember(teamId)} order by ${byName}, id ${rowsOf(page)}`,
  )
}

export async function countTeamMembers(db: Db, teamId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from users where ${activeMember(teamId)}`,
  )
  return total
}
