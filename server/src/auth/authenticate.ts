import type { FastifyRequest } from "fastify"
import { type Sql, sql } from "../db/db.ts"
import type { Authenticate } from "../http/admit.ts"
import type { Desk } from "../http/route.ts"
import type { Viewer } from "../http/viewer.ts"
import type { AuthCache, ViewerRow } from "./auth-cache.ts"
import { authorizationOf, badToken, bearerOf, refuseOtherSites, sessionCookieOf } from "./credentials.ts"
import { after, sessionMs, sessionRenewalMs, visitMs } from "./lifetimes.ts"
import { hashOf } from "./secrets.ts"
import { inboxIdsOf } from "./viewers.ts"

/** Finds out who asks: by bearer token, else by the session cookie. */
export function authenticating(cache: AuthCache): Authenticate {
  return (request, desk) => {
    const authorization = authorizationOf(request)
    if (authorization !== undefined) return authenticateByToken(authorization, { cache, request, desk })
    const cookie = sessionCookieOf(request)
    return cookie === undefined ? undefined : authenticateBySession(cookie, { cache, request, desk })
  }
}

interface Visit {
  cache: AuthCache
  request: FastifyRequest
  desk: Desk
}

function authenticateByToken(authorization: string, visit: Visit): Viewer | Promise<Viewer> {
  const token = bearerOf(authorization)
  if (token === undefined) throw badToken("The Authorization header must read: Bearer TOKEN")
  const row = visit.cache.find(token, () => findByToken(token, visit))
  return row instanceof Promise ? row.then((found) => viewerByToken(found, visit)) : viewerByToken(row, visit)
}

function findByToken(token: string, { desk }: Visit): Promise<ViewerRow | undefined> {
  return findVisitor(desk, {
    columns: sql`tokens.scope, tokens.expires_at, null::timestamptz as seen_at, tokens.kind = 'access' and not exists (
      select from tokens as refresh where refresh.family = tokens.family and refresh.kind = 'refresh') as is_app`,
    source: sql`
      tokens join users on users.id = tokens.user_id
      where tokens.hash = ${hashOf(token)} and tokens.kind in ('access', 'personal') and tokens.revoked_at is null
        and users.type <> 'team'`,
  })
}

function viewerByToken(row: ViewerRow | undefined, visit: Visit): Viewer {
  if (!row || isOver(row, visit)) throw badToken("The token is unknown, expired or revoked, or its user is deactivated")
  noteVisit(row, visit)
  return viewerOf(row)
}

function authenticateBySession(cookie: string, visit: Visit): Viewer | undefined | Promise<Viewer | undefined> {
  // No token has a space in it, and so none can pass for a session.
  const row = visit.cache.find(`session ${cookie}`, () => findBySession(cookie, visit))
  return row instanceof Promise
    ? row.then((found) => viewerBySession(found, cookie, visit))
    : viewerBySession(row, cookie, visit)
}

function findBySession(cookie: string, { desk }: Visit): Promise<ViewerRow | undefined> {
  return findVisitor(desk, {
    columns: sql`'administration' as scope, sessions.expires_at, sessions.seen_at, false as is_app`,
    source: sql`
      sessions join users on users.id = sessions.user_id
      where sessions.hash = ${hashOf(cookie)} and users.type = 'user'`,
  })
}

function viewerBySession(row: ViewerRow | undefined, cookie: string, visit: Visit): Viewer | undefined {
  const { request, desk } = visit
  if (!row || isOver(row, visit)) return undefined
  if (request.method !== "GET" && request.method !== "HEAD") refuseOtherSites(request, desk.config)
  noteVisit(row, visit)
  const now = desk.now()
  if (isOlder(row.seen_at, now, sessionRenewalMs)) {
    row.seen_at = now
    inBackground(request, () =>
      desk.db.run(sql`
        update sessions set seen_at = ${now}, expires_at = ${after(now, sessionMs)}
        where hash = ${hashOf(cookie)} and seen_at < ${after(now, -sessionRenewalMs)}`),
    )
  }
  return { ...viewerOf(row), hasSession: true }
}

/** One statement on the primary. */
function findVisitor(desk: Desk, { columns, source }: { columns: Sql; source: Sql }): Promise<ViewerRow | undefined> {
  return desk.db.maybe(sql`
    select users.id as user_id, users.role, users.last_visit_at, ${columns},
      ${inboxIdsOf} as inbox_ids
    from ${source} and users.deactivated_at is null`)
}

function isOver({ expires_at }: ViewerRow, { desk }: Visit): boolean {
  return expires_at !== null && expires_at <= desk.now()
}

function viewerOf({ user_id, role, scope, is_app, inbox_ids }: ViewerRow): Viewer {
  return { userId: user_id, role, scope, inboxIds: inbox_ids, ...(is_app && { isApp: true }) }
}

function noteVisit(row: ViewerRow, { request, desk }: Visit): void {
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
  return moment === null || moment.getTime() < now.getTime() - durationMs
}

/** Nobody waits for these writes; a lost one is made up for by the next request. */
function inBackground(request: FastifyRequest, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => request.log.warn({ err: error }, "A visit could not be noted"))
}
