import { type Db, sql } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import type { PageRequest } from "../../http/hal.ts"
import type { Viewer } from "../../http/viewer.ts"
import { tellAccessEnded } from "../endings.ts"
import { hashOf } from "../secrets.ts"
import { refuseReadOnly } from "../tokens/personal-tokens.ts"

export interface OwnSessionRow {
  id: number
  hash: Buffer
  address: string
  user_agent: string
  created_at: Date
  seen_at: Date
  expires_at: Date
}

interface Own {
  userId: number
  now: Date
}

export function listSessions(db: Db, { userId, now }: Own, page: PageRequest): Promise<OwnSessionRow[]> {
  return db.many(sql`
    select id, hash, address, user_agent, created_at, seen_at, expires_at from sessions
    where user_id = ${userId} and expires_at > ${now}
    order by seen_at desc, id desc limit ${page.size} offset ${(page.number - 1) * page.size}`)
}

export async function countSessions(db: Db, { userId, now }: Own): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from sessions where user_id = ${userId} and expires_at > ${now}`,
  )
  return total
}

/** Signs one of their browsers out; its streams end at once. */
export function endOwnSession(db: Db, viewer: Viewer, id: number): Promise<void> {
  refuseReadOnly(viewer)
  return db.transaction(async (db) => {
    const ended = await db.run(sql`delete from sessions where id = ${id} and user_id = ${viewer.userId}`)
    if (ended === 0) throw notFound()
    await tellAccessEnded(db, viewer.userId)
  })
}

/** All but the one that asks, where it is one. */
export function endOtherSessions(db: Db, viewer: Viewer, session: string | undefined): Promise<void> {
  refuseReadOnly(viewer)
  const kept = session === undefined ? null : hashOf(session)
  return db.transaction(async (db) => {
    await db.run(sql`delete from sessions where user_id = ${viewer.userId} and hash is distinct from ${kept}::bytea`)
    await tellAccessEnded(db, viewer.userId)
  })
}
