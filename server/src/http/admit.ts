import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify"
import { DeskError, forbidden, unauthorized } from "../errors.ts"
import { RateLimit } from "./rate-limit.ts"
import type { Desk, Route } from "./route.ts"
import { may, roleMay, scopeFor, type Viewer } from "./viewer.ts"

/**
 * Gives the viewer of a request, nothing when it carries no credentials, or throws when they are bad: at once where it
 * knows, else as a promise.
 */
export type Authenticate = (request: FastifyRequest, desk: Desk) => Viewer | undefined | Promise<Viewer | undefined>

/** Nothing where there is nothing to wait for. */
type Waiting = Promise<void> | undefined

/**
 * The first hook of each route: who asks, what they have left, whether they may. It is no async function, because
 * most requests come from somebody who is known, and promises would cost more than all it does for them.
 */
export function admitting(desk: Desk, authenticate: Authenticate): (route: Route) => onRequestHookHandler {
  const limit = new RateLimit(desk)
  return (route) => {
    const cost = route.method === "GET" ? 1 : 2
    const letIn = (viewer: Viewer | undefined, request: FastifyRequest, reply: FastifyReply): Waiting => {
      if (!viewer) throw unauthorized("Send a bearer token: Authorization: Bearer …")
      request.viewer = viewer
      if (!limit.isSet) {
        refuseUnlessMay(viewer, route)
        return undefined
      }
      return limit.spend(cost).then((headers) => {
        reply.headers(headers)
        refuseUnlessMay(viewer, route)
      })
    }
    return (request, reply, done) => {
      request.template = route.url
      refuseHugeQuery(request)
      // Credentials on public routes are not looked at: the token endpoint gets Basic ones, and a stale token must not
      // shut a health check.
      if (route.permission === "public") return done()
      const viewer = authenticate(request, desk)
      const waiting =
        viewer instanceof Promise ? viewer.then((found) => letIn(found, request, reply)) : letIn(viewer, request, reply)
      if (waiting === undefined) done()
      else waiting.then(() => done(), done)
    }
  }
}

function refuseUnlessMay(viewer: Viewer, { permission }: Route): void {
  if (may(viewer, permission)) return
  if (!roleMay(viewer, permission)) throw forbidden(`Your role does not allow this (${permission})`)
  const needed = scopeFor(permission)
  throw new DeskError(
    403,
    "token_scope",
    `Your token has the scope \`${viewer.scope}\`, and this needs \`${needed}\` (${permission}). Sign in, or make such ` +
      (needed === "administration"
        ? "a token under Settings > Tokens, or tick “May administer the desk” for the app under Settings > Apps"
        : "a token under Settings > Tokens"),
  )
}

function refuseHugeQuery(request: FastifyRequest): void {
  if (Object.keys(request.query as object).length > 200)
    throw new DeskError(400, "bad_request", "There are more than 200 query parameters")
}
