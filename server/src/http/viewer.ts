import type { Role } from "@deskhand/contract/user"
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
  noting: ["notes:write", "own-preferences:write", "own-status:write", "presence:write", "views:write"],
  working: ["conversations:write", "customers:write", "organizations:write", "saved-replies:write", "tags:write"],
  administering: [
    "account:read",
    "account:write",
    "apps:read",
    "apps:write",
    "audit:read",
    "inboxes:write",
    "mail:read",
    "metrics:read",
    "office-hours:write",
    "properties:write",
    "teams:write",
    "users:write",
    "webhooks:read",
    "webhooks:write",
    "workflows:write",
  ],
} as const
type Right = (typeof rights)[keyof typeof rights][number]

/** How far a token goes, inside what its user may do. */
export type Scope = "full" | "read-only" | "drafts-only"

/** Who is asking. Every read carries the viewer's inboxes into its SQL. */
export interface Viewer {
  userId: number
  role: Role
  scope: Scope
  /** Those given to them; for owners and admins all there are. */
  inboxIds: number[]
}

const rightsOf: Record<Role, ReadonlySet<string>> = {
  owner: new Set(Object.values(rights).flat()),
  admin: new Set(Object.values(rights).flat()),
  user: new Set([...rights.reading, ...rights.noting, ...rights.working]),
  "light user": new Set([...rights.reading, ...rights.noting]),
}

export function may(viewer: Viewer, permission: Permission): boolean {
  if (permission === "public" || permission === "signed-in") return true
  if (viewer.scope === "read-only" && !permission.endsWith(":read")) return false
  return rightsOf[viewer.role].has(permission)
}

/** Whether what it allows to write decides who somebody is or what they may see. */
export function changesRights(permission: Permission): boolean {
  return ["public", "signed-in", ...rights.administering].includes(permission)
}

export function administers({ role }: Viewer): boolean {
  return role === "owner" || role === "admin"
}

/** The condition that keeps rows of other inboxes out; `column` names the row's inbox. */
export function visibleTo(viewer: Viewer, column: Sql): Sql {
  return sql`${column} = any(${viewer.inboxIds}::bigint[])`
}
