import { Conversations } from "./conversations.ts"
import { Inboxes } from "./inboxes.ts"
import { Tags } from "./tags.ts"
import { type Credentials, tokenSource } from "./tokens.ts"
import { Transport, type TransportOptions } from "./transport.ts"
import { Users } from "./users.ts"

export type { ConversationPage, Version } from "./conversations.ts"
export { ConversationMerged, DeskhandError, type FieldError } from "./error.ts"
export { etagOf } from "./etags.ts"
export type { InboxPage } from "./inboxes.ts"
export type { TagPage } from "./tags.ts"
export type { Created } from "./writes.ts"

export type DeskhandClientOptions = Credentials & TransportOptions

/**
 * A typed client of one desk. Methods give what the service answers, as the contract says it, or throw DeskhandError.
 * `new DeskhandClient({ baseUrl: "https://desk.example.com", token })`
 */
export class DeskhandClient {
  readonly conversations: Conversations
  readonly users: Users
  readonly inboxes: Inboxes
  readonly tags: Tags
  readonly #transport: Transport

  constructor(options: DeskhandClientOptions) {
    this.#transport = new Transport(options, (transport) => tokenSource(options, transport))
    this.conversations = new Conversations(this.#transport)
    this.users = new Users(this.#transport)
    this.inboxes = new Inboxes(this.#transport)
    this.tags = new Tags(this.#transport)
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
