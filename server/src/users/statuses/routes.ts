import { PageQuery } from "@deskhand/contract/common"
import { UserPath } from "@deskhand/contract/user"
import { UserStatus, UserStatusPage } from "@deskhand/contract/user-status"
import { notFound } from "../../errors.ts"
import { pageOf, pageRequest, resource } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { presentUserStatus } from "./present.ts"
import { countUserStatuses, findUserStatus, listUserStatuses } from "./queries.ts"

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
  async handle({ db, viewer, path, origin }) {
    const row = await findUserStatus(db, viewer, path.userId)
    if (!row) throw notFound()
    return resource(presentUserStatus(row, origin))
  },
})
