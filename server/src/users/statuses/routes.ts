import { PageQuery } from "@deskhand/contract/common"
import { UserPath } from "@deskhand/contract/people/user"
import {
  ChangedReassignment,
  ChangedUserStatus,
  Reassignment,
  UserStatus,
  UserStatusPage,
} from "@deskhand/contract/people/user-status"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { changeReassignment, changeStatus } from "./actions.ts"
import { presentReassignment, presentUserStatus } from "./present.ts"
import { countUserStatuses, findReassignment, findUserStatus, listUserStatuses } from "./queries.ts"

export const getUserStatuses = route({
  method: "GET",
  url: "/v2/users/status",
  permission: "users:read",
  summary: "List user statuses",
  query: PageQuery,
  answers: { 200: UserStatusPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listUserStatuses(db, viewer, page), countUserStatuses(db)])
    const items = rows.map((row) => presentUserStatus(row, origin))
    return pageOf(origin, request.url, { name: "userStatuses", items, total, request: page })
  },
})

export const getUserStatus = route({
  method: "GET",
  url: "/v2/users/:userId/status",
  permission: "users:read",
  summary: "Get a user's status",
  path: UserPath,
  answers: { 200: UserStatus },
  handle: answerStatus,
})

export const putUserStatus = route({
  method: "PUT",
  url: "/v2/users/:userId/status",
  permission: "own-status:write",
  summary: "Set a user's status",
  path: UserPath,
  body: ChangedUserStatus,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path, request } = call
    const source = request.headers.authorization === undefined ? "ui" : "api"
    const check = (db: Db) => refuseStale(call, () => answerStatus({ ...call, db }))
    await changeStatus(db, { ...body, userId: path.userId, source }, { viewer, now, check })
    return noContent
  },
})

export const getReassignment = route({
  method: "GET",
  url: "/v2/users/:userId/conversation-reassignment",
  permission: "users:read",
  summary: "Get when a user's conversations are reassigned",
  path: UserPath,
  answers: { 200: Reassignment },
  handle: answerReassignment,
})

export const putReassignment = route({
  method: "PUT",
  url: "/v2/users/:userId/conversation-reassignment",
  permission: "own-status:write",
  summary: "Set when a user's conversations are reassigned",
  path: UserPath,
  body: ChangedReassignment,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    const check = (db: Db) => refuseStale(call, () => answerReassignment({ ...call, db }))
    await changeReassignment(db, { ...body, userId: path.userId }, { viewer, now, check })
    return noContent
  },
})

type UserCall = Call<unknown, { userId: number }>

export async function answerStatus({
  db,
  viewer,
  path,
  origin,
}: Pick<UserCall, "db" | "viewer" | "path" | "origin">): Promise<Answer> {
  const row = await findUserStatus(db, viewer, path.userId)
  if (!row) throw notFound()
  return resource(presentUserStatus(row, origin))
}

async function answerReassignment({ db, path, origin }: UserCall): Promise<Answer> {
  const row = await findReassignment(db, path.userId)
  if (!row) throw notFound()
  return resource(presentReassignment(path.userId, row.after_minutes, origin))
}
