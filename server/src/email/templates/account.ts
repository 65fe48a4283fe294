import { html } from "../../http/html.ts"
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
