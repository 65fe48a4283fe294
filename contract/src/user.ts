import Type from "typebox"
import { Links, OneOf, Timestamp } from "./common.ts"

export const Role = OneOf(["owner", "admin", "user", "light user"])
export type Role = Type.Static<typeof Role>

export const User = Type.Object({
  id: Type.Integer(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.Optional(Type.String()),
  role: Type.Optional(Role),
  timezone: Type.String(),
  type: OneOf(["user", "team"]),
  photoUrl: Type.Optional(Type.String()),
  initials: Type.String(),
  mention: Type.String(),
  jobTitle: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  alternateEmails: Type.Array(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastVisit: Type.Optional(Type.Union([Timestamp, Type.Null()])),
  _links: Links(["self"]),
})
export type User = Type.Static<typeof User>
