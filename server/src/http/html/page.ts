import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import { etagOf } from "../hal.ts"
import type { Answer } from "../route.ts"
import { Html, type HtmlPart, html } from "./html.ts"

const style = readFileSync(new URL("./style.css", import.meta.url), "utf8")

/** Nothing runs on these pages and nothing is fetched: only this very style is let in. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

export interface Page {
  title: string
  /** Stands beside the content on wide screens. */
  aside?: HtmlPart
  content: HtmlPart
}

export function pageAnswer(page: Page): Answer {
  const body = render(page)
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Cache-Control": "no-cache",
  }
  return { status: 200, headers, body, etag: etagOf({ body }) }
}

function render({ title, aside, content }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<p class="brand"><a href="/docs">Deskhand <span>API</span></a></p>
<nav class="documents" aria-label="Documents"><a href="/docs">Reference</a><a href="/errors">Errors</a><a href="/openapi.json">OpenAPI</a></nav>
</header>
<div class="${aside === undefined ? "frame single" : "frame"}">${aside}
<main id="content" tabindex="-1">${content}</main>
</div>
</body>
</html>
`.text
}
