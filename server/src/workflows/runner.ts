import { type Db, sql } from "../db/db.ts"
import { recordEvent } from "../events/record.ts"
import type { Viewer } from "../http/viewer.ts"
import { initialsOf } from "../users/rules.ts"
import { freeMention, insertUser, lockNames } from "../users/write-queries.ts"

const name = "Workflows"

/** In whose name automatic workflows act. Made when there is none, or somebody has deactivated the last one. */
export async function ensureRunner(db: Db, now: Date): Promise<number> {
  const known = await findRunner(db)
  if (known !== undefined) return known
  await lockNames(db)
  // Another node may have made it while this one waited.
  const made = await findRunner(db)
  if (made !== undefined) return made
  const id = await insertUser(db, {
    type: "system_user",
    firstName: name,
    lastName: "",
    email: null,
    role: "user",
    timezone: "UTC",
    initials: initialsOf(name, ""),
    mention: await freeMention(db, name.toLowerCase()),
    jobTitle: null,
    phone: null,
    now,
  })
  await db.run(sql`update account set workflow_user_id = ${id}`)
  await recordEvent(db, { kind: "user.created", subjectId: id, userId: null, data: { invited: false } })
  return id
}

async function findRunner(db: Db): Promise<number | undefined> {
  const found = await db.maybe<{ id: number }>(sql`
    select users.id from account join users on users.id = workflow_user_id where deactivated_at is null`)
  return found?.id
}

/** Sees the inbox of the workflow and nothing else. */
export function runnerIn(userId: number, inboxId: number): Viewer {
  return { userId, role: "user", scope: "full", inboxIds: [inboxId] }
}
