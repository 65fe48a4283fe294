import Type from "typebox"
import { Links, PageNumber, PageOf, PageSize, Timestamp } from "./common.ts"

const Colour = Type.String({ pattern: "^#[0-9a-fA-F]{6}$", description: "Hex colour such as `#4381b5`" })

export const Tag = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  slug: Type.String(),
  color: Colour,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  ticketCount: Type.Integer({ description: "Conversations with it in the inboxes you may see" }),
  _links: Links(["self"]),
})
export type Tag = Type.Static<typeof Tag>

export const TagPage = PageOf("tags", Tag)

export const TagQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const NewTag = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  color: Type.Optional(Colour),
})
export type NewTag = Type.Static<typeof NewTag>

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
