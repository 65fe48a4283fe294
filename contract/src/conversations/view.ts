import Type from "typebox"
import { Id, Links, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"
import { ConversationQuery } from "./conversation.ts"

const asked = ConversationQuery.properties

/** As the list of conversations takes them. */
export const ViewFilters = Type.Object({
  query: asked.query,
  mailbox: asked.mailbox,
  folder: asked.folder,
  folderType: asked.folderType,
  status: asked.status,
  tag: asked.tag,
  assigned_to: asked.assigned_to,
  customFieldsByIds: asked.customFieldsByIds,
  sortField: asked.sortField,
  sortOrder: asked.sortOrder,
})
export type ViewFilters = Type.Static<typeof ViewFilters>

export const View = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  filters: ViewFilters,
  shared: Type.Boolean({ description: "Whether everybody sees it, each with the conversations that they may see" }),
  order: Type.Integer(),
  userId: Type.Integer({ description: "Whose it is" }),
  totalCount: Type.Optional(
    Type.Integer({
      description: "Conversations in it; left out where its filters cannot be read, or counts are not wanted",
    }),
  ),
  activeCount: Type.Optional(Type.Integer({ description: "Active ones among them; left out as `totalCount` is" })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  _links: Links(["self", "conversations"]),
})
export type View = Type.Static<typeof View>

export const ViewPage = PageOf("views", View)

export const ViewQuery = Type.Object({
  counts: Type.Optional(Type.Boolean({ description: "`false` leaves the counts out" })),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})

const Name = Type.String({ minLength: 1, maxLength: 120 })
const Order = Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Where it stands; without it, last" })

export const NewView = Type.Object({
  name: Name,
  filters: ViewFilters,
  shared: Type.Optional(Type.Boolean()),
  order: Type.Optional(Order),
})
export type NewView = Type.Static<typeof NewView>

export const ChangedView = Type.Object(
  {
    name: Type.Optional(Name),
    filters: Type.Optional(ViewFilters),
    shared: Type.Optional(Type.Boolean()),
    order: Type.Optional(Order),
  },
  { description: "What is left out stays as it is; filters are replaced as a whole" },
)
export type ChangedView = Type.Static<typeof ChangedView>

export const ViewPath = Type.Object({ viewId: Id })
