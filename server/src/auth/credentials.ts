import type { FastifyRequest } from "fastify"
import type { Config } from "../config.ts"
import { forbidden, unauthorized } from "../errors.ts"
import { originOf } from "../http/origin.ts"
import { deviceMs, sessionMs } from "./lifetimes.ts"
import { siteOf } from "./rules.ts"

export const sessionCookie = "desk_session"
export const deviceCookie = "desk_device"

export function badToken(message: string) {
  return unauthorized(message, 'Bearer error="invalid_token"')
}

/** The Authorization header. Node keeps the first of several silently, a proxy may heed the last: two are refused. */
export function authorizationOf(request: FastifyRequest): string | undefined {
  const { rawHeaders, headers } = request.raw
  let found = 0
  // Names and values take turns.
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 13 && rawHeaders[index]?.toLowerCase() === "authorization") found++
  if (found > 1) throw badToken("There are two Authorization headers")
  return headers.authorization
}

/** The token of a bearer header; nothing when the header is of another scheme or malformed. */
export function bearerOf(authorization: string): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]{1,512}=*)$/i.exec(authorization)?.[1]
}

/** Several cookies of our name mean that a sibling domain planted one: none of them counts then. */
export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, sessionCookie)
}

export function deviceCookieOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, deviceCookie)
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const values = (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 && values[0] !== "" ? values[0] : undefined
}

export function setSessionCookie(secret: string, origin: string): Record<string, string> {
  return { "Set-Cookie": cookieLine(sessionCookie, secret, { origin, maxAgeMs: sessionMs }) }
}

/** For a browser that has just signed in. */
export function setSignInCookies(
  { session, device }: { session: string; device: string },
  origin: string,
): Record<string, string[]> {
  return {
    "Set-Cookie": [
      cookieLine(sessionCookie, session, { origin, maxAgeMs: sessionMs }),
      cookieLine(deviceCookie, device, { origin, maxAgeMs: deviceMs }),
    ],
  }
}

export function setDeviceCookie(device: string, origin: string): Record<string, string> {
  return { "Set-Cookie": cookieLine(deviceCookie, device, { origin, maxAgeMs: deviceMs }) }
}

export function clearSessionCookie(origin: string): Record<string, string> {
  return { "Set-Cookie": cookieLine(sessionCookie, "", { origin, maxAgeMs: 0 }) }
}

function cookieLine(name: string, value: string, { origin, maxAgeMs }: { origin: string; maxAgeMs: number }): string {
  const secure = origin.startsWith("https:") ? "; Secure" : ""
  return `${name}=${value}; Path=/; Max-Age=${maxAgeMs / 1_000}; HttpOnly; SameSite=Lax${secure}`
}

/** For everything a cookie could be made to do: the browser must say that our own page asked. */
export function refuseOtherSites(request: FastifyRequest, config: Config): void {
  if (siteOf(request.headers, originOf(request, config)) !== "own") throw refusedSite()
}

/** For signing in, which programs do too: what says nothing about a page is no browser. */
export function refuseForeignPages(request: FastifyRequest, config: Config): void {
  if (siteOf(request.headers, originOf(request, config)) === "foreign") throw refusedSite()
}

function refusedSite() {
  return forbidden("A page of another site may not do this with your session")
}
