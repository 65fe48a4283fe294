import { Id } from "@deskhand/contract/common"
import { User } from "@deskhand/contract/user"
import Type from "typebox"
import type { Db } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { resource } from "../http/hal.ts"
import { type Answer, route } from "../http/route.ts"
import { presentUser } from "./present.ts"
import { findUser } from "./queries.ts"

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
  path: Type.Object({ userId: Id }),
  answers: { 200: User },
  handle: ({ db, path, origin }) => answerUser(db, path.userId, origin),
})

async function answerUser(db: Db, id: number, origin: string): Promise<Answer> {
  const row = await findUser(db, id)
  if (!row) throw notFound()
  return resource(presentUser(row, origin))
}
