import { hash } from "node:crypto"
import { Html, html } from "./html/html.ts"
import type { Answer } from "./route.ts"

const style = `
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5b6b7b; --paper: #fff; --ground: #f2f4f7; --line: #d5dbe2;
  --accent: #0b6a5f; --wrong: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --soft: #9fb0c0; --paper: #1b232c; --ground: #11171d;
  --line: #35414e; --accent: #6fd3c0; --wrong: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 26rem; padding: 2rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: .75rem }
h1 { margin: 0 0 1rem; font-size: 1.3rem; line-height: 1.3; overflow-wrap: anywhere }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
.soft { color: var(--soft); font-size: .9rem }
.wrong { color: var(--wrong) }
label { display: block; margin: 0 0 1rem; font-weight: 600 }
input:not([type="radio"]), textarea { display: block; width: 100%; margin-top: .25rem; padding: .6rem .7rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--line); border-radius: .4rem }
fieldset { margin: 0 0 1rem; padding: 0; border: 0 }
legend { margin-bottom: .5rem; padding: 0; font-weight: 600 }
.option { display: flex; align-items: center; gap: .6rem; margin: 0 0 .5rem; padding: .6rem .7rem;
  border: 1px solid var(--line); border-radius: .4rem; cursor: pointer }
.option:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
.option input { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent) }
textarea { min-height: 6rem; resize: vertical }
.choices { display: flex; gap: .75rem; margin-bottom: 1rem }
button { flex: 1; padding: .65rem 1rem; font: inherit; font-weight: 600; color: var(--ink); background: transparent;
  border: 1px solid var(--line); border-radius: .4rem; cursor: pointer }
button.main { color: var(--paper); background: var(--accent); border-color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
`

const styleSource = `'sha256-${hash("sha256", style, "base64")}'`

export interface SmallPage {
  status: number
  headers?: Record<string, string>
  /** Where forms on it may lead, as the policy has it; nowhere unless given. */
  forms?: string
}

/** A page of a few sentences and one form, for people who may not be ours. Nothing runs on it. */
export function smallPage(title: string, content: Html, { status, headers, forms = "'none'" }: SmallPage): Answer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body><main>
${content}
</main></body>
</html>
`
  return {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src ${styleSource}; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
      // Without a referrer browsers send `Origin: null` with forms, and on plain http that is all we have to go by.
      "Referrer-Policy": "same-origin",
      ...headers,
    },
    body: page.text,
  }
}
