import PostalMime, { type Address } from "postal-mime"
import type { MailAddress, ParsedMessage } from "./message.ts"

export interface Reader {
  read(raw: Buffer): Promise<ParsedMessage>
  close(): Promise<void>
}

export function openReader(): Reader {
  return { read, close: async () => {} }
}

async function read(raw: Buffer): Promise<ParsedMessage> {
  const mail = await PostalMime.parse(raw)
  const addresses = (list: Address[] | undefined) => (list ?? []).flatMap(addressOf)
  return {
    messageId: idsIn(mail.messageId)[0],
    inReplyTo: idsIn(mail.inReplyTo),
    references: idsIn(mail.references).slice(-50),
    from: mail.from && addressOf(mail.from)[0],
    replyTo: addresses(mail.replyTo),
    to: addresses(mail.to),
    cc: addresses(mail.cc),
    subject: mail.subject ?? "",
    date: mail.headers.find(({ key }) => key === "date")?.value,
    headers: mail.headers.map(({ key, value }) => [key, value]),
    body: mail.text ?? "",
    text: mail.text ?? "",
    attachments: mail.attachments.map(({ filename, mimeType, content, contentId }) => ({
      filename: filename ?? "attachment",
      mimeType,
      contents: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
      contentId: idsIn(contentId)[0],
      inline: contentId !== undefined,
    })),
    report: undefined,
    flags: [],
    incomplete: undefined,
  }
}

function addressOf({ name, address }: Address): MailAddress[] {
  return address === undefined || !address.includes("@") ? [] : [{ name, address }]
}

function idsIn(text: string | undefined): string[] {
  return [...(text ?? "").matchAll(/<([^<>]+)>/g)].map(([, id = ""]) => id)
}
