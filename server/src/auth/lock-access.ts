import type { FastifyRequest } from "fastify"
import { type Db, sql } from "../db/db.ts"
import { badToken, bearerOf, sessionCookieOf } from "./credentials.ts"
import { hashOf } from "./secrets.ts"

/**
 * Refuses a request whose token or session has ended since it was admitted. To be called first in a transaction that
 * makes something which outlives that access, such as a token: a password reset waits for it, or it waits for the reset
 * and is refused.
 */
export async function lockAccess(
  db: Db,
  { userId, request, now }: { userId: number; request: FastifyRequest; now: Date },
): Promise<void> {
  await db.run(sql`select from users where id = ${userId} for share`)
  const bearer = bearerOf(request.headers.authorization ?? "")
  const session = bearer === undefined ? sessionCookieOf(request) : undefined
  const held = await db.maybe(
    session === undefined
      ? sql`select from tokens where hash = ${hashOf(bearer ?? "")} and user_id = ${userId} and revoked_at is null`
      : sql`select from sessions where hash = ${hashOf(session)} and user_id = ${userId} and expires_at > ${now}`,
  )
  if (!held) throw badToken("The token or the session that this request came with has ended")
}
