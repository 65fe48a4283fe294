import { html } from "../../http/html/html.ts"
import { type Body, bodyOf } from "./page.ts"

interface Written {
  subject: string
  body: Body
}

export function resetMail({ firstName, link }: { firstName: string; link: string }): Written {
  return {
    subject: "Choose a new password",
    body: bodyOf(html`<p>Hello ${firstName},</p>
<p>somebody, most likely you, asked for a new password at the support desk. By this link you choose one; it works once,
and for an hour:</p>
<p><a href="${link}">${link}</a></p>
<p>If it was not you, nothing has changed, and there is nothing to do.</p>`),
  }
}

export function invitationMail(given: { firstName: string; deskName: string; link: string }): Written {
  return {
    subject: `You are invited to ${given.deskName}`,
    body: bodyOf(html`<p>Hello ${given.firstName},</p>
<p>you have been added to the support desk “${given.deskName}”. By this link you choose a password and come in; it works
once, and for a week:</p>
<p><a href="${given.link}">${given.link}</a></p>
<p>Later, ask for a new one on the page where one signs in.</p>`),
  }
}

/** Confirms a reset and says what it ended. */
export function passwordResetMail(given: {
  firstName: string
  personalTokens: number
  apps: string[]
  kept: boolean
  desk: string
}): Written {
  const { personalTokens, apps, kept } = given
  const tokens = personalTokens === 1 ? "1 personal token" : `${personalTokens} personal tokens`
  return {
    subject: "Your password was changed",
    body: bodyOf(html`<p>Hello ${given.firstName},</p>
<p>the password of your account at ${given.desk} was changed by a reset link. All your browsers were signed out.</p>
${personalTokens > 0 && html`<p>${kept ? `You chose to keep ${tokens} working.` : `${tokens} stopped working.`}</p>`}
${
  apps.length > 0 &&
  html`<p>${kept ? "You chose to keep these apps working, which act for you" : "These apps acted for you and need a new secret"}: ${apps.join(", ")}.</p>`
}
<p>If this was not you, somebody can read your mail: tell an administrator of the desk, and ask for a new reset link.</p>`),
  }
}

const reasons: Record<string, string> = {
  gone: "its receiver answered that it wants nothing any more (410)",
  failing: "ten deliveries in a row failed for good",
  owner: "its owner is not active any more",
}

export function webhookMail(given: {
  firstName: string
  url: string
  label: string | null
  reason: string
  desk: string
}): Written {
  const name = given.label ?? given.url
  return {
    subject: "A webhook was disabled",
    body: bodyOf(html`<p>Hello ${given.firstName},</p>
<p>the webhook “${name}” (${given.url}) was disabled, because ${reasons[given.reason] ?? "it failed"}.</p>
<p>What it is owed is kept for a while, and goes out when somebody enables it again at ${given.desk}.</p>`),
  }
}
