import Type from "typebox"
import { OneOf, PageOf, Timestamp } from "./common.ts"

export const FolderType = OneOf([
  "unassigned",
  "mytickets",
  "needsattention",
  "drafts",
  "assigned",
  "snoozed",
  "closed",
  "spam",
  "deleted",
  "team",
  "custom",
])
export type FolderType = Type.Static<typeof FolderType>

export const Folder = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: FolderType,
  userId: Type.Integer({ description: "Whose it is: you for `mytickets`, 0 for the rest" }),
  totalCount: Type.Optional(
    Type.Integer({ description: "Conversations in it; left out where the query of a `custom` one cannot be read" }),
  ),
  activeCount: Type.Optional(Type.Integer({ description: "Active ones among them; left out as `totalCount` is" })),
  updatedAt: Timestamp,
})
export type Folder = Type.Static<typeof Folder>

export const FolderPage = PageOf("folders", Folder)
