import { findThreadOfMail, listReferences } from "./load.ts"
import type { MailDraft } from "./render.ts"
import type { Unwritten, Writing } from "./writing.ts"

/** The text of the inbox alone: not a word of whoever it goes to, for others could read it as ours. */
export async function composeAutoReply({ desk, mail, inbox }: Writing): Promise<MailDraft | Unwritten> {
  const { db } = desk
  const thread = mail.thread_id === null ? undefined : await findThreadOfMail(db, mail.thread_id)
  if (!thread || !inbox) return { gone: "What was to be sent is not there any more" }
  const { auto_reply_subject: subject, auto_reply_text: text } = inbox
  const { references, inReplyTo } = await listReferences(db, thread, mail)
  return {
    subject: subject === "" ? "We have received your message" : subject,
    contents: { kind: "auto-reply", text: text === "" ? "Thank you for your message. We will answer soon." : text },
    automatic: "auto-replied",
    references,
    ...(inReplyTo !== undefined && { inReplyTo }),
  }
}
