import type { Role } from "@deskhand/contract/people/user"
import { type Sql, sql } from "../db/db.ts"

/** What a route demands. `public` needs nobody, `signed-in` any viewer; the rest follow the role below. */
export type Permission = "public" | "signed-in" | Right

const rights = {
  reading: [
    "conversations:read",
    "customers:read",
    "events:read",
    "inboxes:read",
    "organizations:read",
    "ratings:read",
    "reports:read",
    "tags:read",
    "teams:read",
    "users:read",
  ],
  /** What light users may write too. */
  noting: [
    "notes:write",
    "own-preferences:write",
    "own-profile:write",
    "own-reads:write",
    "own-status:write",
    "presence:write",
    "views:write",
  ],
  working: ["conversations:write", "customers:write", "organizations:write", "saved-replies:write", "tags:write"],
  /** How the desk works. Only owners and admins; their tokens need the scope `full` to write any of it. */
  configuring: [
    "account:read",
    "apps:read",
    "audit:read",
    "inbox-settings:write",
    "mail:read",
    "mail:write",
    "metrics:read",
    "office-hours:write",
    "others-status:write",
    "properties:write",
    "teams:write",
    "webhooks:read",
    "webhooks:write",
    "workflows:write",
  ],
  /** Who may do what, and where mail comes from and goes. Tokens need the scope `administration`. */
  administering: ["account:write", "apps:write", "inboxes:write", "users:write"],
} as const
type Right = (typeof rights)[keyof typeof rights][number]

/** How far a token goes, inside what its user may do. From narrow to wide: each includes all before it. */
export const scopes = ["read-only", "drafts-only", "full", "administration"] as const
export type Scope = (typeof scopes)[number]

export function isWithin(scope: Scope, limit: Scope): boolean {
  return scopes.indexOf(scope) <= scopes.indexOf(limit)
}

/** Who is asking. Every read carries the viewer's inboxes into its SQL. */
export interface Viewer {
  userId: number
  role: Role
  /** Sessions have the widest. */
  scope: Scope
  /** Whether an app calls with a token that it got by its own secret, rather than by somebody's consent. */
  isApp?: boolean
  /** Whether a person calls with a session, from the web application, rather than a program with a token. */
  hasSession?: true
  /** Those given to them; for owners and admins all there are. */
  inboxIds: number[]
}

const rightsOf: Record<Role, ReadonlySet<string>> = {
  owner: new Set(Object.values(rights).flat()),
  admin: new Set(Object.values(rights).flat()),
  user: new Set([...rights.reading, ...rights.noting, ...rights.working]),
  "light user": new Set([...rights.reading, ...rights.noting]),
}

/** Both the role and the token must allow it. */
export function may(viewer: Viewer, permission: Permission): boolean {
  return roleMay(viewer, permission) && isWithin(scopeFor(permission), viewer.scope)
}

export function roleMay({ role }: Viewer, permission: Permission): boolean {
  return permission === "public" || permission === "signed-in" || rightsOf[role].has(permission)
}

/** The narrowest scope of a token that includes the permission. */
export function scopeFor(permission: Permission): Scope {
  if (permission === "public" || permission === "signed-in" || permission.endsWith(":read")) return "read-only"
  if (contains(rights.administering, permission)) return "administration"
  return contains(rights.configuring, permission) ? "full" : "drafts-only"
}

function contains(list: readonly string[], permission: string): boolean {
  return list.includes(permission)
}

/** Whether what it allows to write decides who somebody is or what they may see. */
export function changesRights(permission: Permission): boolean {
  return permission === "public" || permission === "signed-in" || !isWithin(scopeFor(permission), "drafts-only")
}

export function administers({ role }: Viewer): boolean {
  return role === "owner" || role === "admin"
}

/** The condition that keeps rows of other inboxes out; `column` names the row's inbox. */
export function visibleTo(viewer: Viewer, column: Sql): Sql {
  return sql`${column} = any(${viewer.inboxIds}::bigint[])`
}
