import type { Setup } from "@deskhand/contract/people/setup"
import { isUnnamed } from "../users/rules.ts"
import type { SetupRow } from "./queries.ts"

export function presentSetup(row: SetupRow | undefined): Setup {
  if (!row) return { open: false }
  const { first_name: firstName, last_name: lastName, email } = row
  return {
    open: true,
    ...(!isUnnamed({ firstName, lastName }) && { firstName, lastName }),
    email,
    deskName: row.desk_name,
    mailbox: { name: "Support", email: `support@${email.split("@").at(-1)}` },
    passwordNeeded: row.password_one_time,
    sampleConversations: row.sample_conversations,
  }
}
