import {
  ChangedSystemUser,
  NewSystemUser,
  SystemUser,
  SystemUserPage,
  SystemUserPath,
  SystemUserQuery,
} from "@deskhand/contract/people/user"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, route } from "../../http/route.ts"
import { changeSystemUser, createSystemUser } from "../actions.ts"
import { presentListedSystemUser, presentSystemUser } from "../present.ts"
import { countSystemUsers, findSystemUser, listSystemUsers } from "../queries.ts"

export const getSystemUsers = route({
  method: "GET",
  url: "/v3/system-users",
  permission: "users:read",
  summary: "List system users",
  query: SystemUserQuery,
  answers: { 200: SystemUserPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const filter = { viewer, inboxId: query.mailbox }
    const [rows, total] = await Promise.all([listSystemUsers(db, filter, page), countSystemUsers(db, filter)])
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
  handle: ({ db, path, origin }) => answerSystemUser(db, path.systemUserId, origin),
})

export const postSystemUser = route({
  method: "POST",
  url: "/v3/system-users",
  permission: "users:write",
  summary: "Create a system user",
  body: NewSystemUser,
  answers: { 201: "`Resource-ID` and `Location` name the new system user" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createSystemUser(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v3/system-users/${id}` })
  },
})

export const putSystemUser = route({
  method: "PUT",
  url: "/v3/system-users/:systemUserId",
  permission: "users:write",
  summary: "Change a system user",
  path: SystemUserPath,
  body: ChangedSystemUser,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path, origin } = call
    const check = (db: Db) => refuseStale(call, () => answerSystemUser(db, path.systemUserId, origin))
    await changeSystemUser(db, { ...body, id: path.systemUserId }, { viewer, now, check })
    return noContent
  },
})

export async function answerSystemUser(db: Db, id: number, origin: string): Promise<Answer> {
  const row = await findSystemUser(db, id)
  if (!row) throw notFound()
  return resource(presentSystemUser(row, origin))
}
