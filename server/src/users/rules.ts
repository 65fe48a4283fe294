import type { Role } from "@deskhand/contract/people/user"
import { DeskError, type FieldError, forbidden, invalid } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"

export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName].map((name) => [...name][0] ?? "").join("")
}

/** What the owner is called until they say otherwise. */
export const unnamed = { firstName: "Desk", lastName: "Owner" }

export function isUnnamed({ firstName, lastName }: { firstName: string; lastName: string }): boolean {
  return firstName === unnamed.firstName && lastName === unnamed.lastName
}

/** What a handle is made of: names in plain letters, else the address, because anybody must be able to type it. */
export function mentionOf({ names, email, separator }: { names: string[]; email?: string; separator: string }): string {
  const mention = names
    .map(plainOf)
    .filter((part) => part !== "")
    .join(separator)
  return mention || plainOf(email?.split("@")[0] ?? "") || "somebody"
}

function plainOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 25)
}

export function refuseUnknownTimezone(timezone: string | undefined): void {
  if (timezone === undefined || isTimezone(timezone)) return
  const message = "must be the name of a time zone, such as Europe/Berlin"
  throw invalid({ path: "timezone", message, rejectedValue: timezone, source: "JSON" })
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    // An offset is no place, and knows nothing of summer.
    return /^[a-z]/i.test(name)
  } catch {
    return false
  }
}

interface Changed {
  id: number
  role: Role | null
}

/** From least to most rights. */
const ranks: readonly (Role | null)[] = [null, "light user", "user", "admin", "owner"]

/**
 * Nobody obtains, replaces or redirects a credential that acts with more rights than their own: no app, reset link or
 * address of such a user. Every operation that touches something acting for somebody else calls this (ADR 66).
 */
export function refuseMoreRights(viewer: Viewer, user: Changed, fields: FieldError[] = []): void {
  if (viewer.userId === user.id || ranks.indexOf(user.role) <= ranks.indexOf(viewer.role)) return
  throw new DeskError(403, "more_rights", "This acts for somebody with more rights than you; ask them to do it", {
    fields,
  })
}

/** Whoever may write users may make and unmake admins; the owner stays the owner, and nobody changes their own role. */
export function refuseRole(viewer: Viewer, user: Changed, role: Role | undefined): void {
  refuseMoreRights(viewer, user)
  if (role === undefined || role === user.role) return
  if (role === "owner" || user.role === "owner") throw forbidden("The owner of a desk cannot be changed here")
  if (viewer.userId === user.id) throw forbidden("Nobody changes their own role; ask another admin")
}

export function refuseRemoval(viewer: Viewer, user: Changed): void {
  if (user.role === "owner") throw forbidden("The owner of a desk cannot be deleted")
  if (viewer.userId === user.id) throw forbidden("Nobody deletes themselves; ask another admin")
}
