import type { FastifyRequest } from "fastify"
import { type Sql, sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import type { Authenticate } from "../http/server.ts"
import type { Viewer } from "../http/viewer.ts"
import { authorizationOf, badToken, bearerOf, refuseOtherSites, sessionCookieOf } from "./credentials.ts"
import { after, sessionMs, sessionRenewalMs, visitMs } from "./lifetimes.ts"
import { hashOf } from "./secrets.ts"
import type { VisitorRow, Visitors } from "./visitors.ts"

/** Finds out who asks: by bearer token, else by the session cookie. */
export function authenticating(visitors: Visitors): Authenticate {
  return async (request, desk) => {
    const authorization = authorizationOf(request)
    if (authorization !== undefined) return authenticateByToken(authorization, { visitors, request, desk })
    const cookie = sessionCookieOf(request)
    return cookie === undefined ? undefined : authenticateBySession(cookie, { visitors, request, desk })
  }
}

interface Visit {
  visitors: Visitors
  request: FastifyRequest
  desk: Desk
}

async function authenticateByToken(authorization: string, visit: Visit): Promise<Viewer> {
  const token = bearerOf(authorization)
  if (token === undefined) throw badToken("The Authorization header must read: Bearer TOKEN")
  const hash = hashOf(token)
  const row = await findVisitor(visit, `token ${hash.toString("hex")}`, {
    columns: sql`tokens.scope, tokens.expires_at, null::timestamptz as seen_at`,
    source: sql`
      tokens join users on users.id = tokens.user_id
      where tokens.hash = ${hash} and tokens.kind in ('access', 'personal') and tokens.revoked_at is null
        and users.type <> 'team'`,
  })
  if (!row) throw badToken("The token is unknown, expired or revoked, or its user is deactivated")
  noteVisit(row, visit)
  return viewerOf(row)
}

async function authenticateBySession(cookie: string, visit: Visit): Promise<Viewer | undefined> {
  const { request, desk } = visit
  const now = desk.now()
  const hash = hashOf(cookie)
  const row = await findVisitor(visit, `session ${hash.toString("hex")}`, {
    columns: sql`'full' as scope, sessions.expires_at, sessions.seen_at`,
    source: sql`
      sessions join users on users.id = sessions.user_id
      where sessions.hash = ${hash} and users.type = 'user'`,
  })
  if (!row) return undefined
  if (request.method !== "GET" && request.method !== "HEAD") refuseOtherSites(request, desk.config)
  noteVisit(row, visit)
  if (isOlder(row.seen_at, now, sessionRenewalMs)) {
    row.seen_at = now
    inBackground(request, () =>
      desk.db.run(sql`
        update sessions set seen_at = ${now}, expires_at = ${after(now, sessionMs)}
        where hash = ${hash} and seen_at < ${after(now, -sessionRenewalMs)}`),
    )
  }
  return viewerOf(row)
}

/** One statement on the primary. */
async function findVisitor(
  { visitors, desk }: Visit,
  key: string,
  { columns, source }: { columns: Sql; source: Sql },
): Promise<VisitorRow | undefined> {
  const row = await visitors.find(key, () =>
    desk.db.maybe(sql`
      select users.id as user_id, users.role, users.last_visit_at, ${columns},
        case when users.role in ('owner', 'admin') then array(select id from inboxes order by id)
          else array(select inbox_id from inbox_users where user_id = users.id order by inbox_id)
        end as inbox_ids
      from ${source} and users.deactivated_at is null`),
  )
  return row && (row.expires_at === null || row.expires_at > desk.now()) ? row : undefined
}

function viewerOf({ user_id, role, scope, inbox_ids }: VisitorRow): Viewer {
  return { userId: user_id, role, scope, inboxIds: inbox_ids }
}

function noteVisit(row: VisitorRow, { request, desk }: Visit): void {
  const now = desk.now()
  if (!isOlder(row.last_visit_at, now, visitMs)) return
  row.last_visit_at = now
  inBackground(request, () =>
    desk.db.run(sql`
      update users set last_visit_at = ${now}
      where id = ${row.user_id} and (last_visit_at is null or last_visit_at < ${after(now, -visitMs)})`),
  )
}

function isOlder(moment: Date | null, now: Date, durationMs: number): boolean {
  return moment === null || moment < after(now, -durationMs)
}

/** Nobody waits for these writes; a lost one is made up for by the next request. */
function inBackground(request: FastifyRequest, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => request.log.warn({ err: error }, "A visit could not be noted"))
}
