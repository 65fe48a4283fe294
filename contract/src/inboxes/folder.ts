import Type from "typebox"
import { Id, OneOf, PageOf, Timestamp } from "../common.ts"

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

const listed = {
  id: Type.Integer(),
  name: Type.String(),
  type: FolderType,
  userId: Type.Integer({ description: "Whose it is: you for `mytickets`, 0 for the rest" }),
  totalCount: Type.Optional(
    Type.Integer({ description: "Conversations in it; left out where the query of a `custom` one cannot be read" }),
  ),
  activeCount: Type.Optional(Type.Integer({ description: "Active ones among them; left out as `totalCount` is" })),
  updatedAt: Timestamp,
}

export const ListedFolder = Type.Object(listed)
export type ListedFolder = Type.Static<typeof ListedFolder>

/** Only a folder read alone tells what it asks for. */
export const Folder = Type.Object({
  ...listed,
  query: Type.Optional(Type.String({ description: "Of a `custom` one" })),
  teamId: Type.Optional(Type.Integer({ description: "Of a `team` one" })),
})
export type Folder = Type.Static<typeof Folder>

export const FolderPage = PageOf("folders", ListedFolder)

const Name = Type.String({ minLength: 1, maxLength: 120 })
const SavedQuery = Type.String({ minLength: 1, maxLength: 2048, description: "As in the list of conversations" })

export const NewFolder = Type.Object(
  {
    name: Type.Optional(Name),
    query: Type.Optional(SavedQuery),
    teamId: Type.Optional(Id),
  },
  {
    description: "A custom one has `name` and `query`; a team's has `teamId`, and its own name unless another is given",
  },
)
export type NewFolder = Type.Static<typeof NewFolder>

export const ChangedFolder = Type.Object(
  { name: Type.Optional(Name), query: Type.Optional(SavedQuery) },
  { description: "What is left out stays as it is" },
)
export type ChangedFolder = Type.Static<typeof ChangedFolder>

export const FolderPath = Type.Object({ mailboxId: Id, folderId: Id })
