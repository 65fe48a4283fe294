import { type Db, sql } from "../../db/db.ts"
import { DeskError, forbidden, notFound } from "../../errors.ts"
import { signChanges } from "../../events/record.ts"
import type { PageRequest } from "../../http/hal.ts"
import { administers, isWithin, type Scope, type Viewer } from "../../http/viewer.ts"
import { tellAccessEnded } from "../endings.ts"
import { findToken } from "../queries.ts"
import { hashOf, newSecret } from "../secrets.ts"

export interface NewToken {
  userId: number
  name: string
  scope: Scope
  now?: Date
}

/** The token is in the answer and nowhere else: only its hash is kept. */
export async function issuePersonalToken(db: Db, token: NewToken): Promise<{ id: number; token: string }> {
  const secret = newSecret("personal")
  const row = await db.maybe<{ id: number }>(sql`
    insert into tokens (hash, kind, user_id, name, scope, created_at)
    select ${hashOf(secret)}, 'personal', id, ${token.name}, ${token.scope}, ${token.now ?? new Date()}
    from users where id = ${token.userId} and type <> 'team' and deactivated_at is null
    returning id`)
  if (!row) throw new DeskError(400, "validation", "Only an active user can have a token")
  return { id: row.id, token: secret }
}

export interface TokenWish {
  viewer: Viewer
  /** What the viewer came with, when it was not a session. */
  bearer: string | undefined
  name: string
  scope: Scope | undefined
  now: Date
}

/** Never wider than what asks for it, and not for apps: the token would outlive the consent that the app lives on. */
export async function issueOwnToken(db: Db, wish: TokenWish): Promise<{ id: number; token: string }> {
  const { viewer, bearer, name, now } = wish
  const scope = wish.scope ?? (isWithin("full", viewer.scope) ? "full" : viewer.scope)
  refuseReadOnly(viewer)
  if (scope === "administration" && !administers(viewer))
    throw forbidden("Only owners and admins have tokens that administer the desk")
  if (!isWithin(scope, viewer.scope))
    throw forbidden(`A token that is ${viewer.scope} cannot make one that is ${scope}`)
  const issuer = bearer === undefined ? undefined : await findToken(db, hashOf(bearer))
  if (issuer?.kind === "access") throw forbidden("An app cannot make personal tokens; sign in, or use a personal token")
  const { userId } = viewer
  return db.transaction(async (db) => {
    const issued = await issuePersonalToken(db, { userId, name: name.trim() || name, scope, now })
    await signChanges(db, userId)
    return issued
  })
}

export async function deleteOwnPersonalToken(db: Db, viewer: Viewer, id: number): Promise<void> {
  refuseReadOnly(viewer)
  await db.transaction(async (db) => {
    const deleted = await db.run(sql`
      delete from tokens where id = ${id} and user_id = ${viewer.userId} and kind = 'personal'`)
    if (deleted === 0) throw notFound()
    await signChanges(db, viewer.userId)
    await tellAccessEnded(db, viewer.userId)
  })
}

export function refuseReadOnly(viewer: Viewer): void {
  if (viewer.scope === "read-only") throw forbidden("A read-only token changes nothing")
}

export interface PersonalTokenRow {
  id: number
  name: string
  scope: Scope
  created_at: Date
}

export function listPersonalTokens(db: Db, userId: number, page: PageRequest): Promise<PersonalTokenRow[]> {
  return db.many(sql`
    select id, name, scope, created_at from tokens where user_id = ${userId} and kind = 'personal'
    order by id desc limit ${page.size} offset ${(page.number - 1) * page.size}`)
}

export async function countPersonalTokens(db: Db, userId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from tokens where user_id = ${userId} and kind = 'personal'`,
  )
  return total
}
