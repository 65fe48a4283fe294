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

export async function updateTeam(
  db: Db,
  team: { id: number; name: string; initials: string; timezone: string; now: Date },
): Promise<void> {
  await db.run(sql`update users set first_name = ${team.name}, initials = ${team.initials},
    timezone = ${team.timezone}, updated_at = ${team.now} where id = ${team.id}`)
}

export async function updateMembers(
  db: Db,
  { teamId, added, removed, now }: { teamId: number; added: number[]; removed: number[]; now: Date },
): Promise<void> {
  await db.run(sql`delete from team_members where team_id = ${teamId} and user_id = any(${removed}::bigint[])`)
  await db.run(sql`
    insert into team_members (team_id, user_id, created_at)
    select ${teamId}, id, ${now} from unnest(${added}::bigint[]) as id order by id on conflict do nothing`)
  await db.run(sql`update users set updated_at = ${now} where id = ${teamId}`)
}

export async function deleteTeamFolders(db: Db, teamId: number): Promise<void> {
  await db.run(sql`delete from folders where team_id = ${teamId}`)
}
