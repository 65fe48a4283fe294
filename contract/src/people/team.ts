import Type from "typebox"
import { Id, Links, OneOf, PageOf, Timestamp } from "../common.ts"

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
  _links: Links(["members", "teamMembers"]),
})
export type Team = Type.Static<typeof Team>

export const TeamPage = PageOf("teams", Team)

export const TeamPath = Type.Object({ teamId: Id })

export const NewTeam = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: "Such as `Europe/Berlin`" })),
  memberIds: Type.Optional(Type.Array(Id, { maxItems: 1000, description: "Users who are in it from the start" })),
})
export type NewTeam = Type.Static<typeof NewTeam>

export const ChangedTeam = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  },
  { description: "What is left out stays as it is" },
)
export type ChangedTeam = Type.Static<typeof ChangedTeam>

export const ChangedMembers = Type.Object({
  addedUserIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  deletedUserIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
})
export type ChangedMembers = Type.Static<typeof ChangedMembers>
