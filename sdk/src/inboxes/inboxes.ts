import type {
  ChangedInbox,
  Inbox,
  ListedInbox,
  NewInbox,
  InboxPage as PageSchema,
} from "@deskhand/contract/inboxes/inbox"
import type { ChangedRouting, Routing } from "@deskhand/contract/inboxes/routing"
import type {
  InboxMailStatus,
  MailStatus,
  MailStatusList,
  PlusAddressTest,
} from "@deskhand/contract/mail/outgoing-mail"
import type { Static } from "typebox"
import { InboxMessages } from "../mail/messages.ts"
import { OutgoingMails } from "../mail/outgoing-mails.ts"
import { List, type PageFilters } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import type { Created, CreateOptions, WriteOptions } from "../transport/writes.ts"
import { CustomFields } from "./custom-fields.ts"
import { Folders } from "./folders.ts"
import { MailConnections } from "./mail-connections.ts"
import { SavedReplies } from "./saved-replies.ts"

export type { CustomField, CustomFieldPage } from "./custom-fields.ts"
export type { Folder, FolderPage } from "./folders.ts"
export type {
  MailConnection,
  MailConnectionPage,
  MailConnectionTrial,
  NewMailConnection,
  ReplacedMailConnection,
} from "./mail-connections.ts"
export type {
  ChangedInbox,
  ChangedRouting,
  Inbox,
  InboxMailStatus,
  ListedInbox,
  MailStatus,
  NewInbox,
  PlusAddressTest,
  Routing,
}
export type InboxPage = Static<typeof PageSchema>

/** What the wire calls mailboxes. */
export class Inboxes extends List<PageFilters, InboxPage, ListedInbox> {
  constructor(transport: Transport) {
    super(transport, "/v2/mailboxes")
  }

  get(id: number): Promise<Inbox> {
    return this.transport.read(`/v2/mailboxes/${id}`)
  }

  create(inbox: NewInbox, options: CreateOptions = {}): Promise<Created> {
    return this.transport.post("/v2/mailboxes", inbox, options)
  }

  /** What is left out stays as it is. */
  change(id: number, inbox: ChangedInbox, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/mailboxes/${id}`, inbox, options)
  }

  /** Only one without conversations. */
  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/mailboxes/${id}`, options)
  }

  /** Everybody who may enter it, beside owners and admins. */
  setUsers(id: number, userIds: number[], options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/mailboxes/${id}/users`, { userIds }, options)
  }

  /** Mails that came to it. */
  messages(id: number): InboxMessages {
    return new InboxMessages(this.transport, id)
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

  setRouting(id: number, routing: ChangedRouting, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/mailboxes/${id}/routing`, routing, options)
  }

  mailConnections(id: number): MailConnections {
    return new MailConnections(this.transport, id)
  }

  /** Whether mail goes out, of all that one may see. */
  mailStatuses(): Promise<MailStatusList> {
    return this.transport.read("/v2/mail-status")
  }

  /** Whether its mail goes out, and what waits. */
  mailStatus(id: number): Promise<MailStatus> {
    return this.transport.read(`/v2/mailboxes/${id}/mail-status`)
  }

  /** Sends a mail from it to its own plus address; `mailStatus` says whether it arrived. */
  async testPlusAddress(id: number): Promise<PlusAddressTest> {
    return jsonOf(await this.transport.send("POST", `/v2/mailboxes/${id}/plus-address-test`))
  }

  outgoing(id: number): OutgoingMails {
    return new OutgoingMails(this.transport, id)
  }

  savedReplies(id: number): SavedReplies {
    return new SavedReplies(this.transport, id)
  }
}
