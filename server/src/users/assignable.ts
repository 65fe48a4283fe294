import { type Db, type Sql, sql } from "../db/db.ts"
import { invalid } from "../errors.ts"
import { mayEnter } from "./queries.ts"

/** Who can work in an inbox: active people and system users with access to it; light users only read and note. */
export async function worksIn(db: Db, userId: number, inboxId: number): Promise<boolean> {
  const found = await db.maybe(sql`
    select from users where id = ${userId} and deactivated_at is null and type <> 'team' and role <> 'light user'
      and ${mayEnter(inboxId)}`)
  return found !== undefined
}

/** Refuses a user in whose name nothing can be written in this inbox. */
export async function refuseStranger(db: Db, user: { id: number; path: string }, inboxId: number): Promise<void> {
  if (await worksIn(db, user.id, inboxId)) return
  const message = "must be an active user with access to the inbox"
  throw invalid({ path: user.path, message, rejectedValue: user.id, source: "JSON" })
}

/** Teams can be assigned to as well, in every inbox. */
export async function canBeAssigned(db: Db, id: number, inboxId: number): Promise<boolean> {
  return (await canEachBeAssigned(db, [{ id, inboxId }]))[0] === true
}

/** In their order. */
export async function canEachBeAssigned(db: Db, wanted: { id: number; inboxId: number }[]): Promise<boolean[]> {
  if (wanted.length === 0) return []
  const rows = await db.many<{ place: number }>(sql`
    select place
    from unnest((select ${wanted.map(({ id }) => id)}::bigint[]), (select ${wanted.map(({ inboxId }) => inboxId)}::bigint[]))
      with ordinality as wanted (user_id, wanted_inbox_id, place)
    join users on users.id = wanted.user_id and ${assignable(sql`wanted_inbox_id`)}`)
  const places = new Set(rows.map(({ place }) => place))
  return wanted.map((_, index) => places.has(index + 1))
}

function assignable(inboxId: Sql): Sql {
  return sql`deactivated_at is null and (type = 'team' or role <> 'light user' and ${mayEnter(inboxId)})`
}

export async function refuseUnassignable(db: Db, user: { id: number; path: string }, inboxId: number): Promise<void> {
  if (await canBeAssigned(db, user.id, inboxId)) return
  throw invalid({ path: user.path, message: assignableSentence, rejectedValue: user.id, source: "JSON" })
}

export const assignableSentence = "must be a team, or an active user with access to the inbox who is no light user"
