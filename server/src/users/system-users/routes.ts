import { PageQuery } from "@deskhand/contract/common"
import { SystemUser, SystemUserPage, SystemUserPath } from "@deskhand/contract/user"
import { notFound } from "../../errors.ts"
import { pageOf, pageRequest, resource } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { presentListedSystemUser, presentSystemUser } from "../present.ts"
import { countSystemUsers, findSystemUser, listSystemUsers } from "../queries.ts"

export const getSystemUsers = route({
  method: "GET",
  url: "/v3/system-users",
  permission: "users:read",
  summary: "List system users",
  query: PageQuery,
  answers: { 200: SystemUserPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listSystemUsers(db, page), countSystemUsers(db)])
    const items = rows.map((row) => presentListedSystemUser(row, origin))
    return pageOf(origin, request.url, { name: "system_users", items, total, request: page })
  },
})

export const getSystemUser = route({
  method: "GET",
  url: "/v3/system-users/:systemUserId",
  permission: "users:read",
  summary: "Get a system user",
  path: SystemUserPath,
  answers: { 200: SystemUser },
  async handle({ db, path, origin }) {
    const row = await findSystemUser(db, path.systemUserId)
    if (!row) throw notFound()
    return resource(presentSystemUser(row, origin))
  },
})
