import { type Db, sql } from "../db/db.ts"
import { type UserRow, userColumns } from "./queries.ts"

/** Makes one after the other, so that addresses and handles are still free when they are taken. Rarely anybody waits. */
export async function lockNames(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('users'))`)
}

export interface LockedUser extends UserRow {
  deactivated: boolean
}

export function lockUserRow(db: Db, id: number, type: UserRow["type"]): Promise<LockedUser | undefined> {
  return db.maybe(sql`
    select ${userColumns}, deactivated_at is not null as deactivated from users
    where id = ${id} and type = ${type} for no key update`)
}

export function findHolder(db: Db, email: string): Promise<{ id: number; deactivated: boolean } | undefined> {
  return db.maybe(
    sql`select id, deactivated_at is not null as deactivated from users where lower(email) = lower(${email})`,
  )
}

/** The handle itself, or with the first number behind it that nobody has. */
export async function freeMention(db: Db, wanted: string): Promise<string> {
  const rows = await db.many<{ mention: string }>(sql`
    select lower(mention) as mention from users where starts_with(lower(mention), ${wanted})`)
  const taken = new Set(rows.map(({ mention }) => mention))
  let free = wanted
  for (let number = 2; taken.has(free); number++) free = `${wanted}${number}`
  return free
}

export interface NewUserRow {
  type: UserRow["type"]
  firstName: string
  lastName: string
  email: string | null
  role: UserRow["role"]
  timezone: string
  initials: string
  mention: string
  jobTitle: string | null
  phone: string | null
  now: Date
}

export async function insertUser(db: Db, user: NewUserRow): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into users (type, first_name, last_name, email, role, timezone, initials, mention, job_title, phone,
      created_at, updated_at)
    values (${user.type}, ${user.firstName}, ${user.lastName}, ${user.email}, ${user.role}, ${user.timezone},
      ${user.initials}, ${user.mention}, ${user.jobTitle}, ${user.phone}, ${user.now}, ${user.now}) returning id`)
  return id
}

export async function updateUser(
  db: Db,
  user: Omit<NewUserRow, "type" | "mention"> & { id: number; active: boolean },
): Promise<void> {
  await db.run(sql`
    update users set first_name = ${user.firstName}, last_name = ${user.lastName}, email = ${user.email},
      role = ${user.role}, timezone = ${user.timezone}, initials = ${user.initials}, job_title = ${user.jobTitle},
      phone = ${user.phone}, updated_at = ${user.now},
      deactivated_at = case when ${user.active} then null else deactivated_at end
    where id = ${user.id}`)
}

/** What they did stays, and so do their handle and address. Nothing new is given to them. */
export async function deactivateUser(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update users set deactivated_at = ${now}, updated_at = ${now} where id = ${id}`)
  await db.run(sql`update inboxes set default_assignee_id = null where default_assignee_id = ${id}`)
}

/** Light users have none. */
export async function deleteStatus(db: Db, userId: number): Promise<void> {
  await db.run(sql`delete from user_statuses where user_id = ${userId}`)
}

/** Active people and system users among those named, held so that none leaves meanwhile. */
export async function lockPeople(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db.many<{ id: number }>(sql`
    select id from users where id = any(${ids}::bigint[]) and type <> 'team' and deactivated_at is null
    order by id for share`)
  return new Set(rows.map(({ id }) => id))
}

/** Those there are, held so that none goes meanwhile. */
export async function lockInboxIds(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db.many<{ id: number }>(sql`
    select id from inboxes where id = any(${ids}::bigint[]) order by id for key share`)
  return new Set(rows.map(({ id }) => id))
}

/** Who stays where they were keeps their chat status there. */
export async function updateAccess(
  db: Db,
  { userId, inboxIds, now }: { userId: number; inboxIds: number[]; now: Date },
): Promise<{ added: number[]; removed: number[] }> {
  const removed = await db.many<{ id: number }>(sql`
    delete from inbox_users where user_id = ${userId} and inbox_id <> all(${inboxIds}::bigint[]) returning inbox_id as id`)
  const added = await db.many<{ id: number }>(sql`
    insert into inbox_users (inbox_id, user_id, created_at)
    select id, ${userId}, ${now} from unnest(${inboxIds}::bigint[]) as id order by id
    on conflict do nothing returning inbox_id as id`)
  return { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) }
}
