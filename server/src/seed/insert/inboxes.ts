import type { Db } from "../../db/db.ts"
import { insertDetails, insertRow, insertRows } from "./rows.ts"
import type { ChatStatus } from "./users.ts"

export interface NewInbox {
  name: string
  email: string
  signature?: string
  statusAfterReply?: "active" | "pending" | "closed"
  defaultAssigneeId?: number
  autoReplyEnabled?: boolean
  autoReplySubject?: string
  autoReplyText?: string
  createdAt: Date
  updatedAt?: Date
}

/** The standard folders come by a trigger. */
export async function insertInbox(db: Db, inbox: NewInbox): Promise<number> {
  return insertRow(db, "inboxes", { updatedAt: inbox.createdAt, ...inbox })
}

export interface InboxAccess {
  userId: number
  chatStatus?: ChatStatus
}

export async function giveAccess(db: Db, inboxId: number, users: InboxAccess[]): Promise<void> {
  await insertDetails(
    db,
    "inbox_users",
    users.map((user) => ({ inboxId, ...user })),
  )
}

export interface NewFolder {
  inboxId: number
  type: "team" | "custom"
  name: string
  teamId?: number
  query?: string
  position: number
  updatedAt: Date
}

export async function insertFolder(db: Db, folder: NewFolder): Promise<number> {
  return insertRow(db, "folders", { ...folder })
}

export interface NewCustomField<Label extends string> {
  inboxId: number
  name: string
  type: "singleline" | "multiline" | "date" | "number" | "dropdown"
  required?: boolean
  position: number
  options?: Label[]
}

export interface InsertedCustomField<Label extends string> {
  id: number
  options: Record<Label, number>
}

export async function insertCustomField<Label extends string>(
  db: Db,
  { options = [], ...field }: NewCustomField<Label>,
): Promise<InsertedCustomField<Label>> {
  const fieldId = await insertRow(db, "custom_fields", field)
  const optionIds = await insertRows(
    db,
    "custom_field_options",
    options.map((label, index) => ({ fieldId, label, position: index + 1 })),
  )
  const idsByLabel = Object.fromEntries(options.map((label, index) => [label, optionIds[index]]))
  return { id: fieldId, options: idsByLabel as Record<Label, number> }
}

export interface NewSavedReply {
  inboxId: number
  name: string
  text: string
  chatText?: string
  createdAt: Date
}

export async function insertSavedReply(db: Db, reply: NewSavedReply): Promise<number> {
  return insertRow(db, "saved_replies", { ...reply, updatedAt: reply.createdAt })
}

export interface NewRouting {
  inboxId: number
  state: "enabled" | "disabled"
  assignmentLimit?: number
  assignmentMethod?: "round_robin" | "balanced"
  users: { userId: number; lastAssignedAt?: Date }[]
}

export async function insertRouting(db: Db, { users, ...routing }: NewRouting): Promise<void> {
  await insertDetails(db, "routing", [routing])
  await insertDetails(
    db,
    "routing_users",
    users.map((user, index) => ({ inboxId: routing.inboxId, ...user, position: index + 1 })),
  )
}
