import { type Html, html } from "../../http/html/html.ts"
import { type Body, bodyOf } from "./page.ts"

export interface ReplyParts {
  /** What the agent wrote. */
  message: Html
  signature: Html | undefined
  rating: RatingRequest | undefined
  /** Names of files that do not come along, with the reason. */
  missing: { filename: string; reason: string }[]
  /** Only where everybody who gets the mail knows it already. */
  quoted: Quoted | undefined
}

export interface Quoted {
  author: string
  at: Date
  body: Html
}

export interface RatingRequest {
  question: string
  links: RatingLink[]
}

export interface RatingLink {
  label: string
  href: string
}

export function replyBody({ message, signature, rating, missing, quoted }: ReplyParts): Body {
  return bodyOf(
    html`<div>${message}</div>`,
    missing.map(({ filename, reason }) => html`<p><i>The file “${filename}” is not attached: ${reason}.</i></p>`),
    signature && html`<div style="margin-top: 1em">${signature}</div>`,
    rating &&
      html`<p style="margin-top: 2em">${rating.question}</p><p>${rating.links.map(
        ({ label, href }, index) => html`${index > 0 && html`&nbsp; `}<a href="${href}">${label}</a>`,
      )}</p>`,
    quoted &&
      html`<br><div>On ${momentOf(quoted.at)}, ${quoted.author} wrote:</div>
<blockquote type="cite" style="margin: 0 0 0 0.5em; padding-left: 1em; border-left: 2px solid #d0d7de">${quoted.body}</blockquote>`,
  )
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`
}
