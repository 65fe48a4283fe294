import { domainToASCII } from "node:url"
import MailComposer from "nodemailer/lib/mail-composer"
import type { Body } from "../../templates/page.ts"
import type { Recipient } from "../owe.ts"

/** What a mail says, before it is known how it goes out. */
export interface Written extends MailHead {
  body: Body
  attachments?: MailAttachment[]
}

export interface MailHead {
  subject: string
  /** The one that the mail carries to itself stands last: see ADR 72. */
  references?: string[]
  inReplyTo?: string
  /** Somebody's program does not answer it, and it says that nobody wrote it. */
  automatic?: "auto-replied" | "auto-generated"
}

export interface MailAttachment {
  filename: string
  mimeType: string
  contents: Buffer
  /** It is shown inside the text, which names it by this. */
  cid?: string
}

export interface Addressing {
  from: { name: string; address: string }
  /** Without it answers go to who it is from. */
  replyTo?: string
  recipients: Recipient[]
  messageId: string
  date: Date
}

/** The whole message. What people wrote stands in headers only encoded, and on one line. */
export function rawOf(written: Written, { from, replyTo, recipients, messageId, date }: Addressing): Promise<Buffer> {
  const { references = [], inReplyTo, automatic, attachments = [] } = written
  const named = (role: Recipient["role"]) =>
    recipients.filter((recipient) => recipient.role === role).map(({ address }) => ({ name: "", address }))
  const composer = new MailComposer({
    from: { name: onOneLine(from.name), address: from.address },
    to: named("to"),
    cc: named("cc"),
    ...(replyTo !== undefined && { replyTo }),
    subject: onOneLine(written.subject),
    messageId: `<${messageId}>`,
    date,
    ...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>` }),
    ...(references.length > 0 && { references: references.map((id) => `<${id}>`) }),
    headers: automatic ? automaticHeaders(automatic) : {},
    text: withPlainLines(written.body.text),
    html: withPlainLines(written.body.html),
    attachments: attachments.map(({ filename, mimeType, contents, cid }) => ({
      filename: onOneLine(filename),
      contentType: onOneLine(mimeType),
      content: contents,
      ...(cid !== undefined && { cid }),
    })),
    newline: "win",
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return new Promise((resolve, reject) => {
    composer.compile().build((error, raw) => (error || !raw ? reject(error) : resolve(raw)))
  })
}

function automaticHeaders(automatic: NonNullable<Written["automatic"]>): Record<string, string> {
  return {
    "Auto-Submitted": automatic,
    // Programs that know nothing of the first one know one of these.
    "X-Auto-Response-Suppress": "All",
    Precedence: "bulk",
  }
}

export function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
}

/** Half a line end is read by some as a whole one, and then as the end of the mail. */
function withPlainLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "")
}

/** As it stands in SMTP commands: only what is before the @ may need letters beyond ASCII. */
export function envelopeAddress(address: string): string {
  const at = address.lastIndexOf("@")
  const domain = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`
}
