import Type from "typebox"
import { Id, Links, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"

const Color = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "Hex color such as `#4381b5`" })

const NewColor = Type.String({
  pattern: "^#[0-9a-fA-F]{6}$|^[a-zA-Z]+$",
  description:
    "Hex color, or `blue`, `green`, `grey` (or `gray`, `none`), `orange`, `pink`, `purple`, `red` or `yellow`. Answers always have the hex color",
})

export const Tag = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  slug: Type.String(),
  color: Color,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  ticketCount: Type.Integer({ description: "Conversations with it in the inboxes you may see" }),
  merging: Type.Optional(
    Type.Object(
      { intoId: Type.Integer(), total: Type.Integer(), done: Type.Integer() },
      { description: "It becomes another tag: of so many conversations so many are done" },
    ),
  ),
  _links: Links(["self"]),
})
export type Tag = Type.Static<typeof Tag>

export const TagPage = PageOf("tags", Tag)

export const TagQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const NewTag = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  color: Type.Optional(NewColor),
})
export type NewTag = Type.Static<typeof NewTag>

export const TagPath = Type.Object({ tagId: Id })

export const TagMerge = Type.Object({
  tagIds: Type.Array(Id, { minItems: 1, maxItems: 50, description: "Those that go" }),
})
export type TagMerge = Type.Static<typeof TagMerge>

/** A tag as it stands on a conversation. */
export const ConversationTag = Type.Object({
  id: Type.Integer(),
  color: Type.String(),
  tag: Type.String(),
  styles: Type.Object({ dark: tagStyle(), default: tagStyle() }),
})

function tagStyle() {
  const fill = Type.Object({ fill: Type.String() })
  return Type.Object({ background: fill, text: fill })
}
