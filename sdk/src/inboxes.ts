import type { CustomField, CustomFieldPage as FieldPageSchema } from "@deskhand/contract/custom-field"
import type { Folder, FolderPage as FolderPageSchema } from "@deskhand/contract/folder"
import type { Inbox, InboxPage as PageSchema } from "@deskhand/contract/inbox"
import type { Routing } from "@deskhand/contract/routing"
import type { Static } from "typebox"
import { List, type PageFilters } from "./list.ts"
import { SavedReplies } from "./saved-replies.ts"
import type { Transport } from "./transport.ts"

export type { CustomField, Folder, Inbox, Routing }
export type CustomFieldPage = Static<typeof FieldPageSchema>
export type FolderPage = Static<typeof FolderPageSchema>
export type InboxPage = Static<typeof PageSchema>

/** What the wire calls mailboxes. */
export class Inboxes extends List<PageFilters, InboxPage, Inbox> {
  constructor(transport: Transport) {
    super(transport, "/v2/mailboxes")
  }

  get(id: number): Promise<Inbox> {
    return this.transport.read(`/v2/mailboxes/${id}`)
  }

  folders(id: number): List<PageFilters, FolderPage, Folder> {
    return new List(this.transport, `/v2/mailboxes/${id}/folders`)
  }

  /** The fields that its conversations can have. */
  fields(id: number): List<PageFilters, CustomFieldPage, CustomField> {
    return new List(this.transport, `/v2/mailboxes/${id}/fields`)
  }

  routing(id: number): Promise<Routing> {
    return this.transport.read(`/v2/mailboxes/${id}/routing`)
  }

  savedReplies(id: number): SavedReplies {
    return new SavedReplies(this.transport, id)
  }
}
