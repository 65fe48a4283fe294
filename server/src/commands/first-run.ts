import { hashPassword, newOneTimePassword } from "../auth/sessions/passwords.ts"
import { issuePersonalToken } from "../auth/tokens/personal-tokens.ts"
import type { Config } from "../config.ts"
import { type Database, type Db, sql } from "../db/db.ts"
import { unnamed } from "../users/rules.ts"

export interface Owner {
  id: number
  email: string
  password: string
  token: string
}

/** Makes the owner of a desk that has none yet; nothing on every later start. */
export async function makeOwner(db: Database, config: Config): Promise<Owner | undefined> {
  // Hashing a password takes longer than everything else that a later start does.
  if (await hasOwner(db)) return undefined
  const password = newOneTimePassword()
  const hash = await hashPassword(password)
  return db.transaction(async (db) => {
    await db.run(sql`select from account for update`)
    if (await hasOwner(db)) return undefined
    const { id } = await db.one<{ id: number }>(sql`
      insert into users (type, first_name, last_name, email, role, initials, mention, password_hash, password_one_time)
      values ('user', ${unnamed.firstName}, ${unnamed.lastName}, ${config.ownerEmail}, 'owner', 'DO', 'owner', ${hash}, true) returning id`)
    await db.run(sql`insert into user_statuses (user_id, email_performed_by_id) values (${id}, ${id})`)
    const { token } = await issuePersonalToken(db, { userId: id, name: "First start", scope: "administration" })
    return { id, email: config.ownerEmail, password, token }
  })
}

async function hasOwner(db: Db): Promise<boolean> {
  return (await db.maybe(sql`select from users where role = 'owner'`)) !== undefined
}
