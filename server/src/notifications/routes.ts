import {
  NotificationPage,
  NotificationPath,
  NotificationQuery,
  ReadNotifications,
} from "@deskhand/contract/people/notification"
import { type Db, type Sql, sql } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import { noContent, pageOf, pageRequest } from "../http/hal.ts"
import { type Call, route } from "../http/route.ts"
import { presentNotification } from "./present.ts"
import { countNotifications, hasNotification, listNotifications, markRead } from "./queries.ts"

const url = "/v2/users/me/notifications"

export const getNotifications = route({
  method: "GET",
  url,
  permission: "signed-in",
  summary: "What you are notified of in the application, the newest first",
  query: NotificationQuery,
  answers: { 200: NotificationPage },
  async handle({ desk, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const unread = query.unread === true
    // Not from a replica: what somebody has just read would be unread again.
    const [rows, counts] = await Promise.all([
      listNotifications(desk.db, viewer, { unread, page }),
      countNotifications(desk.db, viewer),
    ])
    const answer = pageOf(origin, request.url, {
      name: "notifications",
      items: rows.map((row) => presentNotification(row, origin)),
      total: unread ? counts.unread : counts.total,
      request: page,
    })
    return {
      ...answer,
      body: { ...(answer.body as object), unread: { total: counts.unread, mentioned: counts.unread_mentions } },
    }
  },
})

export const putReadNotifications = route({
  method: "PUT",
  url: `${url}/read`,
  permission: "own-preferences:write",
  summary: "Mark notifications as read: some of them, those of a conversation, or all",
  body: ReadNotifications,
  answers: { 204: "Read" },
  async handle(call) {
    const { ids = [], conversationId = null, all = false } = call.body
    const which = sql`(${all} or conversation_id = ${conversationId} or id = any(${ids}::bigint[]))`
    await call.db.transaction((db) => read(db, call, which))
    return noContent
  },
})

export const putReadNotification = route({
  method: "PUT",
  url: `${url}/:notificationId/read`,
  permission: "own-preferences:write",
  summary: "Mark a notification as read",
  path: NotificationPath,
  answers: { 204: "Read" },
  async handle(call) {
    const { notificationId: id } = call.path
    await call.db.transaction(async (db) => {
      if (!(await hasNotification(db, { id, userId: call.viewer.userId }))) throw notFound()
      await read(db, call, sql`id = ${id}`)
    })
    return noContent
  },
})

/** The other windows of this user learn of it. */
async function read(db: Db, { viewer, now }: Pick<Call, "viewer" | "now">, which: Sql): Promise<void> {
  const { userId } = viewer
  const count = await markRead(db, { userId, now, which })
  if (count > 0) await recordEvent(db, { kind: "notifications.updated", subjectId: userId, userId })
}
