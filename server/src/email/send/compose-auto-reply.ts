import { linesAsMarkup, markupOf } from "../templates/markup.ts"
import { bodyOf } from "../templates/page.ts"
import { findThreadOfMail, listReferences } from "./load.ts"
import type { Written } from "./message.ts"
import type { Unwritten, Writing } from "./writing.ts"

/** The text of the inbox alone: not a word of whoever it goes to, for others could read it as ours. */
export async function composeAutoReply({ desk, mail, inbox }: Writing): Promise<Written | Unwritten> {
  const { db } = desk
  const thread = mail.thread_id === null ? undefined : await findThreadOfMail(db, mail.thread_id)
  if (!thread || !inbox) return { gone: "What was to be sent is not there any more" }
  const { auto_reply_subject: subject, auto_reply_text: text } = inbox
  const { references, inReplyTo } = await listReferences(db, thread, mail)
  return {
    subject: subject === "" ? "We have received your message" : subject,
    body: bodyOf(text === "" ? linesAsMarkup("Thank you for your message. We will answer soon.") : markupOf(text)),
    automatic: "auto-replied",
    references,
    ...(inReplyTo !== undefined && { inReplyTo }),
  }
}
