import { NewPresence, PresenceClientQuery, PresenceList, PresenceQuery } from "@deskhand/contract/people/presence"
import { authorizationOf, sessionCookieOf } from "../auth/credentials.ts"
import { codeOf } from "../db/db.ts"
import { notFound, unauthorized } from "../errors.ts"
import { noContent } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { presentPresence } from "./present.ts"
import { deletePresence, listPresences, putPresence, seenBy } from "./queries.ts"

export const getPresence = route({
  method: "GET",
  url: "/v2/presence",
  permission: "conversations:read",
  summary: "Who is looking at conversations now, replies or writes a note",
  query: PresenceQuery,
  answers: { 200: PresenceList },
  // A replica has no rows of what is not logged.
  async handle({ desk, viewer, query, now }) {
    const rows = await listPresences(desk.db, now, seenBy(viewer, query.conversation))
    return { status: 200, body: { _embedded: { presence: rows.map(presentPresence) } } }
  },
})

export const putOwnPresence = route({
  method: "PUT",
  url: "/v2/users/me/presence",
  permission: "presence:write",
  summary: "Say what you are looking at: when it changes, and every 20 seconds",
  body: NewPresence,
  answers: { 204: "Others who may read the conversation see it" },
  async handle({ db, viewer, body, request, now }) {
    const session = authorizationOf(request) === undefined ? sessionCookieOf(request) : undefined
    const put = await putPresence(db, { ...body, viewer, session, now }).catch((error: unknown) => {
      // It ended after it was asked for.
      throw codeOf(error) === foreignKeyViolation ? unauthorized("The session has ended") : error
    })
    if (!put) throw notFound()
    return noContent
  },
})

const foreignKeyViolation = "23503"

export const deleteOwnPresence = route({
  method: "DELETE",
  url: "/v2/users/me/presence",
  permission: "presence:write",
  summary: "Leave the conversation you were looking at",
  query: PresenceClientQuery,
  answers: { 204: "Gone" },
  async handle({ db, viewer, query }) {
    await deletePresence(db, viewer, query.client ?? "")
    return noContent
  },
})
