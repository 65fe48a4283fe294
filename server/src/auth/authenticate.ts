import type { FastifyRequest } from "fastify"
import { type Db, type Sql, sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import type { Authenticate } from "../http/server.ts"
import type { Viewer } from "../http/viewer.ts"
import { authorizationOf, badToken, bearerOf, refuseOtherSites, sessionCookieOf } from "./credentials.ts"
import { after, sessionMs, sessionRenewalMs, visitMs } from "./lifetimes.ts"
import { hashOf } from "./secrets.ts"

/** Finds out who asks: by bearer token, else by the session cookie. */
export const authenticate: Authenticate = async (request, desk) => {
  const authorization = authorizationOf(request)
  if (authorization !== undefined) return authenticateByToken(authorization, { request, desk })
  const cookie = sessionCookieOf(request)
  return cookie === undefined ? undefined : authenticateBySession(cookie, { request, desk })
}

interface Visit {
  request: FastifyRequest
  desk: Desk
}

async function authenticateByToken(authorization: string, { request, desk }: Visit): Promise<Viewer> {
  const token = bearerOf(authorization)
  if (token === undefined) throw badToken("The Authorization header must read: Bearer TOKEN")
  const now = desk.now()
  const row = await findVisitor(
    desk.db,
    sql`tokens.scope, null::timestamptz as seen_at`,
    sql`
    tokens join users on users.id = tokens.user_id
    where tokens.hash = ${hashOf(token)} and tokens.kind in ('access', 'personal') and tokens.revoked_at is null
      and (tokens.expires_at is null or tokens.expires_at > ${now}) and users.type <> 'team'`,
  )
  if (!row) throw badToken("The token is unknown, expired or revoked, or its user is deactivated")
  noteVisit(row, { request, desk })
  return viewerOf(row)
}

async function authenticateBySession(cookie: string, { request, desk }: Visit): Promise<Viewer | undefined> {
  const now = desk.now()
  const hash = hashOf(cookie)
  const row = await findVisitor(
    desk.db,
    sql`'full' as scope, sessions.seen_at`,
    sql`
    sessions join users on users.id = sessions.user_id
    where sessions.hash = ${hash} and sessions.expires_at > ${now} and users.type = 'user'`,
  )
  if (!row) return undefined
  if (request.method !== "GET" && request.method !== "HEAD") refuseOtherSites(request, desk.config)
  noteVisit(row, { request, desk })
  if (isOlder(row.seen_at, now, sessionRenewalMs))
    inBackground(request, () =>
      desk.db.run(sql`
        update sessions set seen_at = ${now}, expires_at = ${after(now, sessionMs)}
        where hash = ${hash} and seen_at < ${after(now, -sessionRenewalMs)}`),
    )
  return viewerOf(row)
}

interface VisitorRow {
  user_id: number
  role: Viewer["role"]
  scope: Viewer["scope"]
  inbox_ids: number[]
  last_visit_at: Date | null
  seen_at: Date | null
}

/** One statement on the primary, kept nowhere: what is revoked is revoked for the next request on every node. */
function findVisitor(db: Db, columns: Sql, source: Sql): Promise<VisitorRow | undefined> {
  return db.maybe(sql`
    select users.id as user_id, users.role, users.last_visit_at, ${columns},
      case when users.role in ('owner', 'admin') then array(select id from inboxes order by id)
        else array(select inbox_id from inbox_users where user_id = users.id order by inbox_id)
      end as inbox_ids
    from ${source} and users.deactivated_at is null`)
}

function viewerOf({ user_id, role, scope, inbox_ids }: VisitorRow): Viewer {
  return { userId: user_id, role, scope, inboxIds: inbox_ids }
}

function noteVisit({ user_id, last_visit_at }: VisitorRow, { request, desk }: Visit): void {
  const now = desk.now()
  if (!isOlder(last_visit_at, now, visitMs)) return
  inBackground(request, () =>
    desk.db.run(sql`
      update users set last_visit_at = ${now}
      where id = ${user_id} and (last_visit_at is null or last_visit_at < ${after(now, -visitMs)})`),
  )
}

function isOlder(moment: Date | null, now: Date, durationMs: number): boolean {
  return moment === null || moment < after(now, -durationMs)
}

/** Nobody waits for these writes; a lost one is made up for by the next request. */
function inBackground(request: FastifyRequest, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => request.log.warn({ err: error }, "A visit could not be noted"))
}
