import { setTimeout as pause } from "node:timers/promises"
import type { Random } from "../bad-input/random.ts"
import { patienceMs } from "../until.ts"
import type { Ground } from "./ground.ts"
import type { Acknowledgement, Attempt } from "./journal.ts"
import { creating, operationNamed, operations, type Target, tagging, tagsOf } from "./operations.ts"

const writers = 6
/** After anything but success: a desk that is away gets no flood. */
const retryPauseMs = 100
/** What others still write to: so few that writers meet at them. */
const sharedConversations = 8

export interface LoadOptions {
  ground: Ground
  /** Where to send; more than one where a client turns to the next when a connection is refused or lost. */
  origins: string[]
  /** Begins every token. */
  prefix: string
  random: Random
  /** Conversations to add threads to until the load has made its own. */
  conversationIds: number[]
}

/** Writers that send one request after the other until they are stopped. */
export class Load {
  readonly attempts: Attempt[] = []
  /** What was answered, and how often. */
  readonly statuses = new Map<number, number>()
  /** Answers of 500 and above that did not say when to try again, or told of the inside. */
  readonly improper: string[] = []
  acknowledged = 0
  readonly conversationIds: number[]
  /** Made by this load, each to be tagged once. */
  readonly #untagged: Required<Target>[] = []
  readonly #options: LoadOptions
  readonly #ended: Promise<unknown>
  #stopped = false
  #sent = 0

  constructor(options: LoadOptions) {
    this.#options = options
    this.conversationIds = [...options.conversationIds]
    this.#ended = Promise.all(Array.from({ length: writers }, () => this.#write()))
  }

  /** Ends with what is under way; a dead desk answers nothing. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#ended
  }

  async #write(): Promise<void> {
    const { prefix, random, ground } = this.#options
    while (!this.#stopped) {
      const wanted = random.pick(operations).name
      const untagged = wanted === tagging ? this.#untagged.shift() : undefined
      const attempt: Attempt = {
        token: `${prefix}${++this.#sent}`,
        operation: wanted === tagging && !untagged ? creating : wanted,
        target: untagged ?? {
          inboxId: ground.ids.inboxes.empty,
          conversationId: random.pick(this.conversationIds),
        },
        acknowledged: [],
      }
      this.attempts.push(attempt)
      await ground.journal.intend(attempt)
      if (!isSuccess(await this.send(attempt))) await pause(retryPauseMs)
    }
  }

  /** Sends it, the first time or again, and notes the answer; undefined where none came. */
  async send(attempt: Attempt, origins = this.#options.origins): Promise<number | undefined> {
    const { ground } = this.#options
    const answer = await sendAttempt(attempt, { origins, token: ground.token })
    if (answer === undefined) return undefined
    const { status, headers, text, acknowledgement } = answer
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (status >= 500 && (headers.get("Retry-After") === null || inside.test(text))) this.improper.push(text)
    if (acknowledgement) {
      await ground.journal.acknowledge(attempt.token, acknowledgement)
      attempt.acknowledged.push(acknowledgement)
      this.acknowledged++
      if (attempt.operation === creating) this.#share(attempt, acknowledgement.id)
    }
    return status
  }

  #share({ token, target }: Attempt, conversationId: number): void {
    this.#untagged.push({ ...target, conversationId, tags: tagsOf(token) })
    this.conversationIds.push(conversationId)
    if (this.conversationIds.length > sharedConversations) this.conversationIds.shift()
  }
}

export function isSuccess(status: number | undefined): boolean {
  return status === 201 || status === 204
}

export interface SentAnswer {
  status: number
  headers: Headers
  text: string
  acknowledgement?: Acknowledgement
}

/** Stacks, paths, SQL, and where the database is. */
const inside = /\n\s+at |node_modules|\.[jt]s:\d|\b(select|insert|update) \w|127\.0\.0\.1:\d+[^/\d]|ECONN/i

/** Undefined where no origin gave a whole answer. */
export async function sendAttempt(
  { token: key, operation: name, target }: Attempt,
  { origins, token }: { origins: string[]; token: string },
): Promise<SentAnswer | undefined> {
  const { request, answer: success = 201 } = operationNamed(name)
  const { method = "POST", path, body } = request(key, target)
  for (const origin of origins) {
    const answer = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => undefined)
    // A head without its end is no acknowledgement either.
    const text = await answer?.text().catch(() => undefined)
    if (!answer || text === undefined) continue
    const { status, headers } = answer
    const acknowledgement = status === 201 ? acknowledgementIn(headers) : acknowledgementOf(target)
    return { status, headers, text, ...(status === success && { acknowledgement }) }
  }
  return undefined
}

function acknowledgementIn(headers: Headers): Acknowledgement {
  return {
    id: Number(headers.get("Resource-ID")),
    location: new URL(headers.get("Location") ?? "").pathname,
  }
}

/** An answer without contents names nothing: it is about what was asked for. */
function acknowledgementOf({ conversationId: id }: Target): Acknowledgement {
  return { id, location: `/v2/conversations/${id}` }
}
