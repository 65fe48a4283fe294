import { invitationMs, resetMs } from "../../../auth/lifetimes.ts"
import { linkTo, makeResetLink } from "../../../auth/sessions/resets.ts"
import { sql } from "../../../db/db.ts"
import { ownOrigin } from "../../../http/origin.ts"
import { invitationMail, passwordResetMail, resetMail, webhookMail } from "../../templates/account.ts"
import type { Body } from "../../templates/page.ts"
import type { AccountContents } from "../account-mail.ts"
import { findUserOfMail } from "./load.ts"
import type { MailDraft } from "./render.ts"
import type { Unwritten, Writing } from "./writing.ts"

/** What the desk says to one of us. Links are made when they are sent: none lies about in the database. */
export async function composeAccountMail({ desk, mail }: Writing): Promise<MailDraft | Unwritten> {
  const { db, config } = desk
  const contents = mail.contents as unknown as AccountContents
  const user = mail.user_id === null ? undefined : await findUserOfMail(db, mail.user_id)
  if (!user) return { gone: "Whom it is for is not there any more" }
  const firstName = user.first_name
  const origin = ownOrigin(config)
  const automatic = "auto-generated"
  switch (contents.what) {
    case "reset": {
      if (desk.now().getTime() - mail.created_at.getTime() > resetMs) return { gone: "Nobody waits for it any more" }
      const link = linkTo(origin, await makeResetLink(db, { userId: user.id, now: desk.now() }))
      return { ...draftOf(resetMail({ firstName, link })), automatic }
    }
    case "invitation": {
      const made = await makeResetLink(db, { userId: user.id, now: desk.now(), lifeMs: invitationMs })
      const { name: deskName } = await db.one<{ name: string }>(sql`select name from account`)
      return { ...draftOf(invitationMail({ firstName, deskName, link: linkTo(origin, made) })), automatic }
    }
    case "password-reset":
      return { ...draftOf(passwordResetMail({ ...contents, firstName, desk: origin })), automatic }
    case "webhook":
      return { ...draftOf(webhookMail({ ...contents, firstName, desk: origin })), automatic }
  }
}

/** None of them holds more than a few names and a link. */
function draftOf({ subject, body }: { subject: string; body: Body }): MailDraft {
  return { subject, contents: { kind: "written", body } }
}
