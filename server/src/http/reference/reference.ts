import Type from "typebox"
import { etagOf } from "../hal.ts"
import { type Html, html } from "../html/html.ts"
import { pageAnswer } from "../html/page.ts"
import { getOpenApi, openApiOf } from "../openapi/openapi.ts"
import type { OpenApi } from "../openapi/types.ts"
import { type Answer, type Route, route } from "../route.ts"
import { chapters, introduction } from "./introduction.ts"
import { methodBadge, operationSection, type PlacedOperation } from "./operation.ts"
import { shapeTree } from "./shapes.ts"

/** The routes are read at the first request, so the list may still grow after this, also by these two. */
export function referenceRoutes(routes: readonly Route[]): Route[] {
  return [getOpenApi(routes), getReference(routes)]
}

function getReference(routes: readonly Route[]): Route {
  let written: Answer | undefined
  return route({
    method: "GET",
    url: "/docs",
    permission: "public",
    summary: "This reference",
    answers: { 200: Type.String({ contentMediaType: "text/html", description: "A page for people" }) },
    async handle({ origin }) {
      written ??= referenceAnswer(openApiOf(routes, anyOrigin))
      return movedTo(origin, written)
    },
  })
}

/** Anybody may call the desk by any name, so the page is written once and only its addresses are changed. */
const anyOrigin = "https://any-origin.invalid"

function movedTo(origin: string, { body, etag, ...rest }: Answer): Answer {
  const escaped = html`${origin}`.text
  return {
    ...rest,
    body: String(body).replaceAll(anyOrigin, () => escaped),
    etag: etagOf({ etag, origin }),
  }
}

export function referenceAnswer(document: OpenApi): Answer {
  const groups = groupByTag(document)
  const shapes = Object.entries(document.components.schemas).sort(([one], [other]) => (one < other ? -1 : 1))
  const contents = contentsList(groups, shapes.length > 0)
  return pageAnswer({
    title: "Deskhand API reference",
    aside: html`<details class="menu"><summary>Contents</summary><nav class="contents" aria-label="Contents">${contents}</nav></details>
<nav class="contents side" aria-label="Contents">${contents}</nav>`,
    content: html`${introduction(document.servers[0]?.url ?? "")}
${groups.map(
  ({
    tag,
    operations,
  }) => html`<section class="tag" aria-labelledby="tag-${tag}"><h2 id="tag-${tag}">${titleOf(tag)}</h2>
${operations.map((placed) => operationSection(document, placed))}</section>`,
)}
<section class="tag shapes" aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>
${shapes.map(
  ([name, shape]) =>
    html`<section class="shape" id="shape-${name}"><h3>${name}</h3>${shapeTree(document, shape)}</section>`,
)}</section>`,
  })
}

interface TagGroup {
  tag: string
  operations: PlacedOperation[]
}

function groupByTag(document: OpenApi): TagGroup[] {
  const placed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  return document.tags.map(({ name }) => ({
    tag: name,
    operations: placed.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

function contentsList(groups: TagGroup[], hasShapes: boolean): Html {
  const first = Object.entries(chapters).map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)
  const others = groups.map(
    ({ tag, operations }) =>
      html`<p><a class="chapter" href="#tag-${tag}">${titleOf(tag)}</a></p><ul>${operations.map(
        ({ method, operation }) =>
          html`<li><a href="#${operation.operationId}">${methodBadge(method)} <span>${operation.summary}</span></a></li>`,
      )}</ul>`,
  )
  return html`<p><a class="chapter" href="#introduction">Introduction</a></p><ul>${first}</ul>${others}
${hasShapes && html`<p><a class="chapter" href="#shapes">Shapes</a></p>`}`
}

function titleOf(tag: string): string {
  if (tag === "oauth2") return "OAuth 2.0"
  const words = tag.replaceAll("-", " ")
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
