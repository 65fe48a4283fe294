import {
  ChangedOwnUser,
  ChangedUser,
  NewUser,
  OwnUser,
  User,
  UserPage,
  UserPath,
  UserQuery,
} from "@deskhand/contract/people/user"
import type { Db } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { changeUser, createUser } from "./actions.ts"
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
  answers: { 200: OwnUser },
  handle: answerOwnUser,
})

export const putOwnUser = route({
  method: "PUT",
  url: "/v2/users/me",
  permission: "own-profile:write",
  summary: "Change yourself: name, time zone, job title and phone",
  body: ChangedOwnUser,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now } = call
    const check = (db: Db) => refuseStale(call, () => answerOwnUser({ ...call, db }))
    await changeUser(db, { ...body, id: viewer.userId }, { viewer, now, check })
    return noContent
  },
})

/** The only row of `account` has this id. */
const companyId = 1

export const getUser = route({
  method: "GET",
  url: "/v2/users/:userId",
  permission: "users:read",
  summary: "Get a user",
  path: UserPath,
  answers: { 200: User },
  handle: ({ db, path, origin }) => answerUser(db, path.userId, origin),
})

export const postUser = route({
  method: "POST",
  url: "/v2/users",
  permission: "users:write",
  summary: "Create a user",
  body: NewUser,
  answers: { 201: "`Resource-ID` and `Location` name the new user" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createUser(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/users/${id}` })
  },
})

export const putUser = route({
  method: "PUT",
  url: "/v2/users/:userId",
  permission: "users:write",
  summary: "Change a user",
  path: UserPath,
  body: ChangedUser,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path, origin } = call
    const check = (db: Db) => refuseStale(call, () => answerUser(db, path.userId, origin))
    await changeUser(db, { ...body, id: path.userId }, { viewer, now, check })
    return noContent
  },
})

async function answerOwnUser({ db, viewer, origin }: Pick<Call, "db" | "viewer" | "origin">): Promise<Answer> {
  return resource({ ...(await readUser(db, viewer.userId, origin)), companyId })
}

export async function answerUser(db: Db, id: number, origin: string): Promise<Answer> {
  return resource(await readUser(db, id, origin))
}

async function readUser(db: Db, id: number, origin: string): Promise<User> {
  const row = await findUser(db, id)
  if (!row) throw notFound()
  return presentUser(row, origin)
}
