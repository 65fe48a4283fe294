import { BulkActions } from "./conversations/bulk-actions.ts"
import { Conversations } from "./conversations/conversations.ts"
import { Ratings } from "./conversations/ratings.ts"
import { Search } from "./conversations/search.ts"
import { Tags } from "./conversations/tags.ts"
import { Views } from "./conversations/views.ts"
import { Customers } from "./customers/customers.ts"
import { Organizations } from "./customers/organizations.ts"
import { CustomerProperties } from "./customers/properties.ts"
import { Account } from "./desk/account.ts"
import { Apps } from "./desk/apps.ts"
import { AuditLog } from "./desk/audit-log.ts"
import { Events } from "./desk/events.ts"
import { Reports } from "./desk/reports.ts"
import { Webhooks } from "./desk/webhooks.ts"
import { Workflows } from "./desk/workflows.ts"
import { Inboxes } from "./inboxes/inboxes.ts"
import { MailSenders } from "./mail/mail-senders.ts"
import { Messages } from "./mail/messages.ts"
import { SentMails } from "./mail/outgoing-mails.ts"
import { type Credentials, tokenSource } from "./transport/tokens.ts"
import { Transport, type TransportOptions } from "./transport/transport.ts"
import { Notifications } from "./users/notifications.ts"
import { OwnSessions } from "./users/own-sessions.ts"
import { PersonalTokens } from "./users/personal-tokens.ts"
import { Presences } from "./users/presence.ts"
import { PushSubscriptions } from "./users/push-subscriptions.ts"
import { Session } from "./users/session.ts"
import { SystemUsers } from "./users/system-users.ts"
import { Teams } from "./users/teams.ts"
import { Users } from "./users/users.ts"

export type * from "./conversations/attachments.ts"
export { attachmentOf } from "./conversations/attachments.ts"
export type * from "./conversations/bulk-actions.ts"
export type * from "./conversations/conversations.ts"
export type * from "./conversations/ratings.ts"
export type * from "./conversations/search.ts"
export type * from "./conversations/tags.ts"
export type * from "./conversations/threads.ts"
export type * from "./conversations/views.ts"
export type * from "./customers/customers.ts"
export type * from "./customers/organizations.ts"
export type * from "./customers/properties.ts"
export type { AccountShape, ChangedAccount, FirstSteps } from "./desk/account.ts"
export type * from "./desk/apps.ts"
export type * from "./desk/audit-log.ts"
export type * from "./desk/events.ts"
export type * from "./desk/reports.ts"
export type * from "./desk/webhooks.ts"
export type * from "./desk/workflows.ts"
export type * from "./inboxes/inboxes.ts"
export type * from "./inboxes/saved-replies.ts"
export type * from "./mail/mail-senders.ts"
export type * from "./mail/messages.ts"
export type * from "./mail/outgoing-mails.ts"
export { ConversationMerged, DeskhandError, type FieldError } from "./transport/error.ts"
export { etagOf } from "./transport/etags.ts"
export type { List, PageFilters } from "./transport/list.ts"
export type {
  AppCredentials,
  Credentials,
  PersonalCredentials,
  RefreshCredentials,
  RefreshedTokens,
  SessionCredentials,
} from "./transport/tokens.ts"
export type { Created, CreateOptions, WriteOptions } from "./transport/writes.ts"
export type * from "./users/notifications.ts"
export type * from "./users/own-sessions.ts"
export type * from "./users/personal-tokens.ts"
export type * from "./users/presence.ts"
export type * from "./users/push-subscriptions.ts"
export type { NewSetup, ResetLinkState, Setup, SignedIn } from "./users/session.ts"
export type * from "./users/system-users.ts"
export type * from "./users/teams.ts"
export type * from "./users/users.ts"

export type DeskhandClientOptions = Credentials & TransportOptions

/**
 * A typed client of one desk. Methods give what the service answers, as the contract says it, or throw DeskhandError.
 * `new DeskhandClient({ baseUrl: "https://desk.example.com", token })`
 *
 * What this file exports is stable, and so is the pattern of the nouns: `list(filters)` gives one page, `all(filters)`
 * every item, `pages(filters)` every page, `get(id)` one; what belongs to one thing takes its id first, as in
 * `conversations.threads(id).all()`. The other files are for the client itself.
 */
export class DeskhandClient {
  readonly conversations: Conversations
  readonly customers: Customers
  readonly customerProperties: CustomerProperties
  readonly organizations: Organizations
  readonly users: Users
  readonly systemUsers: SystemUsers
  readonly teams: Teams
  readonly inboxes: Inboxes
  readonly messages: Messages
  readonly sentMails: SentMails
  readonly mailSenders: MailSenders
  readonly tags: Tags
  readonly ratings: Ratings
  readonly reports: Reports
  readonly webhooks: Webhooks
  readonly workflows: Workflows
  readonly apps: Apps
  readonly auditLog: AuditLog
  readonly bulkActions: BulkActions
  readonly views: Views
  readonly search: Search
  readonly events: Events
  readonly account: Account
  readonly presence: Presences
  readonly personalTokens: PersonalTokens
  readonly session: Session
  readonly sessions: OwnSessions
  readonly notifications: Notifications
  readonly pushSubscriptions: PushSubscriptions
  readonly #transport: Transport

  constructor(options: DeskhandClientOptions) {
    const transport = new Transport(options, (transport) => tokenSource(options, transport))
    this.conversations = new Conversations(transport)
    this.customers = new Customers(transport)
    this.customerProperties = new CustomerProperties(transport)
    this.organizations = new Organizations(transport)
    this.users = new Users(transport)
    this.systemUsers = new SystemUsers(transport)
    this.teams = new Teams(transport)
    this.inboxes = new Inboxes(transport)
    this.messages = new Messages(transport)
    this.sentMails = new SentMails(transport)
    this.mailSenders = new MailSenders(transport)
    this.tags = new Tags(transport)
    this.ratings = new Ratings(transport)
    this.reports = new Reports(transport)
    this.webhooks = new Webhooks(transport)
    this.workflows = new Workflows(transport)
    this.apps = new Apps(transport)
    this.auditLog = new AuditLog(transport)
    this.bulkActions = new BulkActions(transport)
    this.views = new Views(transport)
    this.search = new Search(transport)
    this.events = new Events(transport)
    this.account = new Account(transport)
    this.presence = new Presences(transport)
    this.personalTokens = new PersonalTokens(transport)
    this.session = new Session(transport)
    this.sessions = new OwnSessions(transport)
    this.notifications = new Notifications(transport)
    this.pushSubscriptions = new PushSubscriptions(transport)
    this.#transport = transport
  }

  /** The OpenAPI document of the desk, for which no token is sent. */
  openapi(): Promise<OpenApiDocument> {
    return this.#transport.read("/openapi.json", { anonymous: true })
  }
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, unknown>>
  [more: string]: unknown
}
