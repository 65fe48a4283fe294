import { type Db, sql } from "../db/db.ts"

export interface SetupRow {
  first_name: string
  last_name: string
  email: string
  password_one_time: boolean
  desk_name: string
  sample_conversations: number
}

/** Nothing when it is closed, or when they are not the owner. */
export function findOpenSetup(db: Db, userId: number): Promise<SetupRow | undefined> {
  return db.maybe(sql`
    select first_name, last_name, email, password_one_time, account.name as desk_name,
      (select count(*) from sample_rows where table_name = 'conversations') as sample_conversations
    from users cross join account
    where users.id = ${userId} and role = 'owner' and account.set_up_at is null`)
}

/** Of two who come at once, the later one waits here and finds it closed. */
export async function lockSetup(db: Db): Promise<boolean> {
  const { open } = await db.one<{ open: boolean }>(sql`select set_up_at is null as open from account for no key update`)
  return open
}

export async function updateSetUp(db: Db, { name, now }: { name: string; now: Date }): Promise<void> {
  await db.run(sql`update account set name = ${name}, set_up_at = ${now}`)
}

export async function isPasswordOneTime(db: Db, userId: number): Promise<boolean> {
  const { one_time: oneTime } = await db.one<{ one_time: boolean }>(
    sql`select password_one_time as one_time from users where id = ${userId}`,
  )
  return oneTime
}
