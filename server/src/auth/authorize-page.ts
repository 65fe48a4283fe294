import { hash } from "node:crypto"
import { Html, html } from "../http/html.ts"
import type { Answer } from "../http/route.ts"
import type { Scope } from "../http/viewer.ts"

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
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem .7rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--line); border-radius: .4rem }
.choices { display: flex; gap: .75rem; margin-bottom: 1rem }
button { flex: 1; padding: .65rem 1rem; font: inherit; font-weight: 600; color: var(--ink); background: transparent;
  border: 1px solid var(--line); border-radius: .4rem; cursor: pointer }
button.main { color: var(--paper); background: var(--accent); border-color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
`

const styleSource = `'sha256-${hash("sha256", style, "base64")}'`

export interface SignInPage {
  deskName: string
  appName: string
  /** Where both forms go: the authorization URL with all its parameters. */
  action: string
  email: string
  problem: string | undefined
  redirectUri: string
}

export function signInPage(page: SignInPage, status: number, headers: Record<string, string> = {}): Answer {
  const problem = page.problem === undefined ? html`` : html`<p class="wrong" role="alert">${page.problem}</p>`
  return answerPage(
    `Sign in to ${page.deskName}`,
    html`<h1>Sign in to ${page.deskName}</h1>
<p class="soft">${page.appName} wants to act for you. You decide on the next page.</p>
${problem}
<form method="post" action="${page.action}">
<label>E-mail address
<input type="email" name="email" value="${page.email}" autocomplete="username" required></label>
<label>Password
<input type="password" name="password" autocomplete="current-password" required></label>
<div class="choices"><button class="main">Sign in</button></div>
</form>`,
    { status, headers, formTarget: page.redirectUri },
  )
}

export interface ConsentPage {
  deskName: string
  appName: string
  userName: string
  userEmail: string
  scope: Scope
  action: string
  /** Ties the form to this session and to this very request. */
  seal: string
  redirectUri: string
  otherAccountUrl: string
}

export function consentPage(page: ConsentPage): Answer {
  return answerPage(
    `${page.appName} wants to act for you`,
    html`<h1>${page.appName} wants to act for you on ${page.deskName}</h1>
<p>It will be able to ${abilities[page.scope]}</p>
<form method="post" action="${page.action}">
<input type="hidden" name="seal" value="${page.seal}">
<div class="choices">
<button class="main" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
<p class="soft">You are ${page.userName} (${page.userEmail}). <a href="${page.otherAccountUrl}">Use another account</a></p>
<p class="soft">Either way you go on to ${shownTarget(page.redirectUri)}</p>`,
    { status: 200, headers: {}, formTarget: page.redirectUri },
  )
}

const abilities: Record<Scope, string> = {
  full: "read and change whatever you may: conversations, customers and settings.",
  "read-only": "read whatever you may see. It cannot change anything.",
  "drafts-only": "read and change whatever you may. Its replies stay drafts until a person sends them.",
}

function shownTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol.startsWith("http") ? host : `the app behind ${protocol}`
}

export function errorPage(message: string, status: number, headers: Record<string, string> = {}): Answer {
  return answerPage(
    "This does not work",
    html`<h1>This does not work</h1>
<p role="alert">${message}</p>
<p class="soft">Go back to the app that sent you here and start again, or tell the people who make it.</p>`,
    { status, headers, formTarget: undefined },
  )
}

interface PageAnswer {
  status: number
  headers: Record<string, string>
  formTarget: string | undefined
}

function answerPage(title: string, content: Html, { status, headers, formTarget }: PageAnswer): Answer {
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
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy(formTarget),
      // Without a referrer browsers send `Origin: null` with forms, and on plain http that is all we have to go by.
      "Referrer-Policy": "same-origin",
    },
    body: page.text,
  }
}

/** Browsers hold the redirect after a form against form-action too, so it must name where the answer will go. */
function policy(formTarget: string | undefined): string {
  const forms = formTarget === undefined ? "'none'" : `'self' ${sourceOf(formTarget)}`
  return `default-src 'none'; style-src ${styleSource}; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`
}

/** A policy can name hosts but neither private schemes' paths nor IPv6 addresses; those go by their scheme. */
function sourceOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && /^[a-z0-9.-]+(:\d+)?$/.test(host) ? `${protocol}//${host}` : protocol
}
