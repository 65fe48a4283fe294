import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"

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

/** Whoever asks; one desk is one company. */
export const OwnUser = Type.Object({
  ...profile,
  ...userType,
  ...visit,
  companyId: Type.Integer({ description: "Of the desk: always 1" }),
})
export type OwnUser = Type.Static<typeof OwnUser>

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

const Name = Type.String({ minLength: 1, maxLength: 80 })
const LastName = Type.String({ maxLength: 80 })
const Email = Type.String({ minLength: 3, maxLength: 254, description: "E-mail address, of nobody else" })
const emailAccess = Type.Optional(
  Type.Boolean({
    description: "Whether they may enter this inbox; false is the same as leaving it out. Default: true",
  }),
)
const Access = Type.Array(Type.Object({ id: Id, emailAccess }), {
  maxItems: 1000,
  description: "The inboxes they may enter, all of them; owners and admins enter every inbox without",
})
export type Access = Type.Static<typeof Access>

const editable = {
  role: Type.Optional(OneOf(["admin", "user", "light user"], { description: "`user` unless said otherwise" })),
  timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: "Such as `Europe/Berlin`" })),
  jobTitle: Type.Optional(Type.String({ maxLength: 60 })),
  phone: Type.Optional(Type.String({ maxLength: 60 })),
  mailboxes: Type.Optional(Access),
}

export const NewUser = Type.Object({
  firstName: Name,
  lastName: LastName,
  email: Email,
  ...editable,
  sendInvite: Type.Optional(Type.Boolean({ description: "Whether they are told; true unless said otherwise" })),
})
export type NewUser = Type.Static<typeof NewUser>

export const ChangedUser = Type.Object(
  {
    firstName: Type.Optional(Name),
    lastName: Type.Optional(LastName),
    email: Type.Optional(Email),
    ...editable,
    role: Type.Optional(Role),
    active: Type.Optional(Type.Boolean({ description: "`true` brings back who was deleted" })),
  },
  { description: "What is left out stays as it is; empty text takes a job title or phone away" },
)
export type ChangedUser = Type.Static<typeof ChangedUser>

/** What everybody changes of themselves; `PUT /session/email` changes the address. */
export const ChangedOwnUser = Type.Object(
  {
    firstName: Type.Optional(Name),
    lastName: Type.Optional(LastName),
    timezone: editable.timezone,
    jobTitle: editable.jobTitle,
    phone: editable.phone,
  },
  { description: "What is left out stays as it is; empty text removes a job title or phone" },
)
export type ChangedOwnUser = Type.Static<typeof ChangedOwnUser>

export const UserPath = Type.Object({ userId: Id })

const systemUserType = { type: OneOf(["system_user"]) }

export const SystemUser = Type.Object({ ...profile, ...systemUserType, ...visit })
export type SystemUser = Type.Static<typeof SystemUser>

export const ListedSystemUser = Type.Object({ ...profile, ...systemUserType })
export type ListedSystemUser = Type.Static<typeof ListedSystemUser>

export const SystemUserPage = PageOf("system_users", ListedSystemUser)

export const SystemUserQuery = Type.Object({
  mailbox: Type.Optional({ ...Id, description: "Only those who may enter it" }),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type SystemUserQuery = Type.Static<typeof SystemUserQuery>

export const SystemUserPath = Type.Object({ systemUserId: Id })

export const NewSystemUser = Type.Object({
  firstName: Name,
  lastName: Type.Optional(LastName),
  email: Type.Optional(Email),
  mailboxes: Type.Optional(Access),
})
export type NewSystemUser = Type.Static<typeof NewSystemUser>

export const ChangedSystemUser = Type.Object(
  {
    firstName: Type.Optional(Name),
    lastName: Type.Optional(LastName),
    email: Type.Optional(Email),
    mailboxes: Type.Optional(Access),
  },
  { description: "What is left out stays as it is" },
)
export type ChangedSystemUser = Type.Static<typeof ChangedSystemUser>
