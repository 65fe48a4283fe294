import { Account } from "./account.ts"
import { Apps } from "./apps.ts"
import { AuditLog } from "./audit-log.ts"
import { BulkActions } from "./bulk-actions.ts"
import { Conversations } from "./conversations.ts"
import { Customers } from "./customers.ts"
import { Events } from "./events.ts"
import { Inboxes } from "./inboxes.ts"
import { MailSenders } from "./mail-senders.ts"
import { Messages } from "./messages.ts"
import { Organizations } from "./organizations.ts"
import { SentMails } from "./outgoing-mails.ts"
import { OwnSessions } from "./own-sessions.ts"
import { PersonalTokens } from "./personal-tokens.ts"
import { Presences } from "./presence.ts"
import { CustomerProperties } from "./properties.ts"
import { PushSubscriptions } from "./push-subscriptions.ts"
import { Ratings } from "./ratings.ts"
import { Reports } from "./reports.ts"
import { Session } from "./session.ts"
import { SystemUsers } from "./system-users.ts"
import { Tags } from "./tags.ts"
import { Teams } from "./teams.ts"
import { type Credentials, tokenSource } from "./tokens.ts"
import { Transport, type TransportOptions } from "./transport.ts"
import { Users } from "./users.ts"
import { Views } from "./views.ts"
import { Webhooks } from "./webhooks.ts"
import { Workflows } from "./workflows.ts"

export type { AccountShape, ChangedAccount } from "./account.ts"
export type * from "./apps.ts"
export type * from "./attachments.ts"
export { attachmentOf } from "./attachments.ts"
export type * from "./audit-log.ts"
export type * from "./bulk-actions.ts"
export type * from "./conversations.ts"
export type * from "./customers.ts"
export { ConversationMerged, DeskhandError, type FieldError } from "./error.ts"
export { etagOf } from "./etags.ts"
export type * from "./events.ts"
export type * from "./inboxes.ts"
export type { List, PageFilters } from "./list.ts"
export type * from "./mail-senders.ts"
export type * from "./messages.ts"
export type * from "./organizations.ts"
export type * from "./outgoing-mails.ts"
export type * from "./own-sessions.ts"
export type * from "./personal-tokens.ts"
export type * from "./presence.ts"
export type * from "./properties.ts"
export type * from "./push-subscriptions.ts"
export type * from "./ratings.ts"
export type * from "./reports.ts"
export type * from "./saved-replies.ts"
export type { NewSetup, ResetLinkState, Setup, SignedIn } from "./session.ts"
export type * from "./system-users.ts"
export type * from "./tags.ts"
export type * from "./teams.ts"
export type * from "./threads.ts"
export type {
  AppCredentials,
  Credentials,
  PersonalCredentials,
  RefreshCredentials,
  RefreshedTokens,
  SessionCredentials,
} from "./tokens.ts"
export type * from "./users.ts"
export type * from "./views.ts"
export type * from "./webhooks.ts"
export type * from "./workflows.ts"
export type { Created, CreateOptions, WriteOptions } from "./writes.ts"

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
  readonly events: Events
  readonly account: Account
  readonly presence: Presences
  readonly personalTokens: PersonalTokens
  readonly session: Session
  readonly sessions: OwnSessions
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
    this.events = new Events(transport)
    this.account = new Account(transport)
    this.presence = new Presences(transport)
    this.personalTokens = new PersonalTokens(transport)
    this.session = new Session(transport)
    this.sessions = new OwnSessions(transport)
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
