import type { NotificationKind } from "@deskhand/contract/people/notification-kinds"
import { type Html, html } from "../../http/html/html.ts"
import { answerAbove } from "../trust/answer.ts"
import { type Body, bodyOf } from "./page.ts"

export interface NoticeParts {
  reason: NotificationKind
  /** Who wrote what is shown, or who the conversation is with. */
  who: string
  inboxName: string
  subject: string
  number: number
  /** What was written, where there is something. */
  message: Html | undefined
  link: string
  canReply: boolean
}

const sentences: Record<NoticeParts["reason"], (who: string) => string> = {
  mentioned: (who) => `${who} mentioned you in a note`,
  assigned: (who) => `You were given the conversation with ${who}`,
  replied: (who) => `${who} wrote in a conversation of yours`,
  undelivered: () => "Your reply could not be delivered",
  noted: (who) => `${who} wrote a note in a conversation of yours`,
  followed: (who) => `There is news in the conversation with ${who} that you follow`,
  arrived: (who) => `${who} wrote`,
}

/** To one of us. */
export function noticeBody(parts: NoticeParts): Body {
  return bodyOf(
    parts.canReply && html`<p>--- ${answerAbove} ---</p>`,
    html`<p>${sentences[parts.reason](parts.who)} (${parts.inboxName}):</p>
<p><b>${parts.subject}</b></p>`,
    parts.message && html`<blockquote>${parts.message}</blockquote>`,
    html`<p><a href="${parts.link}">Open conversation ${parts.number}</a></p>`,
    parts.canReply && html`<p>Who answers this mail answers the customer.</p>`,
    html`<p>Which of these mails you get is up to you: see your preferences.</p>`,
  )
}

export function noticeSubject({ number, subject }: Pick<NoticeParts, "number" | "subject">): string {
  return `[#${number}] ${subject}`
}
