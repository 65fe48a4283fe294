import Type from "typebox"
import { Id, Links, OneOf, PageOf, Timestamp } from "./common.ts"

export const Team = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: OneOf(["team"]),
  timezone: Type.String(),
  photoUrl: Type.Optional(Type.String()),
  initials: Type.String(),
  mention: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  _links: Links(["members"]),
})
export type Team = Type.Static<typeof Team>

export const TeamPage = PageOf("teams", Team)

export const TeamPath = Type.Object({ teamId: Id })
