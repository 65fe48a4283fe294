import { ratingChoices } from "@deskhand/contract/inboxes/rating-texts"
import { type Html, html } from "../http/html/html.ts"
import type { Answer } from "../http/route.ts"
import { smallPage } from "../http/small-page.ts"
import type { RatedReply } from "./rated-mail.ts"

/** What people may say, best first. */
export type Choice = keyof typeof ratingChoices

export const mostComment = 5_000

/** The address is a secret: it is passed on to nobody and found by no search engine. */
const headers = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" }

export interface RatingForm {
  reply: RatedReply
  /** Where the form goes: this page. */
  action: string
  chosen: Choice | undefined
  comments: string
  problem?: string
}

export function ratingPage({ reply, action, chosen, comments, problem }: RatingForm): Answer {
  const options = Object.entries(ratingChoices).map(
    ([value, words]) =>
      html`<label class="option"><input type="radio" name="rating" value="${value}" required${
        value === chosen && html` checked`
      }> ${words}</label>`,
  )
  const content = html`<h1>${reply.texts.pageQuestion}</h1>
<p class="soft">${reply.inbox_name}</p>
${problem !== undefined && html`<p class="wrong" role="alert">${problem}</p>`}
<form method="post" action="${action}">
<fieldset><legend>Your rating</legend>${options}</fieldset>
<label>${reply.texts.commentLabel}
<textarea name="comments" maxlength="${mostComment}">${comments}</textarea></label>
<div class="choices"><button class="main">${reply.rating === null ? "Send" : "Change"}</button></div>
</form>`
  return page(reply.texts.pageQuestion, content, problem === undefined ? 200 : 400, "'self'")
}

export function thanksPage(reply: RatedReply, action: string): Answer {
  return page(
    "Thank you",
    html`<h1>Thank you</h1>
<p>${reply.texts.thanks}</p>
<p class="soft"><a href="${action}">Change your rating</a></p>`,
    200,
  )
}

/** The same for every link that is none, so that nothing can be learnt by trying. */
export function unknownPage(): Answer {
  return page(
    "This link does not work",
    html`<h1>This link does not work</h1>
<p>It may be incomplete, or what it belongs to is not there any more. Please use the link in our mail, or answer that mail.</p>`,
    404,
  )
}

export function problemPage(message: string, status: number, more: Record<string, string>): Answer {
  const content = html`<h1>Not now</h1>
<p role="alert">${message}</p>`
  const answer = page("Not now", content, status)
  return { ...answer, headers: { ...more, ...answer.headers } }
}

function page(title: string, content: Html, status: number, forms?: string): Answer {
  return smallPage(title, content, { status, headers, ...(forms && { forms }) })
}
