import { linesAsMarkup, markupOf } from "../templates/markup.ts"
import { type Quoted, replyBody } from "../templates/reply.ts"
import { textOf } from "../templates/text.ts"
import { Inlined } from "./attachments.ts"
import { findQuoted, findThreadOfMail, knowsHistory, listReferences, type ThreadOfMail } from "./load.ts"
import type { Written } from "./message.ts"
import { ratingLinks } from "./rating-links.ts"
import type { Unwritten, Writing } from "./writing.ts"

/** What an agent wrote, in a reply or with what they passed on. */
export async function composeReply(writing: Writing): Promise<Written | Unwritten> {
  const { desk, mail, inbox } = writing
  const { db } = desk
  const thread = mail.thread_id === null ? undefined : await findThreadOfMail(db, mail.thread_id)
  if (!thread || !inbox) return { gone: "What was to be sent is not there any more" }
  const files = await Inlined.load(desk, mail, thread)
  if (files === "waits") return { waits: true }
  const message = markupOf(thread.body, files.sourceOf)
  const { references, inReplyTo } = await listReferences(db, thread, mail)
  return {
    subject: mail.kind === "reply" && references.length > 0 ? answering(thread.subject) : thread.subject,
    body: replyBody({
      message,
      signature: inbox.signature === "" ? undefined : markupOf(inbox.signature),
      ratingLinks: mail.kind === "reply" && inbox.rating_requests ? ratingLinks(writing) : [],
      missing: files.missing,
      quoted: mail.kind === "reply" ? await quotedIn(writing, thread) : undefined,
    }),
    references,
    ...(thread.automatic && { automatic: "auto-generated" as const }),
    ...(inReplyTo !== undefined && { inReplyTo }),
    attachments: await files.contents(),
  }
}

export function answering(subject: string): string {
  return /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`
}

const longestQuote = 20_000

async function quotedIn({ desk, mail }: Writing, thread: ThreadOfMail): Promise<Quoted | undefined> {
  const { db } = desk
  const addresses = mail.recipients.map(({ address }) => address)
  if (!(await knowsHistory(db, thread, addresses))) return undefined
  const last = await findQuoted(db, thread)
  if (!last) return undefined
  // As text: what strangers wrote does not bring its pictures and tricks along under the name of the desk.
  const text = textOf(/<[a-z!/]/i.test(last.body) ? last.body : linesAsMarkup(last.body).text)
  return { author: last.author, at: last.created_at, body: linesAsMarkup(text.slice(0, longestQuote)) }
}
