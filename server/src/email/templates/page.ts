import { type Html, type HtmlPart, html } from "../../http/html/html.ts"
import { textOf } from "./text.ts"

/** Both forms of a mail, which say the same. */
export interface Body {
  html: string
  text: string
}

/** One column that any mail program shows as it is. */
export function bodyOf(...parts: HtmlPart[]): Body {
  const inner = html`${parts}`
  return { html: pageOf(inner).text, text: `${textOf(inner.text)}\n` }
}

function pageOf(inner: Html): Html {
  return html`<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; font-size: 15px; line-height: 1.5; color: #1f2328">
${inner}
</body></html>
`
}
