import { OutgoingFailure } from "../../http/outgoing/safe-fetch.ts"
import type { Desk } from "../../http/route.ts"
import { decryptWebhookSecret, WebhookSecretUnreadable } from "../secrets.ts"
import type { Attempt, Claimed } from "./queue.ts"
import { readRetryAfter } from "./schedule.ts"
import { signedHeaders } from "./sign.ts"

/** What an attempt needs to know. */
export type Sendable = Pick<
  Claimed,
  | "webhook_id"
  | "url"
  | "header_prefix"
  | "secret"
  | "previous_secret"
  | "previous_secret_until"
  | "token"
  | "kind"
  | "body"
>

export interface Outcome {
  attempt: Attempt
  /** The receiver wants to be left alone for so long. */
  retryAfterSeconds: number | undefined
}

/** What became of a claim; one that was stopped says nothing of the receiver. */
export interface Result {
  claimed: Claimed
  outcome: Outcome | "forbidden" | "stopped"
}

/** One attempt, unless the owner may not know of it any more. */
export async function carryOut(desk: Sending, claimed: Claimed, signal?: AbortSignal): Promise<Result> {
  if (claimed.is_forbidden) return { claimed, outcome: "forbidden" }
  return { claimed, outcome: (await attempt(desk, claimed, signal)) ?? "stopped" }
}

type Sending = Pick<Desk, "config" | "outgoing" | "now">

/** From the look for its address to the end of its answer. */
export const limitMs = 10_000

/** As much of an answer is read; more of it nobody needs. */
const mostBytes = 16_384

/** One request, whatever comes of it. Undefined when it was told to stop before it ended. */
export async function attempt(
  { config, outgoing, now }: Sending,
  delivery: Sendable,
  signal?: AbortSignal,
): Promise<Outcome | undefined> {
  const at = now()
  const begunAt = performance.now()
  const { url, body, token, kind, header_prefix: ownPrefix } = delivery
  const prefixes = ownPrefix === null ? config.webhookHeaderPrefix : [ownPrefix]
  const ended = (result: Pick<Attempt, "status" | "error" | "response">): Attempt => ({
    at: at.toISOString(),
    ...result,
    durationMs: Math.round(performance.now() - begunAt),
  })
  try {
    const secrets = await secretsAt(config, delivery, at)
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "Deskhand",
      ...signedHeaders({ prefixes, kind, token, body, at, ...secrets }),
    }
    const request = { method: "POST", url, headers, body, limitMs, mostBytes, ...(signal && { signal }) } as const
    const answer = await outgoing.send(request)
    return {
      attempt: ended({ status: answer.status, error: null, response: excerptOf(answer.body) }),
      retryAfterSeconds: readRetryAfter([answer.headers["retry-after"] ?? []].flat()[0], now()),
    }
  } catch (error) {
    if (signal?.aborted) return undefined
    const isExplained = error instanceof OutgoingFailure || error instanceof WebhookSecretUnreadable
    const message = isExplained ? error.message : "Something unexpected went wrong here"
    return { attempt: ended({ status: null, error: message, response: "" }), retryAfterSeconds: undefined }
  }
}

async function secretsAt(
  config: Desk["config"],
  delivery: Sendable,
  at: Date,
): Promise<{ secret: string; previousSecret: string | undefined }> {
  const { webhook_id: id, previous_secret: previous, previous_secret_until: until } = delivery
  const overlaps = previous !== null && until !== null && at < until
  return {
    secret: await decryptWebhookSecret(config, id, delivery.secret),
    previousSecret: overlaps ? await decryptWebhookSecret(config, id, previous) : undefined,
  }
}

export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status <= 299
}

const excerptLength = 500

/** What a receiver says is shown to people as text: what cannot be seen is spelled out. */
export function excerptOf(body: Buffer): string {
  return body
    .toString("utf8")
    .slice(0, excerptLength)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
      character === "\n" || character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
}
