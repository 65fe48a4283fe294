import { hash } from "node:crypto"
import { isIPv6 } from "node:net"
import type { AuthorizationQuery } from "@deskhand/contract/people/auth"
import { type Scope, scopes } from "../http/viewer.ts"

export function isScope(text: string): text is Scope {
  return scopes.some((scope) => scope === text)
}

/** Which registered address an authorization goes back to: exactly the one named, or the only one there is. */
export function redirectUriOf(registered: readonly string[], given: string | undefined): string | undefined {
  if (given === undefined) return registered.length === 1 ? registered[0] : undefined
  return registered.find((uri) => uri === given)
}

/** A redirect carries a code: by TLS, to this very machine, or to an app that owns a scheme like com.example.app. */
export function mayBeRedirectUri(uri: string): boolean {
  if (!/^[\x21-\x7e]{1,2048}$/.test(uri) || uri.includes("#") || !URL.canParse(uri)) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username !== "" || password !== "") return false
  if (protocol === "https:") return /^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[[0-9a-f:.]+\]$/.test(hostname)
  if (protocol === "http:") return ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol)
}

export interface AuthorizationProblem {
  error: string
  description: string
}

/** What is wrong with an authorization request whose app and redirect URI are known to be right. */
export function problemWith(query: AuthorizationQuery, isPublic: boolean): AuthorizationProblem | undefined {
  const { response_type: type = "code", code_challenge: challenge, code_challenge_method: method } = query
  if (type !== "code")
    return { error: "unsupported_response_type", description: "Only the response type code works here" }
  if (challenge === undefined && method !== undefined)
    return { error: "invalid_request", description: "There is a code_challenge_method without a code_challenge" }
  if (challenge === undefined && isPublic)
    return { error: "invalid_request", description: "An app without a secret must send a code_challenge" }
  if (challenge !== undefined && method !== "S256")
    return { error: "invalid_request", description: "The code_challenge_method must be S256" }
  if (challenge !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return { error: "invalid_request", description: "The code_challenge is not a base64url SHA-256" }
  if (challenge === undefined && query.state === undefined)
    return { error: "invalid_request", description: "Send a state or a code_challenge against forged answers" }
  if (query.scope !== undefined && !isScope(query.scope))
    return { error: "invalid_scope", description: `The scope must be one of ${scopes.join(", ")}` }
  return undefined
}

/** Both or neither: a verifier without a challenge means that somebody stripped the challenge on the way. */
export function provesChallenge(verifier: string | undefined, challenge: string | null): boolean {
  if (verifier === undefined || challenge === null) return verifier === undefined && challenge === null
  return /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) && hash("sha256", verifier, "base64url") === challenge
}

/** Where a request came from, as far as the browser says: newer ones by Sec-Fetch-Site, all by Origin. */
export function siteOf(
  headers: { "sec-fetch-site"?: string | string[] | undefined; origin?: string | undefined },
  ownOrigin: string,
): "own" | "foreign" | "unknown" {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin" || site === "none" ? "own" : "foreign"
  if (headers.origin !== undefined) return headers.origin === ownOrigin ? "own" : "foreign"
  return "unknown"
}

/** Whose failures count together: one IPv4 address, or the /64 that a single IPv6 subscriber has. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "")
  if (!isIPv6(plain)) return plain
  const [head = "", tail = ""] = plain.split("::")
  const left = head.split(":").filter((group) => group !== "")
  const right = tail.split(":").filter((group) => group !== "")
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0")
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`
}
