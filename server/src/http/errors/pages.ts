import { STATUS_CODES } from "node:http"
import Type from "typebox"
import { notFound } from "../../errors.ts"
import { type Html, html, prose } from "../html/html.ts"
import { pageAnswer } from "../html/page.ts"
import { route } from "../route.ts"
import { type ErrorCode, errorCodes } from "./codes.ts"

const Page = Type.String({ contentMediaType: "text/html", description: "A page for people" })

export const getErrorPages = route({
  method: "GET",
  url: "/errors",
  permission: "public",
  summary: "Every error code",
  answers: { 200: Page },
  handle: async () => pageAnswer({ title: "Errors · Deskhand API", content: indexContent() }),
})

/** Where the `about` links of error bodies lead. */
export const getErrorPage = route({
  method: "GET",
  url: "/errors/:code",
  permission: "public",
  summary: "What an error code means and what to do",
  path: Type.Object({ code: Type.String({ examples: ["validation"] }) }),
  answers: { 200: Page },
  async handle({ path: { code } }) {
    const known = Object.hasOwn(errorCodes, code) ? errorCodes[code] : undefined
    if (!known) throw notFound()
    return pageAnswer({ title: `${known.title} · Deskhand API`, content: codeContent(code, known) })
  },
})

function indexContent(): Html {
  const rows = Object.entries(errorCodes).map(
    ([code, { status, title }]) => html`<tr><td class="status s${Math.floor(status / 100)}">${status}</td>
<td><a href="/errors/${code}"><code>${code}</code></a> <span class="about">${title}</span></td></tr>`,
  )
  return html`<h1>Errors</h1>
<p class="lead">Every error has a code. The <code>about</code> links of an error body lead to the page of its code.</p>
<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th></tr></thead>
<tbody>${rows}</tbody></table>`
}

function codeContent(code: string, { status, title, meaning, remedy }: ErrorCode): Html {
  return html`<p class="crumbs"><a href="/errors">Errors</a> / <code>${code}</code></p>
<h1>${title}</h1>
<p class="facts"><span class="status s${Math.floor(status / 100)}">${status} ${STATUS_CODES[status]}</span> <code>${code}</code></p>
<h2>What it means</h2>
<p>${prose(meaning)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
<h2>Finding it again</h2>
<p>Each answer carries a <code>Correlation-Id</code> header, repeated as <code>logRef</code> in the body of an error. Whoever runs the desk finds the request in the log by it.</p>`
}
