import type { ParsedMessage } from "../parse/message.ts"
import { isReadReceipt } from "../parse/reports/read-receipts.ts"
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
  const values = (name: string) => valuesOf(headers, name)
  const has = (...names: string[]) => names.some((name) => values(name).length > 0)
  const signs: [Sign, boolean][] = [
    ["auto-submitted", values("auto-submitted").some((value) => !["no", ""].includes(wordOf(value)))],
    ["auto-response-suppress", values("x-auto-response-suppress").some((value) => suppressing.test(value))],
    ["precedence", values("precedence").some((value) => unasked.has(wordOf(value)))],
    [
      "list",
      has("list-id", "list-unsubscribe", "list-post") || values("precedence").some((one) => wordOf(one) === "list"),
    ],
    ["autoreply", namesAutoresponder(headers)],
    ["loop", has("x-loop")],
    ["feedback", has("feedback-id")],
    ["null-sender", hasNullSender(headers, envelope)],
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

/**
 * Whether it is an automatic answer to a mail: out of office, "we received your message", a read receipt. Alarms and
 * website forms (`Auto-Submitted: auto-generated`) are none: they are news, though a machine sends them.
 */
export function isAutomaticAnswer(message: ParsedMessage, envelope: Envelope): boolean {
  const { headers, from, subject, inReplyTo } = message
  if (isReadReceipt(message)) return true
  if (message.report) return false
  if (valuesOf(headers, "auto-submitted").some((value) => /^auto-replied\b/.test(value))) return true
  if (valuesOf(headers, "precedence").some((value) => wordOf(value) === "auto_reply")) return true
  if (namesAutoresponder(headers)) return true
  const signs = automaticSigns({ headers, envelope, from: from?.address })
  if (awaySubject.test(subject)) return signs.some((sign) => answering.has(sign) || sign === "auto-response-suppress")
  return signs.includes("null-sender") && inReplyTo.length > 0 && !signs.includes("auto-submitted")
}

/** How mail programs begin the subject of an automatic answer, in the languages that they have. */
const awaySubject = new RegExp(
  `^(?:${[
    "auto(?:matic)?[- ]?(?:reply|response)\\b|auto:|ooo\\b|out of (?:the )?office\\b|away from (?:the )?office\\b",
    "automatische (?:antwort|beantwoording)\\b|abwesenheit|automatisch antwoord\\b|afwezig",
    "réponse automatique\\b|absence du bureau\\b|absent(?:e)? du bureau\\b",
    "respuesta automática|fuera de (?:la )?oficina|resposta automática|risposta automatica|fuori (?:sede|ufficio)",
    "auto(?:matisk|matiskt)?[- ]?svar\\b|frånvar|fravær|automaattinen vastaus|poissa",
    "automatyczna odpowied|odpowiedź automatyczna|automatická odpov|automatikus válasz|răspuns automat",
    "автоматический ответ|автоответ|otomatik yanıt|自動返信|自动回复|自動回覆|자동 회신|부재중",
  ].join("|")})`,
  "i",
)

function valuesOf(headers: Signed["headers"], name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value.trim().toLowerCase())
}

function namesAutoresponder(headers: Signed["headers"]): boolean {
  return repliers.some((name) => valuesOf(headers, name).some((value) => !["no", "false", ""].includes(value)))
}

function hasNullSender(headers: Signed["headers"], envelope: Envelope): boolean {
  return envelope.from === "" || valuesOf(headers, "return-path").some((value) => /^<\s*>$/.test(value))
}

/** Without parameters. */
function wordOf(value: string): string {
  return value.split(";")[0]?.trim() ?? ""
}

const suppressing = /\b(all|autoreply|oof)\b/
const unasked = new Set(["bulk", "junk", "auto_reply"])
const repliers = ["x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponse", "x-mail-autoreply"]
const machine =
  /^(mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|.*-request|owner-.*|.*-owner|bounces?|.*-bounces?)([+=].*)?$/i
