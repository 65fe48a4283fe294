import type {
  Conversation,
  ConversationQuery,
  ConversationPage as PageSchema,
} from "@deskhand/contract/conversations/conversation"
import type { ConversationFields, NewSnooze } from "@deskhand/contract/conversations/conversation-change"
import type { Follower, FollowerPage as FollowerPageSchema } from "@deskhand/contract/conversations/follower"
import type { NewConversation, NewCustomerThread } from "@deskhand/contract/conversations/new-conversation"
import type {
  NewChatThread,
  NewForward,
  NewNote,
  NewPhoneCall,
  NewReply,
} from "@deskhand/contract/conversations/new-thread"
import type { UnreadConversations } from "@deskhand/contract/conversations/read"
import type { ConversationRouting } from "@deskhand/contract/inboxes/routing"
import type { ConversationMail } from "@deskhand/contract/mail/mail"
import type { Patch } from "@deskhand/contract/patch"
import type { Static } from "typebox"
import { ConversationMerged } from "../transport/error.ts"
import { type Filters, List, type PageFilters } from "../transport/list.ts"
import { jsonOf, type Transport } from "../transport/transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "../transport/writes.ts"
import { Attachments, transferTimeoutMs } from "./attachments.ts"
import { Threads } from "./threads.ts"

export type {
  Conversation,
  ConversationMail,
  ConversationRouting,
  Follower,
  NewChatThread,
  NewConversation,
  NewCustomerThread,
  NewForward,
  NewNote,
  NewPhoneCall,
  NewReply,
  NewSnooze,
  Patch,
}
export type ConversationPage = Static<typeof PageSchema>
export type FollowerPage = Static<typeof FollowerPageSchema>

export type ConversationFilters = Omit<Filters<ConversationQuery>, "customFieldsByIds"> & {
  /** Values by field id, `{ 7: "blue" }`, or pairs as the interface writes them, `["7:blue"]`. Needs `mailbox`. */
  customFieldsByIds?: Readonly<Record<number, string | number>> | readonly string[] | undefined
}

export interface CreatedConversation extends Created {
  /** Where people see it. */
  webLocation: string | undefined
}

export interface CreatedReply extends Created {
  /** `review` where there is something that its writer had not seen; a `draft` also while it can be undone. */
  state: "published" | "draft" | "review"
}

export interface Forwarded extends Created {
  /** The new conversation, with whom it was forwarded to. */
  conversationId: number
}

/** In 3 people have their real types: system users and teams are told apart from users. */
export type Version = 2 | 3

export interface GetConversationOptions {
  version?: Version
  /** Adds the newest threads, as `_embedded.threads`. */
  embed?: "threads"
  /** Gives the conversation that the one asked for was merged into, instead of throwing ConversationMerged. */
  followMerged?: boolean
}

export class Conversations extends List<ConversationFilters, ConversationPage, Conversation> {
  constructor(transport: Transport) {
    super(transport, "/v2/conversations")
  }

  /** Throws ConversationMerged, which names the new id, where the desk redirects; with `followMerged` it goes there. */
  async get(id: number, options: GetConversationOptions = {}): Promise<Conversation> {
    const { version = 2, embed, followMerged = false } = options
    const path = `/v${version}/conversations/${id}`
    const response = await this.transport.send("GET", path, { query: { embed } })
    const intoId = isRedirect(response) ? idIn(await this.#targetOf(path, response)) : undefined
    // A proxy redirects too, such as to HTTPS, and then the id stays.
    if (intoId === undefined || intoId === id) return jsonOf(response)
    if (followMerged) return this.get(intoId, options)
    throw new ConversationMerged({ id, intoId, logRef: response.headers.get("Correlation-Id") ?? undefined })
  }

  /** Browsers hide where a redirect leads, but tell where one that they followed has led. */
  async #targetOf(path: string, { type, headers }: Response): Promise<string> {
    if (type !== "opaqueredirect") return headers.get("Location") ?? ""
    return (await this.transport.send("GET", path, { redirect: "follow" })).url
  }

  async create(conversation: NewConversation, options: CreateOptions = {}): Promise<CreatedConversation> {
    const response = await this.transport.send("POST", "/v2/conversations", {
      json: conversation,
      headers: createHeaders(options),
      timeoutMs: transferTimeoutMs,
    })
    return createdConversationOf(response)
  }

  /** The others become part of this one; asked for, they answer ConversationMerged from now on. */
  async merge(id: number, otherIds: number[], options: CreateOptions & WriteOptions = {}): Promise<void> {
    await this.transport.send("POST", `/v2/conversations/${id}/merge`, {
      json: { conversationIds: otherIds },
      headers: { ...createHeaders(options), ...writeHeaders(options) },
    })
  }

  /** What to know of the mails of its threads. */
  mail(id: number): Promise<ConversationMail> {
    return this.transport.read(`/v2/conversations/${id}/mail`)
  }

  /** The id is that of the thread in this conversation. */
  async forward(id: number, forward: NewForward, options: CreateOptions & WriteOptions = {}): Promise<Forwarded> {
    const response = await this.transport.send("POST", `/v2/conversations/${id}/forward`, {
      json: forward,
      headers: { ...createHeaders(options), ...writeHeaders(options) },
      timeoutMs: transferTimeoutMs,
    })
    return { ...createdOf(response), conversationId: Number(response.headers.get("Conversation-ID")) }
  }

