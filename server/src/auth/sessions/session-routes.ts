import { EmailChange, PasswordChange, Session, SignIn } from "@deskhand/contract/people/auth"
import { findNewest } from "../../events/queries.ts"
import { noContent } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import {
  clearSessionCookie,
  deviceCookieOf,
  refuseForeignPages,
  refuseOtherSites,
  sessionCookieOf,
  setSessionCookie,
  setSignInCookies,
} from "../credentials.ts"
import { changeOwnEmail } from "./own-email.ts"
import { changePassword, endSession, findSignedIn, findViewerAccount, type SignedInRow } from "./sessions.ts"
import { signIn } from "./sign-in.ts"

export const postSession = route({
  method: "POST",
  url: "/session",
  permission: "public",
  summary: "Sign in with a password; the answer sets the session cookie",
  body: SignIn,
  answers: { 204: "Signed in", 401: "Wrong e-mail address or password", 429: "Too many failures" },
  repeatable: false,
  async handle({ desk, db, body, request, origin, now }) {
    refuseForeignPages(request, desk.config)
    const browser = await signIn(db, {
      ...body,
      address: request.ip,
      userAgent: request.headers["user-agent"] ?? "",
      formerSession: sessionCookieOf(request),
      deviceCookie: deviceCookieOf(request),
      now,
    })
    return { status: 204, headers: setSignInCookies(browser, origin) }
  },
})

export const getSession = route({
  method: "GET",
  url: "/session",
  permission: "signed-in",
  summary: "Who is signed in; renews the session cookie",
  answers: { 200: Session },
  async handle({ desk, db, viewer, request, origin, now }) {
    const session = sessionCookieOf(request)
    // From the database that answers the reads to come: a replica may be behind.
    const lastEvent = await findNewest(db)
    const signedIn = session === undefined ? undefined : await findSignedIn(desk.db, { session, now })
    const mine = session !== undefined && signedIn?.id === viewer.userId
    return {
      status: 200,
      body: presentSession(signedIn && mine ? signedIn : await findViewerAccount(desk.db, viewer.userId), lastEvent),
      ...(mine ? { headers: setSessionCookie(session, origin) } : {}),
    }
  },
})

function presentSession(row: SignedInRow, lastEvent: number): Session {
  return {
    user: {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      ...(row.email === null ? {} : { email: row.email }),
      role: row.role,
      timezone: row.timezone,
    },
    passwordOneTime: row.password_one_time,
    deskName: row.desk_name,
    lastEvent,
  }
}

/** Public, so that signing out works twice and after the session has expired. */
export const deleteSession = route({
  method: "DELETE",
  url: "/session",
  permission: "public",
  summary: "Sign out",
  answers: { 204: "Signed out" },
  async handle({ desk, db, request, origin }) {
    const session = sessionCookieOf(request)
    if (session !== undefined) {
      refuseOtherSites(request, desk.config)
      await endSession(db, session)
    }
    return { status: 204, headers: clearSessionCookie(origin) }
  },
})

export const putSessionPassword = route({
  method: "PUT",
  url: "/session/password",
  permission: "signed-in",
  summary: "Change your password; ends your other sessions and what you let apps do, and your tokens on request",
  body: PasswordChange,
  answers: { 204: "Changed", 429: "Too many failures" },
  async handle({ db, viewer, body, request, now }) {
    const session = sessionCookieOf(request)
    await changePassword(db, { ...body, userId: viewer.userId, session, now })
    return noContent
  },
})

export const putSessionEmail = route({
  method: "PUT",
  url: "/session/email",
  permission: "signed-in",
  summary: "Change the address that you sign in with; links for a new password that were sent to the old one end",
  body: EmailChange,
  answers: { 204: "Changed", 409: "Somebody else has this address", 429: "Too many failures" },
  async handle({ db, viewer, body, request, now }) {
    await changeOwnEmail(db, { ...body, viewer, session: sessionCookieOf(request), now })
    return noContent
  },
})
