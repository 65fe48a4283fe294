import type { ChangedInbox, Inbox, ListedInbox, NewInbox, InboxPage as PageSchema } from "@deskhand/contract/inbox"
import type { ChangedRouting, Routing } from "@deskhand/contract/routing"
import type { Static } from "typebox"
import { CustomFields } from "./custom-fields.ts"
import { Folders } from "./folders.ts"
import { List, type PageFilters } from "./list.ts"
import { SavedReplies } from "./saved-replies.ts"
import type { Transport } from "./transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "./writes.ts"

export type { CustomField, CustomFieldPage } from "./custom-fields.ts"
export type { Folder, FolderPage } from "./folders.ts"
export type { ChangedInbox, ChangedRouting, Inbox, ListedInbox, NewInbox, Routing }
export type InboxPage = Static<typeof PageSchema>

/** What the wire calls mailboxes. */
export class Inboxes extends List<PageFilters, InboxPage, ListedInbox> {
  constructor(transport: Transport) {
    super(transport, "/v2/mailboxes")
  }

  get(id: number): Promise<Inbox> {
    return this.transport.read(`/v2/mailboxes/${id}`)
  }

  async create(inbox: NewInbox, options: CreateOptions = {}): Promise<Created> {
    const headers = createHeaders(options)
    return createdOf(await this.transport.send("POST", "/v2/mailboxes", { json: inbox, headers }))
  }

  /** What is left out stays as it is. */
  async change(id: number, inbox: ChangedInbox, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v2/mailboxes/${id}`, { json: inbox, headers: writeHeaders(options) })
  }

  /** Only one without conversations. */
  async delete(id: number, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("DELETE", `/v2/mailboxes/${id}`, { headers: writeHeaders(options) })
  }

  /** Everybody who may enter it, beside owners and admins. */
  async setUsers(id: number, userIds: number[], options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v2/mailboxes/${id}/users`, { json: { userIds }, headers: writeHeaders(options) })
  }

  folders(id: number): Folders {
    return new Folders(this.transport, id)
  }

  /** The fields that its conversations can have. */
  fields(id: number): CustomFields {
    return new CustomFields(this.transport, id)
  }

  routing(id: number): Promise<Routing> {
    return this.transport.read(`/v2/mailboxes/${id}/routing`)
  }

  async setRouting(id: number, routing: ChangedRouting, options: WriteOptions = {}): Promise<void> {
    await this.transport.send("PUT", `/v2/mailboxes/${id}/routing`, { json: routing, headers: writeHeaders(options) })
  }

  savedReplies(id: number): SavedReplies {
    return new SavedReplies(this.transport, id)
  }
}
