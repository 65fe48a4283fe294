import { type Db, sql } from "../../db/db.ts"
import type { EventRow } from "../../events/queries.ts"
import type { NewMail } from "./owe.ts"

/** What the desk itself has to say to one of us. */
export type AccountContents =
  | { what: "reset" }
  | { what: "invitation" }
  | ({ what: "password-reset" } & ResetOutcome)
  | { what: "webhook"; webhookId: number; url: string; label: string | null; reason: string }

/** What a password reset did to the tokens and apps that acted for the user. */
export interface ResetOutcome {
  personalTokens: number
  apps: string[]
  kept: boolean
}

export async function accountMailIn(db: Db, events: EventRow[]): Promise<NewMail[]> {
  const found: NewMail[] = []
  for (const event of events) {
    const { kind, data, subject_id: subjectId } = event
    if (kind === "user.created" && data["invited"] === true) {
      const user = await findUser(db, sql`select ${subjectId}::bigint`)
      if (user) found.push(accountMail(user, { what: "invitation" }))
    }
    if (kind === "user.password.reset") {
      const { personalTokens, apps, kept } = data as unknown as ResetOutcome
      const user = await findUser(db, sql`select ${subjectId}::bigint`)
      if (user) found.push(accountMail(user, { what: "password-reset", personalTokens, apps, kept }))
    }
    if (kind === "webhook.disabled") {
      const { url, label, reason } = data as { url: string; label: string | null; reason: string }
      const owner = await findUser(db, sql`select user_id from webhooks where id = ${subjectId}`)
      if (owner) found.push(accountMail(owner, { what: "webhook", webhookId: subjectId, url, label, reason }))
    }
  }
  return found
}

interface UserRow {
  id: number
  email: string
}

/** Of those who can sign in. */
function findUser(db: Db, id: ReturnType<typeof sql>): Promise<UserRow | undefined> {
  return db.maybe(sql`
    select id, email from users where id = (${id}) and type = 'user' and deactivated_at is null`)
}

export function accountMail({ id, email }: UserRow, contents: AccountContents): NewMail {
  return { inboxId: null, kind: "account", userId: id, contents, recipients: [{ address: email, role: "to" }] }
}
