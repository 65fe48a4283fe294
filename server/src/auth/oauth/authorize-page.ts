import { html } from "../../http/html/html.ts"
import type { Answer } from "../../http/route.ts"
import { smallPage } from "../../http/small-page.ts"
import type { Scope } from "../../http/viewer.ts"

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
  return smallPage(
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
    { status, headers, forms: formsTo(page.redirectUri) },
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
  return smallPage(
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
    { status: 200, forms: formsTo(page.redirectUri) },
  )
}

const abilities: Record<Scope, string> = {
  administration: "read and change whatever you may, including users, access to inboxes, apps and mail connections.",
  full: "read and change whatever you may: conversations, customers and most settings, but not users, access or apps.",
  "read-only": "read whatever you may see. It cannot change anything.",
  "drafts-only":
    "read and change conversations and customers as you may. Its replies stay drafts until a person sends them.",
}

function shownTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol.startsWith("http") ? host : `the app behind ${protocol}`
}

export function errorPage(message: string, status: number, headers: Record<string, string> = {}): Answer {
  return smallPage(
    "This does not work",
    html`<h1>This does not work</h1>
<p role="alert">${message}</p>
<p class="soft">Go back to the app that sent you here and start again, or tell the people who make it.</p>`,
    { status, headers },
  )
}

/** Browsers hold the redirect after a form against form-action too, so it must name where the answer will go. */
function formsTo(redirectUri: string): string {
  return `'self' ${sourceOf(redirectUri)}`
}

/** A policy can name hosts but neither private schemes' paths nor IPv6 addresses; those go by their scheme. */
function sourceOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) && /^[a-z0-9.-]+(:\d+)?$/.test(host) ? `${protocol}//${host}` : protocol
}
