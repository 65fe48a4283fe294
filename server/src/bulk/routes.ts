import {
  BulkAction,
  BulkActionPage,
  BulkActionPath,
  BulkActionQuery,
  NewBulkAction,
} from "@deskhand/contract/conversations/bulk-action"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { beginBulk, undoBulk } from "./actions.ts"
import { presentBulk } from "./present.ts"
import { countOwnBulks, findOwnBulk, findProgress, listOwnBulks } from "./queries.ts"

// What a job does is read from the primary: a replica would tell of progress that has been passed.

export const getBulkActions = route({
  method: "GET",
  url: "/v2/bulk-actions",
  permission: "conversations:read",
  summary: "List your bulk actions, newest first; they are kept for a day",
  query: BulkActionQuery,
  answers: { 200: BulkActionPage },
  async handle({ desk, viewer, query, origin, now, request }) {
    const { db } = desk
    const page = pageRequest(query, 25)
    const [rows, total] = await Promise.all([listOwnBulks(db, viewer.userId, page), countOwnBulks(db, viewer.userId)])
    const items = []
    for (const row of rows) items.push(presentBulk(row, await findProgress(db, row.id), { origin, now }))
    return pageOf(origin, request.url, { name: "bulkActions", items, total, request: page })
  },
})

export const getBulkAction = route({
  method: "GET",
  url: "/v2/bulk-actions/:bulkActionId",
  permission: "conversations:read",
  summary: "Get a bulk action with its progress",
  path: BulkActionPath,
  answers: { 200: BulkAction },
  async handle({ desk, viewer, path, origin, now }) {
    const row = await findOwnBulk(desk.db, viewer.userId, path.bulkActionId)
    if (!row) throw notFound()
    return { status: 200, body: presentBulk(row, await findProgress(desk.db, row.id), { origin, now }) }
  },
})

export const postBulkAction = route({
  method: "POST",
  url: "/v2/bulk-actions",
  permission: "conversations:write",
  summary: "Do one thing to many conversations, or to all that a search finds",
  body: NewBulkAction,
  answers: { 202: "It begins soon; `Resource-ID` and `Location` name what tells of its progress" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await beginBulk(db, body, { viewer, now })
    return { status: 202, headers: { "Resource-ID": String(id), Location: `${origin}/v2/bulk-actions/${id}` } }
  },
})

export const postBulkActionUndo = route({
  method: "POST",
  url: "/v2/bulk-actions/:bulkActionId/undo",
  permission: "conversations:write",
  summary: "End a bulk action and put back what nobody has changed since",
  path: BulkActionPath,
  answers: { 202: "It begins soon", 409: "Undone already, or done too long ago" },
  async handle({ db, viewer, path, now }) {
    await undoBulk(db, path.bulkActionId, { viewer, now })
    return { status: 202 }
  },
})
