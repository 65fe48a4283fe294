import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "./common.ts"

export const Role = OneOf(["owner", "admin", "user", "light user"])
export type Role = Type.Static<typeof Role>

const profile = {
  id: Type.Integer(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.Optional(Type.String()),
  role: Type.Optional(Role),
  timezone: Type.String(),
  photoUrl: Type.Optional(Type.String()),
  initials: Type.String(),
  mention: Type.String(),
  jobTitle: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  alternateEmails: Type.Array(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  _links: Links(["self"]),
}

/** Only a user read alone says when they last came. */
const visit = { lastVisit: Type.Optional(Type.Union([Timestamp, Type.Null()])) }

const userType = { type: OneOf(["user", "team"]) }

export const User = Type.Object({ ...profile, ...userType, ...visit })
export type User = Type.Static<typeof User>

export const ListedUser = Type.Object({ ...profile, ...userType })
export type ListedUser = Type.Static<typeof ListedUser>

export const UserPage = PageOf("users", ListedUser)

export const UserQuery = Type.Object({
  email: Type.Optional(Type.String({ maxLength: 254, description: "The whole address, in whatever case" })),
  mailbox: Type.Optional(Id),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type UserQuery = Type.Static<typeof UserQuery>

export const UserPath = Type.Object({ userId: Id })

const systemUserType = { type: OneOf(["system_user"]) }

export const SystemUser = Type.Object({ ...profile, ...systemUserType, ...visit })
export type SystemUser = Type.Static<typeof SystemUser>

export const ListedSystemUser = Type.Object({ ...profile, ...systemUserType })
export type ListedSystemUser = Type.Static<typeof ListedSystemUser>

export const SystemUserPage = PageOf("system_users", ListedSystemUser)

export const SystemUserPath = Type.Object({ systemUserId: Id })
