import type { NewReply, PatchOperation, Thread } from "@deskhand/sdk/client"
import { desk, statusOf } from "../../data/client.ts"

export interface Contents {
  html: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
}

export interface Outcome {
  threadId: number
  state: Thread["state"]
}

type Sending = Pick<NewReply, "status" | "undoSeconds" | "lastSeenThreadId">

/** What the desk takes for a message of nothing but files. */
const noWords = "<p></p>"

export function wordsIn(body: string): string {
  return body === noWords ? "" : body
}

/** Keeps a reply on the desk while it is written, and sends it. One thing is done after the other, in the order asked. */
export class DraftSaver {
  readonly #conversationId: number
  #threadId: number | undefined
  #saved: Contents | undefined
  readonly #written = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()

  /** With the thread that the desk has already, and what is in it as far as that is known. */
  constructor(conversationId: number, threadId?: number, saved?: Contents) {
    this.#conversationId = conversationId
    this.#threadId = threadId
    this.#saved = saved
  }

  /** Whether a text that the desk shows came from here, and may only be an older one. */
  hasWritten(html: string): boolean {
    return this.#written.has(html)
  }

  /** Gives the thread it is kept in. Nothing is kept of nothing, unless it must be, as for files. */
  save(contents: Contents, { must = false } = {}): Promise<number | undefined> {
    return this.#inTurn(async () => {
      if (contents.html === "" && !must) await this.#remove()
      else await this.#write(contents)
      return this.#threadId
    })
  }

  send(contents: Contents, sending: Sending): Promise<Outcome> {
    return this.#inTurn(async () => {
      const threads = desk.conversations.threads(this.#conversationId)
      const threadId = this.#threadId
      if (threadId === undefined) {
        const { id, state } = await desk.conversations.reply(this.#conversationId, { ...bodyOf(contents), ...sending })
        return { threadId: id, state }
      }
      const replacements = Object.entries(sending).map(([name, value]) => replace(name, value))
      const changes = changesOf(this.#saved, contents)
      const state = await threads.patch(threadId, [...changes, ...replacements, replace("state", "published")])
      return { threadId, state: state ?? "published" }
    })
  }

  discard(): Promise<void> {
    return this.#inTurn(() => this.#remove())
  }

  async #write(contents: Contents): Promise<void> {
    const threads = desk.conversations.threads(this.#conversationId)
    const changes = changesOf(this.#saved, contents)
    this.#written.add(contents.html)
    if (this.#threadId !== undefined && changes.length > 0)
      await threads.patch(this.#threadId, changes).catch((error: unknown) => {
        // It was thrown away elsewhere, while somebody goes on writing it here.
        if (statusOf(error) !== 404) throw error
        this.#threadId = undefined
      })
    if (this.#threadId === undefined) {
      const { id } = await desk.conversations.reply(this.#conversationId, { ...bodyOf(contents), draft: true })
      this.#threadId = id
    }
    this.#saved = contents
  }

  async #remove(): Promise<void> {
    const threadId = this.#threadId
    this.#threadId = undefined
    this.#saved = undefined
    if (threadId === undefined) return
    await desk.conversations
      .threads(this.#conversationId)
      .delete(threadId)
      .catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error
      })
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(task)
    this.#last = done.catch(() => {})
    return done
  }
}

function bodyOf({ html, to, cc, bcc }: Contents): NewReply {
  return { text: html || noWords, ...(to.length > 0 && { to: [...to] }), cc: [...cc], bcc: [...bcc] }
}

function changesOf(before: Contents | undefined, { html, to, cc, bcc }: Contents): PatchOperation[] {
  const after = { text: html || noWords, to, cc, bcc }
  const had = before && { text: before.html || noWords, to: before.to, cc: before.cc, bcc: before.bcc }
  return (["text", "to", "cc", "bcc"] as const)
    .filter((name) => JSON.stringify(had?.[name]) !== JSON.stringify(after[name]))
    .map((name) => replace(name, after[name]))
}

function replace(name: string, value: unknown): PatchOperation {
  return { op: "replace", path: `/${name}`, value }
}
