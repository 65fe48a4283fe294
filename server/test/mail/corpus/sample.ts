import type { DeliveryReport, Incomplete, MessageFlag } from "../../../src/email/parse/message.ts"

/** A message as it comes, and what is to be read in it. What is not named must not be there. */
export interface Sample {
  name: string
  raw: Buffer
  subject?: string
  /** The address; null where it is nobody's. */
  from?: string | null
  fromName?: string
  /** Only looked at where it is given. */
  replyTo?: string[]
  original?: string
  /** Each in the text. */
  text?: string[]
  /** Each in the markup. */
  body?: string[]
  /** None of them in the markup. */
  bodyLacks?: string[]
  /** What of it is folded away, by words in it; and by words outside. */
  folded?: { inside: string[]; outside: string[] }
  /** Names of files, those shown in the text with `*`. */
  files?: string[]
  flags?: MessageFlag[]
  incomplete?: Incomplete
  report?: DeliveryReport
}

const usual: [string, string][] = [
  ["From", "Ann Lee <ann@customer.example>"],
  ["To", "Help <help@desk.example>"],
  ["Subject", "Where is my order?"],
  ["Date", "Mon, 4 Mar 2024 10:00:00 +0100"],
  ["Message-ID", "<1@customer.example>"],
  ["MIME-Version", "1.0"],
]

/** Fields in the place of the usual ones or after them; null leaves a usual one out. */
export type Fields = Record<string, string | null>

export function mail(fields: Fields, body: string | Buffer): Buffer {
  const names = new Set(usual.map(([name]) => name))
  const lines = [
    ...usual.map(([name, value]) => [name, name in fields ? fields[name] : value] as const),
    ...Object.entries(fields).filter(([name]) => !names.has(name)),
  ].flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name}: ${value}`]))
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`)
  return Buffer.concat([head, typeof body === "string" ? Buffer.from(lineEnds(body)) : body])
}

export function lineEnds(text: string): string {
  return text.replace(/\r?\n/g, "\r\n")
}

/** Parts between boundaries; each is its fields, an empty line and its body. */
export function parts(boundary: string, ...all: string[]): string {
  return `${all.map((part) => `--${boundary}\n${part}\n`).join("")}--${boundary}--\n`
}

export function multipart(kind: string, ...all: string[]): [Fields, string] {
  return [{ "Content-Type": `multipart/${kind}; boundary="=_b1"` }, parts("=_b1", ...all)]
}

export function textPart(text: string): string {
  return `Content-Type: text/plain; charset=utf-8\n\n${text}`
}

export function htmlPart(html: string): string {
  return `Content-Type: text/html; charset=utf-8\n\n${html}`
}

export function filePart(type: string, filename: string, contents = "contents", more = ""): string {
  const base64 = Buffer.from(contents).toString("base64")
  return `Content-Type: ${type}\nContent-Disposition: attachment; filename=${filename}\nContent-Transfer-Encoding: base64\n${more}\n${base64}`
}

/** A picture of one dot. */
export const dot = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

export function picturePart(id: string, type = "image/gif"): string {
  return `Content-Type: ${type}; name="dot.gif"\nContent-ID: <${id}>\nContent-Disposition: inline; filename="dot.gif"\nContent-Transfer-Encoding: base64\n\n${dot}`
}
