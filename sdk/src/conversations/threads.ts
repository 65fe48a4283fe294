import type {
  NewAttachment,
  ThreadPage as PageSchema,
  Thread,
  ThreadQuery,
} from "@deskhand/contract/conversations/thread"
import type { NewSchedule, OriginalSource } from "@deskhand/contract/conversations/thread-change"
import type { Patch } from "@deskhand/contract/patch"
import type { Static } from "typebox"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import {
  type Created,
  type CreateOptions,
  createdOf,
  createHeaders,
  type WriteOptions,
  writeHeaders,
} from "../transport/writes.ts"
import { transferTimeoutMs } from "./attachments.ts"

export type { NewSchedule, Thread }
export type ThreadPage = Static<typeof PageSchema>

/** The threads of one conversation, newest first. */
export class Threads extends List<Filters<Static<typeof ThreadQuery>>, ThreadPage, Thread> {
  readonly #path: string

  constructor(transport: Transport, { conversationId, version }: { conversationId: number; version: 2 | 3 }) {
    super(transport, `/v${version}/conversations/${conversationId}/threads`)
    this.#path = `/v2/conversations/${conversationId}/threads`
  }

  /** Always as version 2 has it. */
  get(threadId: number): Promise<Thread> {
    return this.transport.read(`${this.#path}/${threadId}`)
  }

  /**
   * Its `/text`, whether it is `/hidden`, its `/state`: `published` sends a draft or confirms a reply in review, `draft`
   * takes back one that can still be undone. Of a draft also `/to`, `/cc`, `/bcc`, `/status` and `/assignTo`. Gives the
   * state that sending, confirming or taking back has led to.
   */
  async patch(threadId: number, patch: Patch, options: WriteOptions = {}): Promise<Thread["state"] | undefined> {
    const { headers } = await this.transport.send("PATCH", `${this.#path}/${threadId}`, {
      json: patch,
      headers: writeHeaders(options),
      timeoutMs: transferTimeoutMs,
    })
    return (headers.get("Thread-State") as Thread["state"] | null) ?? undefined
  }

  /** Notes, drafts and replies in review. */
  delete(threadId: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`${this.#path}/${threadId}`, options)
  }

  /** The text as it was first written; 404 with the code `no_message` where it came by no mail and was never edited. */
  async originalText(threadId: number): Promise<string> {
    return (await this.transport.read<OriginalSource>(`${this.#path}/${threadId}/original-source`)).original
  }

  /** The message as it came by mail; undefined where there is only a text, otherwise as `originalText`. */
  async originalMessage(threadId: number): Promise<Uint8Array | undefined> {
    const response = await this.transport.send("GET", `${this.#path}/${threadId}/original-source`, {
      headers: { Accept: "message/rfc822" },
      timeoutMs: transferTimeoutMs,
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return response.headers.get("Content-Type")?.startsWith("message/rfc822") ? bytes : undefined
  }

  /** Has a draft sent at some moment, instead of any that was set before. */
  schedule(threadId: number, schedule: NewSchedule, options: WriteOptions = {}): Promise<void> {
    return this.transport.put(`${this.#path}/${threadId}/schedule`, schedule, options)
  }

  /** Does not wait for the time of a scheduled draft. */
  sendScheduled(threadId: number, options: WriteOptions = {}): Promise<void> {
    const patch: Patch = { op: "replace", path: "/state", value: "published" }
    return this.transport.patch(`${this.#path}/${threadId}/schedule`, patch, options)
  }

  /** Leaves a plain draft. */
  unschedule(threadId: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`${this.#path}/${threadId}/schedule`, options)
  }

  async addAttachment(threadId: number, attachment: NewAttachment, options: CreateOptions = {}): Promise<Created> {
    const response = await this.transport.send("POST", `${this.#path}/${threadId}/attachments`, {
      json: attachment,
      headers: createHeaders(options),
      timeoutMs: transferTimeoutMs,
    })
    return createdOf(response)
  }
}
