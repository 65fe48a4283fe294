import type { Route } from "../route.ts"

/** The noun that a URL begins with; what runs the service rather than the desk stands together. */
export function tagOf(url: string): string {
  const first = segmentsOf(url)[0] ?? ""
  return gathered[first] ?? first
}

const gathered: Record<string, string> = {
  ".well-known": "oauth2",
  authentication: "oauth2",
  conversation: "conversations",
  docs: "service",
  errors: "service",
  healthz: "service",
  metrics: "service",
  "openapi.json": "service",
  readyz: "service",
}

/** Gives names such as listConversations, getConversation or mergeConversation, each to one route only. */
export function nameOperations(routes: readonly Route[]): Map<Route, string> {
  const names = new Map<Route, string>()
  const taken = new Set<string>()
  for (const route of routes) {
    const wanted = nameOf(route)
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = wanted + count
    taken.add(name)
    names.set(route, name)
  }
  return names
}

function nameOf(route: Route): string {
  const url = route.url.replace("/users/me", "/own-user").replace(/^\/conversation\//, "/conversation-page/")
  const segments = segmentsOf(url)
  const last = segments.at(-1) ?? ""
  const version = /^\/v([3-9])\//.exec(route.url)?.[1]
  const suffix = version === undefined ? "" : `V${version}`
  if (route.method === "POST" && deeds.has(last)) return last + words(segments.slice(0, -1), true) + suffix
  return verbOf(route) + words(segments, route.method === "POST") + suffix
}

/** Last parts of URLs that are said as verbs. */
const deeds = new Set(["forward", "merge", "replay", "revoke", "run", "split", "test"])

function verbOf(route: Route): string {
  switch (route.method) {
    case "GET":
      return isList(route) ? "list" : "get"
    case "POST":
      return "create"
    case "PUT":
      return "replace"
    case "PATCH":
      return "update"
    case "DELETE":
      return "delete"
  }
}

export function isList(route: Route): boolean {
  const shape = route.answers[200] as { type?: string; required?: string[] } | string | undefined
  if (typeof shape !== "object") return false
  return shape.type === "array" || (route.query !== undefined && shape.required?.includes("_embedded") === true)
}

function words(segments: string[], lastIsOne: boolean): string {
  return segments
    .map((segment, index) => {
      if (isParameter(segment)) return ""
      const next = segments[index + 1]
      const one = next === undefined ? lastIsOne : isParameter(next)
      return capitalised(one ? singular(segment) : segment)
    })
    .join("")
}

function segmentsOf(url: string): string[] {
  return url.split("/").filter((segment) => segment !== "" && !/^v\d+$/.test(segment))
}

function isParameter(segment: string): boolean {
  return segment.startsWith(":") || segment === "*"
}

function singular(noun: string): string {
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`
  if (/(x|ss|sh|ch|us)es$/.test(noun)) return noun.slice(0, -2)
  return /[^su]s$/.test(noun) ? noun.slice(0, -1) : noun
}

function capitalised(segment: string): string {
  return segment
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")
}
