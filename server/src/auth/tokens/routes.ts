import { Id } from "@deskhand/contract/common"
import {
  IssuedPersonalToken,
  NewPersonalToken,
  type PersonalToken,
  PersonalTokenPage,
  PersonalTokenQuery,
} from "@deskhand/contract/people/auth"
import Type from "typebox"
import { noContent, pageOf, pageRequest, timestamp } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { bearerOf } from "../credentials.ts"
import { lockAccess } from "../lock-access.ts"
import {
  countPersonalTokens,
  deleteOwnPersonalToken,
  issueOwnToken,
  listPersonalTokens,
  type PersonalTokenRow,
} from "./personal-tokens.ts"

const url = "/v2/users/me/tokens"

export const getOwnTokens = route({
  method: "GET",
  url,
  permission: "signed-in",
  summary: "Your personal access tokens, newest first",
  query: PersonalTokenQuery,
  answers: { 200: PersonalTokenPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([
      listPersonalTokens(db, viewer.userId, page),
      countPersonalTokens(db, viewer.userId),
    ])
    return pageOf(origin, request.url, { name: "tokens", items: rows.map(presentToken), total, request: page })
  },
})

function presentToken({ id, name, scope, created_at }: PersonalTokenRow): PersonalToken {
  return { id, name, scope, createdAt: timestamp(created_at) }
}

export const postOwnToken = route({
  method: "POST",
  url,
  permission: "signed-in",
  summary: "Make a personal access token; this answer alone shows it",
  body: NewPersonalToken,
  answers: { 201: IssuedPersonalToken },
  repeatable: false,
  async handle({ db, viewer, body, request, now }) {
    const bearer = bearerOf(request.headers.authorization ?? "")
    const { id, token } = await db.transaction(async (db) => {
      await lockAccess(db, { userId: viewer.userId, request, now })
      return issueOwnToken(db, { viewer, bearer, name: body.name, scope: body.scope, now })
    })
    return { status: 201, headers: { "Resource-ID": String(id) }, body: { token } }
  },
})

export const deleteOwnToken = route({
  method: "DELETE",
  url: `${url}/:tokenId`,
  permission: "signed-in",
  summary: "Delete a personal access token; it stops working at once",
  path: Type.Object({ tokenId: Id }),
  answers: { 204: "Deleted" },
  async handle({ db, viewer, path }) {
    await deleteOwnPersonalToken(db, viewer, path.tokenId)
    return noContent
  },
})
