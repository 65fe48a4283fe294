import { User, UserPage, UserPath, UserQuery } from "@deskhand/contract/user"
import type { Db } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest, resource } from "../http/hal.ts"
import { type Answer, route } from "../http/route.ts"
import { presentListedUser, presentUser } from "./present.ts"
import { countUsers, findUser, listUsers } from "./queries.ts"

export const getUsers = route({
  method: "GET",
  url: "/v2/users",
  permission: "users:read",
  summary: "List users",
  query: UserQuery,
  answers: { 200: UserPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const filter = { viewer, email: query.email, inboxId: query.mailbox }
    const [rows, total] = await Promise.all([listUsers(db, filter, page), countUsers(db, filter)])
    const items = rows.map((row) => presentListedUser(row, origin))
    return pageOf(origin, request.url, { name: "users", items, total, request: page })
  },
})

export const getOwnUser = route({
  method: "GET",
  url: "/v2/users/me",
  permission: "signed-in",
  summary: "Get yourself",
  answers: { 200: User },
  handle: ({ db, viewer, origin }) => answerUser(db, viewer.userId, origin),
})

export const getUser = route({
  method: "GET",
  url: "/v2/users/:userId",
  permission: "users:read",
  summary: "Get a user",
  path: UserPath,
  answers: { 200: User },
  handle: ({ db, path, origin }) => answerUser(db, path.userId, origin),
})

async function answerUser(db: Db, id: number, origin: string): Promise<Answer> {
  const row = await findUser(db, id)
  if (!row) throw notFound()
  return resource(presentUser(row, origin))
}
