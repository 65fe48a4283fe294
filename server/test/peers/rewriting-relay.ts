import { headerOf, type ScriptedRelay, scriptedRelay, type TakenMail } from "./smtp.ts"
import { SmtpLine } from "./smtp-line.ts"

/** A relay that gives each mail a Message-ID of its own, as Amazon SES and Microsoft 365 do. */
export interface RewritingRelay extends ScriptedRelay {
  /** What others get, in its order. */
  delivered: string[]
  /** Where it passes on mail for this domain, such as to the desk's own receiver; undefined loses it. */
  route: { domain: string; port: number } | undefined
}

export async function rewritingRelay(): Promise<RewritingRelay> {
  const relay = await scriptedRelay()
  let rewritten = 0
  const rewriting: RewritingRelay = Object.assign(relay, { delivered: [], route: undefined })
  relay.answers.data = async ({ raw, sender, recipients }) => {
    const id = `010001${(++rewritten).toString(16).padStart(10, "0")}-000000@eu-west-1.amazonses.com`
    const mail = raw.replace(/^Message-ID:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/im, `Message-ID: <${id}>`)
    rewriting.delivered.push(mail)
    const { route } = rewriting
    const local = recipients.filter((address) => route !== undefined && address.endsWith(`@${route.domain}`))
    if (route && local.length > 0) await submitMail(route.port, { sender, recipients: local, raw: mail })
    return undefined
  }
  return rewriting
}

/** Hands a mail over by SMTP. Throws where it is refused. */
export async function submitMail(port: number, { sender, recipients, raw }: TakenMail): Promise<void> {
  const line = await SmtpLine.open(port)
  await line.answer()
  const commands = [
    "EHLO relay.example",
    `MAIL FROM:<${sender}>`,
    ...recipients.map((address) => `RCPT TO:<${address}>`),
    "DATA",
    `${raw.replace(/^\./gm, "..")}${raw.endsWith("\r\n") ? "" : "\r\n"}.`,
  ]
  for (const command of commands) {
    const answer = await line.say(command)
    if (!/^[23]/.test(answer)) throw new Error(`${command.slice(0, 100)}: ${answer}`)
  }
  line.close()
}

/** What a mail program writes to answer a mail: with its references and its id behind them. */
export function answerTo(raw: string, { from, to, text }: { from: string; to?: string; text: string }): string {
  const id = headerOf(raw, "message-id") ?? ""
  const lines = [
    `From: ${from}`,
    `To: ${to ?? headerOf(raw, "reply-to") ?? headerOf(raw, "from")}`,
    `Subject: ${headerOf(raw, "subject")}`,
    `In-Reply-To: ${id}`,
    `References: ${[headerOf(raw, "references"), id].filter(Boolean).join(" ")}`,
    `Message-ID: <${crypto.randomUUID()}@elsewhere.example>`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
  ]
  return lines.join("\r\n")
}

/** What a mail server says of a mail that nobody took, with the head of what came back. */
export function bounceOf(raw: string, { to, recipient }: { to: string; recipient: string }): string {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n"))
  const lines = [
    "From: Mail Delivery System <mailer-daemon@elsewhere.example>",
    `To: ${to}`,
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <${crypto.randomUUID()}@elsewhere.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    "MIME-Version: 1.0",
    "",
    "--part",
    "Content-Type: text/plain",
    "",
    "It could not be delivered.",
    "--part",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; elsewhere.example",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 no such user",
    "",
    "--part",
    "Content-Type: text/rfc822-headers",
    "",
    head,
    "--part--",
    "",
  ]
  return lines.join("\r\n")
}
