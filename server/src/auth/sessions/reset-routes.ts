import { PasswordReset, ResetLink, ResetLinkCheck, ResetLinkState, ResetRequest } from "@deskhand/contract/people/auth"
import { UserPath } from "@deskhand/contract/people/user"
import { timestamp } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { bearerOf, refuseForeignPages, setDeviceCookie } from "../credentials.ts"
import { lockAccess } from "../lock-access.ts"
import { askForReset, findReset, linkTo, makeLinkFor, resetPassword } from "./resets.ts"

const over = "The link has expired or was used already"

export const postReset = route({
  method: "POST",
  url: "/session/reset",
  permission: "public",
  summary: "Ask for a link to choose a new password; the answer is the same whoever asks",
  body: ResetRequest,
  answers: { 202: "If somebody has this address, they are sent a link", 429: "Too many requests" },
  repeatable: false,
  async handle({ desk, db, body, request, now }) {
    refuseForeignPages(request, desk.config)
    await askForReset(db, { email: body.email, address: request.ip, now })
    return { status: 202 }
  },
})

/** A POST that reads: in a URL the token would stand in logs. */
export const postResetCheck = route({
  method: "POST",
  url: "/session/reset/check",
  permission: "public",
  summary: "Whether a link to choose a new password still works, before anybody types",
  body: ResetLinkCheck,
  answers: { 200: ResetLinkState, 404: over, 429: "Too many failures" },
  repeatable: false,
  async handle({ db, body, request, now }) {
    const { expiresAt, ...found } = await findReset(db, { token: body.token, address: request.ip, now })
    return { status: 200, body: { ...found, expiresAt: timestamp(expiresAt) } }
  },
})

export const putReset = route({
  method: "PUT",
  url: "/session/reset",
  permission: "public",
  summary: "Choose a new password by a link; ends your sessions, personal tokens and apps that act for you",
  body: PasswordReset,
  answers: { 204: "Changed; sign in with it", 404: over, 429: "Too many failures" },
  async handle({ desk, db, body, request, origin, now }) {
    refuseForeignPages(request, desk.config)
    const device = await resetPassword(db, { ...body, address: request.ip, now })
    return { status: 204, headers: setDeviceCookie(device, origin) }
  },
})

export const postResetLink = route({
  method: "POST",
  url: "/v2/users/:userId/reset-link",
  permission: "users:write",
  summary: "Make a link by which a user chooses a new password; this answer alone shows it",
  path: UserPath,
  answers: { 201: ResetLink },
  repeatable: false,
  async handle({ db, viewer, path, request, origin, now }) {
    const bearer = bearerOf(request.headers.authorization ?? "")
    const link = await db.transaction(async (db) => {
      await lockAccess(db, { userId: viewer.userId, request, now })
      return makeLinkFor(db, { viewer, bearer, userId: path.userId, now })
    })
    return { status: 201, body: { url: linkTo(origin, link), expiresAt: timestamp(link.expiresAt) } }
  },
})
