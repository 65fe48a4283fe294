import type { ThreadPage as PageSchema, Thread, ThreadQuery } from "@deskhand/contract/thread"
import type { Static } from "typebox"
import { type Filters, List } from "./list.ts"
import type { Transport } from "./transport.ts"

export type { Thread }
export type ThreadPage = Static<typeof PageSchema>

/** The threads of one conversation, newest first. */
export class Threads extends List<Filters<Static<typeof ThreadQuery>>, ThreadPage, Thread> {
  readonly #conversationId: number

  constructor(transport: Transport, { conversationId, version }: { conversationId: number; version: 2 | 3 }) {
    super(transport, `/v${version}/conversations/${conversationId}/threads`)
    this.#conversationId = conversationId
  }

  /** Always as version 2 has it. */
  get(threadId: number): Promise<Thread> {
    return this.transport.read(`/v2/conversations/${this.#conversationId}/threads/${threadId}`)
  }
}
