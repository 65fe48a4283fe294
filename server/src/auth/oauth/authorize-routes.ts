import { AuthorizationForm, AuthorizationQuery } from "@deskhand/contract/people/auth"
import Type, { type Static } from "typebox"
import { DeskError, forbidden } from "../../errors.ts"
import { type Answer, type Call, type Route, route } from "../../http/route.ts"
import { deviceCookieOf, refuseOtherSites, sessionCookieOf, setSignInCookies } from "../credentials.ts"
import { findDeskName } from "../queries.ts"
import { findSignedIn, type SignedInRow } from "../sessions/sessions.ts"
import { signIn } from "../sessions/sign-in.ts"
import { type Asked, allowApp, isSealOf, readAuthorization, sealOf } from "./authorizations.ts"
import { consentPage, errorPage, signInPage } from "./authorize-page.ts"

type AuthorizeCall = Call<AuthorizationQuery, unknown, Static<typeof AuthorizationForm>>

const path = "/oauth2/authorize"

const Page = (description: string) => Type.String({ contentMediaType: "text/html", description })

export const authorizePage = route({
  method: "GET",
  url: path,
  permission: "public",
  summary: "Ask a person whether an app may act for them (a page)",
  query: AuthorizationQuery,
  answers: {
    200: Page("The page"),
    302: "Back to the app with an error",
    400: Page("A page: unknown app or redirect URI"),
  },
  handle: (call) => asPage(call as AuthorizeCall, showAuthorization),
})

/** The address that clients of the shared-inbox interface know. */
export const authorizePageAlias: Route = { ...authorizePage, url: "/authentication/authorizeClientApplication" }

export const decideAuthorization = route({
  method: "POST",
  url: path,
  permission: "public",
  summary: "What the forms of the authorization page send",
  query: AuthorizationQuery,
  body: AuthorizationForm,
  answers: {
    302: "Back to the app",
    303: "Signed in; on to the question",
    400: Page("A page: unknown app or redirect URI"),
    401: Page("The page again"),
    403: Page("A page: the form came from elsewhere"),
  },
  form: true,
  repeatable: false,
  handle: (call) => asPage(call, decide),
})

/** People look at these answers, so failures are pages too. */
async function asPage(call: AuthorizeCall, work: (call: AuthorizeCall, asked: Asked) => Promise<Answer>) {
  try {
    const asked = await readAuthorization(call.desk.db, call.query)
    if (asked.problem)
      return backToApp(call, asked, { error: asked.problem.error, error_description: asked.problem.description })
    return await work(call, asked)
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    if (error.status >= 500) call.request.log.error({ err: error.cause ?? error, code: error.code }, error.message)
    return errorPage(error.message, error.status, error.headers)
  }
}

async function showAuthorization(call: AuthorizeCall, asked: Asked): Promise<Answer> {
  const session = sessionCookieOf(call.request)
  const user = call.query.prompt === "login" ? undefined : await findUser(call, session)
  if (session === undefined || !user) return showSignIn(call, asked, { status: 200 })
  return consentPage({
    deskName: await findDeskName(call.desk.db),
    appName: asked.app.name,
    userName: `${user.first_name} ${user.last_name}`.trim(),
    userEmail: user.email ?? "",
    scope: asked.scope,
    action: urlOf(call.query),
    seal: sealOf(session, asked),
    redirectUri: asked.redirectUri,
    otherAccountUrl: urlOf({ ...call.query, prompt: "login" }),
  })
}

async function findUser(call: AuthorizeCall, session: string | undefined): Promise<SignedInRow | undefined> {
  return session === undefined ? undefined : findSignedIn(call.desk.db, { session, now: call.now })
}

async function showSignIn(
  call: AuthorizeCall,
  asked: Asked,
  more: { status: number; problem?: string; headers?: Record<string, string> },
): Promise<Answer> {
  const page = {
    deskName: await findDeskName(call.desk.db),
    appName: asked.app.name,
    action: urlOf(call.query),
    email: call.body?.email ?? "",
    problem: more.problem,
    redirectUri: asked.redirectUri,
  }
  return signInPage(page, more.status, more.headers)
}

async function decide(call: AuthorizeCall, asked: Asked): Promise<Answer> {
  refuseOtherSites(call.request, call.desk.config)
  if (call.body.decision === undefined) return signInHere(call, asked)
  const session = sessionCookieOf(call.request)
  if (session === undefined || !(await findUser(call, session))) return showSignIn(call, asked, { status: 401 })
  if (!isSealOf(call.body.seal, session, asked)) throw forbidden("This page is out of date")
  if (call.body.decision !== "allow")
    return backToApp(call, asked, { error: "access_denied", error_description: "The person said no" })
  const code = await allowApp(call.desk.db, { session, asked, now: call.now })
  return code === undefined ? showSignIn(call, asked, { status: 401 }) : backToApp(call, asked, { code })
}

async function signInHere(call: AuthorizeCall, asked: Asked): Promise<Answer> {
  const { email = "", password = "" } = call.body
  const { request, origin, now } = call
  try {
    const browser = await signIn(call.desk.db, {
      email,
      password,
      address: request.ip,
      userAgent: request.headers["user-agent"] ?? "",
      formerSession: sessionCookieOf(request),
      deviceCookie: deviceCookieOf(request),
      now,
    })
    const { prompt: _, ...query } = call.query
    return { status: 303, headers: { Location: origin + urlOf(query), ...setSignInCookies(browser, origin) } }
  } catch (error) {
    if (!(error instanceof DeskError) || error.status >= 500) throw error
    return showSignIn(call, asked, { status: error.status, problem: error.message, headers: error.headers })
  }
}

function urlOf(query: AuthorizationQuery): string {
  return `${path}?${new URLSearchParams(query as Record<string, string>)}`
}

/** `iss` lets a client that talks to several servers see which one has answered (RFC 9207). */
function backToApp({ origin, query }: AuthorizeCall, { redirectUri }: Asked, result: Record<string, string>): Answer {
  const parameters = new URLSearchParams(result)
  if (query.state !== undefined) parameters.set("state", query.state)
  parameters.set("iss", origin)
  return { status: 302, headers: { Location: `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters}` } }
}
