import { loadFiles } from "./attachments.ts"
import { findQuoted, findThreadOfMail, knowsHistory, listReferences, type ThreadOfMail } from "./load.ts"
import { ratingLinks } from "./rating-links.ts"
import type { MailContents, MailDraft } from "./render.ts"
import type { Unwritten, Writing } from "./writing.ts"

/** What an agent wrote, in a reply or with what they passed on. */
export async function composeReply(writing: Writing): Promise<MailDraft | Unwritten> {
  const { desk, mail, inbox } = writing
  const { db } = desk
  const thread = mail.thread_id === null ? undefined : await findThreadOfMail(db, mail.thread_id)
  if (!thread || !inbox) return { gone: "What was to be sent is not there any more" }
  const loaded = await loadFiles(desk, mail, thread)
  if (loaded === "waits") return { waits: true }
  const { references, inReplyTo } = await listReferences(db, thread, mail)
  return {
    subject: mail.kind === "reply" && references.length > 0 ? answering(thread.subject) : thread.subject,
    contents: {
      kind: "reply",
      message: thread.body,
      signature: inbox.signature,
      rating:
        mail.kind === "reply" && inbox.rating_requests
          ? { question: inbox.rating_question, links: ratingLinks(writing) }
          : undefined,
      missing: loaded.missing,
      quoted: mail.kind === "reply" ? await quotedIn(writing, thread) : undefined,
    },
    references,
    ...(thread.automatic && { automatic: "auto-generated" as const }),
    ...(inReplyTo !== undefined && { inReplyTo }),
    files: loaded.files,
  }
}

export function answering(subject: string): string {
  return /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`
}

type Quoted = Extract<MailContents, { kind: "reply" }>["quoted"]

async function quotedIn({ desk, mail }: Writing, thread: ThreadOfMail): Promise<Quoted> {
  const { db } = desk
  const addresses = mail.recipients.map(({ address }) => address)
  if (!(await knowsHistory(db, thread, addresses))) return undefined
  const last = await findQuoted(db, thread)
  return last && { author: last.author, at: last.created_at, body: last.body }
}
