import { invalid } from "../../errors.ts"
import { problemBody } from "../errors/problem.ts"
import { type Html, html } from "../html/html.ts"
import { sample } from "./operation.ts"

export const chapters = {
  "base-url": "Base URL",
  authentication: "Authentication",
  paging: "Lists and paging",
  errors: "Errors",
  "rate-limit": "Rate limit",
  idempotency: "Repeating safely",
  etag: "ETags",
  dates: "Dates",
  tolerance: "What is forgiven",
} as const

export function introduction(origin: string): Html {
  return html`<section class="introduction" aria-labelledby="introduction">
<h1 id="introduction">Deskhand API</h1>
<p class="lead">Everything the desk can do, over HTTP with JSON. Answers are HAL: <code>_links</code> lead on, <code>_embedded</code> holds what lies within.</p>
${chapter(
  "base-url",
  html`<p>Every URL below starts with the address of this desk. Links in answers are absolute and carry the same one.</p>${sample("Base URL", origin)}`,
)}
${chapter(
  "authentication",
  html`<p>Send a token as <code>Authorization: Bearer $TOKEN</code>. Its user's role and inboxes decide what it may do. On the machine of the desk, the command line makes one:</p>
${sample("A token of your own", "TOKEN=$(npm run -s desk -- token)")}
<p>A program fetches its own with the client credentials of an app. It lasts two days.</p>
${sample("A token for an app", tokenRequest(origin))}`,
)}
${chapter(
  "paging",
  html`<p>Lists take <code>page</code>, from 1, and where it is listed <code>size</code>, up to 100. Every answer has <code>page</code> with <code>size</code>, <code>totalElements</code>, <code>totalPages</code> and <code>number</code>. Follow <code>_links.next.href</code> until there is none: it keeps all your filters.</p>
<p>Totals are exact, except where a search finds too many to count: then <code>page.estimated</code> is <code>true</code>. Of conversations, a search for text counts exactly up to 10,000 matches. It shows pages up to the 10,000th match; a later one answers 400: add a status, an inbox, a time or another word. Lists without a search for text go to the last page.</p>`,
)}
${chapter(
  "errors",
  html`<p>Errors have the media type <code>application/vnd.error+json</code>. <code>logRef</code> is the id of the request, also in the <code>Correlation-Id</code> header and in the log. The <code>about</code> links lead to <a href="/errors">a page about the code</a>.</p>
${sample("400 Bad Request", JSON.stringify(errorExample(origin), null, 2))}`,
)}
${chapter(
  "rate-limit",
  html`<p>While the operator has set a limit, every answer has <code>X-RateLimit-Limit-Minute</code> and <code>X-RateLimit-Remaining-Minute</code>. A read costs 1, a write 2. A 429 says in <code>Retry-After</code> and <code>X-RateLimit-Retry-After</code> how many seconds to wait.</p>`,
)}
${chapter(
  "idempotency",
  html`<p>Send an <code>Idempotency-Key</code> with a POST, such as a UUID. The same key and body within 24 hours give the first answer again instead of doing it twice, even when both arrive at once. The same key with another body gives 409.</p>`,
)}
${chapter(
  "etag",
  html`<p>Reads of one thing carry an <code>ETag</code>. Send it back as <code>If-None-Match</code>: as long as nothing changed, the answer is 304 without a body. Send it as <code>If-Match</code> with a PUT or PATCH, and the change is refused with 412 when somebody else was faster.</p>`,
)}
${chapter(
  "dates",
  html`<p>Answers write moments in UTC as <code>2026-03-14T09:26:53Z</code>. Requests may use any ISO 8601 form, with or without fractions of a second and offset.</p>`,
)}
${chapter(
  "tolerance",
  html`<p>Unknown, blank and repeated query parameters, a trailing slash, unknown fields, nulls that mean nothing and numbers sent as text do no harm; of a repeated parameter the last one counts. A parameter that is ignored although its name looks like a known one is named in <code>X-Deskhand-Hint</code>, which also says when <code>totalElements</code> is an estimate; the last page knows. A field without a value is left out of answers, never null.</p>`,
)}
</section>`
}

function chapter(id: keyof typeof chapters, content: Html): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${chapters[id]}</h2>${content}</section>`
}

function tokenRequest(origin: string): string {
  return [
    `curl ${origin}/v2/oauth2/token`,
    "-d grant_type=client_credentials",
    "-d client_id=$CLIENT_ID",
    "-d client_secret=$CLIENT_SECRET",
  ].join(" \\\n  ")
}

function errorExample(origin: string): object {
  const rejected = {
    path: "status",
    message: "must be one of active, all, closed, open, pending, spam",
    rejectedValue: "opened",
    source: "QUERY" as const,
  }
  return problemBody(invalid(rejected), { origin, logRef: "0b8f4c1e-6f3a-4c55-9d0e-2f8f5b7a9c11" })
}