  /** The thread and those after it become a conversation of their own. */
  async split(id: number, threadId: number, options: CreateOptions & WriteOptions = {}): Promise<CreatedConversation> {
    const response = await this.transport.send("POST", `/v2/conversations/${id}/split`, {
      json: { threadId },
      headers: { ...createHeaders(options), ...writeHeaders(options) },
    })
    return createdConversationOf(response)
  }

  /** A new conversation with the same customer, for one that takes no more threads. It begins with a note that links to the old one. */
  async continue(id: number, options: CreateOptions & WriteOptions = {}): Promise<CreatedConversation> {
    const response = await this.transport.send("POST", `/v2/conversations/${id}/continue`, {
      headers: { ...createHeaders(options), ...writeHeaders(options) },
    })
    return createdConversationOf(response)
  }

  /** A message of a customer. It reopens the conversation unless it is `imported`. The id is the thread's. */
  async addCustomerThread(
    conversationId: number,
    thread: NewCustomerThread,
    options: CreateOptions = {},
  ): Promise<Created> {
    return createdOf(await this.#add(conversationId, "customer", { thread, options }))
  }

  async reply(conversationId: number, reply: NewReply, options: CreateOptions = {}): Promise<CreatedReply> {
    const response = await this.#add(conversationId, "reply", { thread: reply, options })
    return { ...createdOf(response), state: response.headers.get("Thread-State") as CreatedReply["state"] }
  }

  async addNote(conversationId: number, note: NewNote, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.#add(conversationId, "notes", { thread: note, options }))
  }

  /** What a customer wrote in a chat. */
  async addChat(conversationId: number, chat: NewChatThread, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.#add(conversationId, "chats", { thread: chat, options }))
  }

  async addPhoneCall(conversationId: number, call: NewPhoneCall, options: CreateOptions = {}): Promise<Created> {
    return createdOf(await this.#add(conversationId, "phones", { thread: call, options }))
  }

  #add(
    conversationId: number,
    place: string,
    { thread, options }: { thread: object; options: CreateOptions },
  ): Promise<Response> {
    return this.transport.send("POST", `/v2/conversations/${conversationId}/${place}`, {
      json: thread,
      headers: createHeaders(options),
      timeoutMs: transferTimeoutMs,
    })
  }

  /** One operation or several, such as `{ op: "replace", path: "/status", value: "closed" }`: all of them or none. */
  patch(id: number, patch: Patch, options: WriteOptions = {}): Promise<void> {
    return this.transport.patch(`/v2/conversations/${id}`, patch, options)
  }

  /** For whoever asks, until a customer writes again. */
  async markRead(id: number): Promise<void> {
    await this.transport.send("PUT", `/v2/conversations/${id}/read`)
  }

  async markUnread(id: number): Promise<void> {
    await this.transport.send("DELETE", `/v2/conversations/${id}/read`)
  }

  /** Which of these, at most 200, whoever asks has not read. */
  async listUnread(ids: number[]): Promise<number[]> {
    const query = { conversation: ids }
    return (await this.transport.read<Static<typeof UnreadConversations>>("/v2/users/me/unread", { query }))
      .conversationIds
  }

  /** Puts it into the Deleted folder; an admin restores it by replacing `/state`. */
  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/conversations/${id}`, options)
  }

  /** All it has from now on. */
  setTags(id: number, tags: string[], options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/conversations/${id}/tags`, { tags }, options)
  }

  /** All it has from now on. */
  setFields(id: number, fields: ConversationFields["fields"], options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/conversations/${id}/fields`, { fields }, options)
  }

  snooze(id: number, snooze: NewSnooze, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/conversations/${id}/snooze`, snooze, options)
  }

  wake(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/conversations/${id}/snooze`, options)
  }

  followers(id: number): List<PageFilters, FollowerPage, Follower> {
    return new List(this.transport, `/v2/conversations/${id}/followers`)
  }

  /** From now on the user of this client is notified of messages and notes in it. */
  follow(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`/v2/conversations/${id}/followers/me`, undefined, options)
  }

  unfollow(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/conversations/${id}/followers/me`, options)
  }

  /** Why routing has given it to nobody. */
  routing(id: number): Promise<ConversationRouting> {
    return this.transport.read(`/v2/conversations/${id}/routing`)
  }

  threads(conversationId: number, { version = 2 }: { version?: Version } = {}): Threads {
    return new Threads(this.transport, { conversationId, version })
  }

  attachments(conversationId: number): Attachments {
    return new Attachments(this.transport, conversationId)
  }
}

function createdConversationOf(response: Response): CreatedConversation {
  return { ...createdOf(response), webLocation: response.headers.get("Web-Location") ?? undefined }
}

function isRedirect({ status, type }: Response): boolean {
  return status === 301 || type === "opaqueredirect"
}

function idIn(address: string): number | undefined {
  const id = /\/conversations\/(\d+)$/.exec(address)?.[1]
  return id === undefined ? undefined : Number(id)
}
