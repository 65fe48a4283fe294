import { Id } from "@deskhand/contract/common"
import { type OwnSession, OwnSessionPage, OwnSessionQuery } from "@deskhand/contract/people/auth"
import Type from "typebox"
import { noContent, pageOf, pageRequest, timestamp } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { sessionCookieOf } from "../credentials.ts"
import { isSecretOf } from "../secrets.ts"
import { deviceOf } from "./devices.ts"
import { countSessions, endOtherSessions, endOwnSession, listSessions, type OwnSessionRow } from "./own-sessions.ts"

const url = "/v2/users/me/sessions"

export const getOwnSessions = route({
  method: "GET",
  url,
  permission: "signed-in",
  summary: "Where you are signed in, the last seen first",
  query: OwnSessionQuery,
  answers: { 200: OwnSessionPage },
  async handle({ desk, viewer, query, origin, request, now }) {
    const page = pageRequest(query, 50)
    const own = { userId: viewer.userId, now }
    // A replica may not know yet which of them have ended.
    const [rows, total] = await Promise.all([listSessions(desk.db, own, page), countSessions(desk.db, own)])
    const session = sessionCookieOf(request)
    const items = rows.map((row) => presentOwnSession(row, { session, now }))
    return pageOf(origin, request.url, { name: "sessions", items, total, request: page })
  },
})

function presentOwnSession(row: OwnSessionRow, asking: { session: string | undefined; now: Date }): OwnSession {
  const current = asking.session !== undefined && isSecretOf(asking.session, row.hash)
  return {
    id: row.id,
    createdAt: timestamp(row.created_at),
    lastSeenAt: timestamp(current ? asking.now : row.seen_at),
    expiresAt: timestamp(row.expires_at),
    address: row.address,
    device: deviceOf(row.user_agent),
    current,
  }
}

export const deleteOwnSession = route({
  method: "DELETE",
  url: `${url}/:sessionId`,
  permission: "signed-in",
  summary: "Sign one of your browsers out; it stops working at once",
  path: Type.Object({ sessionId: Id }),
  answers: { 204: "Signed out" },
  async handle({ db, viewer, path }) {
    await endOwnSession(db, viewer, path.sessionId)
    return noContent
  },
})

export const deleteOtherSessions = route({
  method: "DELETE",
  url,
  permission: "signed-in",
  summary: "Sign all your other browsers out",
  answers: { 204: "Signed out" },
  async handle({ db, viewer, request }) {
    await endOtherSessions(db, viewer, sessionCookieOf(request))
    return noContent
  },
})
