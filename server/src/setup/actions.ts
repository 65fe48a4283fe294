import type { NewSetup } from "@deskhand/contract/people/setup"
import { hashPassword, refuseWeakPassword } from "../auth/sessions/passwords.ts"
import { findSignedIn, replacePassword } from "../auth/sessions/sessions.ts"
import type { Db } from "../db/db.ts"
import { conflict, forbidden, invalid } from "../errors.ts"
import type { Change } from "../http/input/if-match.ts"
import { addressIn, textIn } from "../http/input/texts.ts"
import { createInbox } from "../inboxes/actions.ts"
import { removeSample } from "../seed/sample/remove.ts"
import { changeUser } from "../users/actions.ts"
import { isPasswordOneTime, lockSetup, updateSetUp } from "./queries.ts"

export interface SetupAttempt extends Change {
  session: string | undefined
}

/** All of it or nothing, once in the life of a desk. Gives the id of the first inbox. */
export async function setUpDesk(db: Db, setup: NewSetup, { viewer, session, now }: SetupAttempt): Promise<number> {
  const signedIn = session === undefined ? undefined : await findSignedIn(db, { session, now })
  if (session === undefined || signedIn?.id !== viewer.userId)
    throw forbidden("Sign in with your password to set up the desk")
  if (viewer.role !== "owner") throw forbidden("Only the owner sets up the desk")
  const { firstName, lastName = "", email, timezone, password } = setup
  const deskName = textIn(setup.deskName, "deskName")
  const mailbox = {
    name: textIn(setup.mailbox.name, "mailbox.name"),
    email: addressIn(setup.mailbox.email, "mailbox.email"),
  }
  if (password !== undefined) refuseWeakPassword(password, "password")
  const hash = password === undefined ? undefined : await hashPassword(password)
  return db.transaction(async (db) => {
    if (!(await lockSetup(db))) throw conflict("set_up_already", "This desk has been set up already")
    refusePassword({ given: hash !== undefined, needed: await isPasswordOneTime(db, viewer.userId) })
    if (setup.keepSamples !== true) await removeSample(db)
    await changeUser(
      db,
      { id: viewer.userId, firstName, lastName, ...(email !== undefined && { email }), ...(timezone && { timezone }) },
      { viewer, now, check: async () => {} },
    )
    if (hash !== undefined) await replacePassword(db, { userId: viewer.userId, hash, exceptSession: session, now })
    const inboxId = await createInbox(db, mailbox, { viewer, now })
    await updateSetUp(db, { name: deskName, now })
    return inboxId
  })
}

/** A password that somebody chose is not replaced by whoever finds their browser open. */
function refusePassword({ given, needed }: { given: boolean; needed: boolean }): void {
  if (given === needed) return
  const message = needed
    ? "must be given: yours was printed by the service"
    : "must be left out: you have chosen yours, and change it with PUT /session/password"
  throw invalid({ path: "password", message, source: "JSON" })
}
