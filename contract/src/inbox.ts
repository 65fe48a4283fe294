import Type from "typebox"
import { Id, Links, PageNumber, PageOf, PageSize, Timestamp } from "./common.ts"

export const Inbox = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  slug: Type.String({ pattern: "^[0-9a-f]{16}$" }),
  email: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  _links: Links(["self", "fields", "folders"]),
})
export type Inbox = Type.Static<typeof Inbox>

export const InboxPage = PageOf("mailboxes", Inbox)

export const InboxQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const InboxPath = Type.Object({ mailboxId: Id })
