import type { Db } from "../../db/db.ts"
import { insertDetails, insertRow } from "./rows.ts"

export interface NewUser {
  type?: "user" | "system_user"
  firstName: string
  lastName: string
  email: string
  role: "admin" | "user" | "light user"
  mention: string
  timezone?: string
  photoUrl?: string
  jobTitle?: string
  phone?: string
  alternateEmails?: string[]
  lastVisitAt?: Date
  deactivatedAt?: Date
  createdAt: Date
  updatedAt?: Date
}

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const initials = [user.firstName, user.lastName].map((name) => [...name][0] ?? "").join("")
  return insertRow(db, "users", { type: "user", updatedAt: user.createdAt, ...user, initials })
}

export interface NewTeam {
  name: string
  mention: string
  memberIds: number[]
  createdAt: Date
}

export async function insertTeam(db: Db, { name, mention, memberIds, createdAt }: NewTeam): Promise<number> {
  const initials = name.slice(0, 1)
  const team = { type: "team", firstName: name, mention, initials, createdAt, updatedAt: createdAt }
  const teamId = await insertRow(db, "users", team)
  await insertDetails(
    db,
    "team_members",
    memberIds.map((userId) => ({ teamId, userId, createdAt })),
  )
  return teamId
}

export interface NewUserStatus {
  userId: number
  emailStatus: "active" | "away"
  emailUpdatedAt: Date
  emailPerformedById: number
  emailSource: "ui" | "api" | "presence_detection"
  customText?: string
  customEmoji?: string
  customEmojiName?: string
  chatStatus: ChatStatus
}

export type ChatStatus = "unavailable" | "available" | "assign" | "custom"

export async function insertUserStatuses(db: Db, statuses: NewUserStatus[]): Promise<void> {
  await insertDetails(
    db,
    "user_statuses",
    statuses.map((status) => ({ ...status })),
  )
}
