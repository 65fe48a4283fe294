import type { Envelope } from "./envelope.ts"

/** By what it shows that a machine sent a message, or that it went to many. */
export type Sign =
  | "auto-submitted"
  | "auto-response-suppress"
  | "precedence"
  | "list"
  | "autoreply"
  | "loop"
  | "feedback"
  | "null-sender"
  | "report"
  | "sender"

export interface Signed {
  headers: [name: string, value: string][]
  envelope: Envelope
  /** The address of the From header. */
  from: string | undefined
}

/** Nothing is answered by itself where there is any (RFC 3834, and what others write instead). */
export function automaticSigns({ headers, envelope, from }: Signed): Sign[] {
  const values = (name: string) =>
    headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim().toLowerCase())
  const has = (...names: string[]) => names.some((name) => values(name).length > 0)
  const nullSender = envelope.from === "" || values("return-path").some((value) => /^<\s*>$/.test(value))
  const signs: [Sign, boolean][] = [
    ["auto-submitted", values("auto-submitted").some((value) => !["no", ""].includes(wordOf(value)))],
    ["auto-response-suppress", values("x-auto-response-suppress").some((value) => suppressing.test(value))],
    ["precedence", values("precedence").some((value) => unasked.has(wordOf(value)))],
    [
      "list",
      has("list-id", "list-unsubscribe", "list-post") || values("precedence").some((one) => wordOf(one) === "list"),
    ],
    ["autoreply", repliers.some((name) => values(name).some((value) => !["no", "false", ""].includes(value)))],
    ["loop", has("x-loop")],
    ["feedback", has("feedback-id")],
    ["null-sender", nullSender],
    ["report", values("content-type").some((value) => wordOf(value) === "multipart/report")],
    ["sender", from !== undefined && machine.test(from.slice(0, from.lastIndexOf("@")).slice(0, 64))],
  ]
  return signs.flatMap(([sign, found]) => (found ? [sign] : []))
}

/**
 * Whether it answers by itself, as one who is away has set it up. A customer who writes through a list or from an
 * address that takes no mail has still written.
 */
export function answersByItself(signs: Sign[]): boolean {
  return signs.some((sign) => answering.has(sign))
}

const answering = new Set<Sign>(["auto-submitted", "precedence", "autoreply", "null-sender", "report"])

/** Without parameters. */
function wordOf(value: string): string {
  return value.split(";")[0]?.trim() ?? ""
}

const suppressing = /\b(all|autoreply|oof)\b/
const unasked = new Set(["bulk", "junk", "auto_reply"])
const repliers = ["x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponse"]
const machine =
  /^(mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|.*-request|owner-.*|.*-owner|bounces?|.*-bounces?)([+=].*)?$/i
