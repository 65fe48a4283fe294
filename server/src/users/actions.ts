import type { Access, ChangedSystemUser, ChangedUser, NewSystemUser, NewUser } from "@deskhand/contract/people/user"
import type { Db } from "../db/db.ts"
import { conflict, invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { addressIn, textIn } from "../http/input/texts.ts"
import { initialsOf, mentionOf, refuseRole, refuseUnknownTimezone } from "./rules.ts"
import {
  deleteStatus,
  findHolder,
  freeMention,
  insertUser,
  type LockedUser,
  lockInboxIds,
  lockNames,
  lockUserRow,
  updateAccess,
  updateUser,
} from "./write-queries.ts"

/** Without a password: they sign in when they were given one. */
export function createUser(db: Db, user: NewUser, { viewer, now }: Change): Promise<number> {
  refuseUnknownTimezone(user.timezone)
  const names = namesOf(user.firstName, user.lastName)
  const email = addressIn(user.email, "email")
  return db.transaction(async (db) => {
    await lockNames(db)
    await refuseTaken(db, email)
    const id = await insertUser(db, {
      type: "user",
      ...names,
      email,
      role: user.role ?? "user",
      timezone: user.timezone ?? "UTC",
      initials: initialsOf(names.firstName, names.lastName),
      mention: await freeMention(db, mentionOf({ names: Object.values(names), email, separator: "." })),
      jobTitle: textOrNothing(user.jobTitle),
      phone: textOrNothing(user.phone),
      now,
    })
    await giveAccess(db, { userId: id, mailboxes: user.mailboxes ?? [], now })
    const data = { invited: user.sendInvite ?? true }
    await recordEvent(db, { kind: "user.created", subjectId: id, userId: viewer.userId, data })
    return id
  })
}

export function changeUser(
  db: Db,
  user: ChangedUser & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  refuseUnknownTimezone(user.timezone)
  if (user.active === false)
    throw invalid({ path: "active", message: "must not be false; delete the user instead", source: "JSON" })
  return db.transaction(async (db) => {
    await lockNames(db)
    const current = await lockUserRow(db, user.id, "user")
    if (!current || (current.deactivated && user.active !== true)) throw notFound()
    refuseRole(viewer, current, user.role)
    await check(db)
    const role = user.role ?? current.role
    await updateUser(db, {
      ...(await identityOf(db, current, user)),
      role,
      timezone: user.timezone ?? current.timezone,
      jobTitle: user.jobTitle === undefined ? current.job_title : textOrNothing(user.jobTitle),
      phone: user.phone === undefined ? current.phone : textOrNothing(user.phone),
      active: user.active ?? false,
      now,
    })
    if (role === "light user") await deleteStatus(db, user.id)
    const data = await giveAccess(db, { userId: user.id, mailboxes: user.mailboxes, now })
    await recordEvent(db, { kind: "user.updated", subjectId: user.id, userId: viewer.userId, data })
  })
}

export function createSystemUser(db: Db, user: NewSystemUser, { viewer, now }: Change): Promise<number> {
  const names = namesOf(user.firstName, user.lastName)
  const email = user.email === undefined ? null : addressIn(user.email, "email")
  return db.transaction(async (db) => {
    await lockNames(db)
    if (email !== null) await refuseTaken(db, email)
    const id = await insertUser(db, {
      type: "system_user",
      ...names,
      email,
      role: "user",
      timezone: "UTC",
      initials: initialsOf(names.firstName, names.lastName),
      mention: await freeMention(db, mentionOf({ names: Object.values(names), separator: "." })),
      jobTitle: null,
      phone: null,
      now,
    })
    await giveAccess(db, { userId: id, mailboxes: user.mailboxes ?? [], now })
    await recordEvent(db, { kind: "user.created", subjectId: id, userId: viewer.userId })
    return id
  })
}

export function changeSystemUser(
  db: Db,
  user: ChangedSystemUser & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    await lockNames(db)
    const current = await lockUserRow(db, user.id, "system_user")
    if (!current || current.deactivated) throw notFound()
    await check(db)
    await updateUser(db, {
      ...(await identityOf(db, current, user)),
      role: current.role,
      timezone: current.timezone,
      jobTitle: current.job_title,
      phone: current.phone,
      active: false,
      now,
    })
    const data = await giveAccess(db, { userId: user.id, mailboxes: user.mailboxes, now })
    await recordEvent(db, { kind: "user.updated", subjectId: user.id, userId: viewer.userId, data })
  })
}

interface Identity {
  firstName?: string
  lastName?: string
  email?: string
}

/** Names and address as they will be. The handle stays, because it stands in what was written to them. */
async function identityOf(db: Db, current: LockedUser, user: Identity) {
  const names = namesOf(user.firstName ?? current.first_name, user.lastName ?? current.last_name)
  const email = user.email === undefined ? current.email : addressIn(user.email, "email")
  if (email !== null) await refuseTaken(db, email, current.id)
  return { id: current.id, ...names, email, initials: initialsOf(names.firstName, names.lastName) }
}

function namesOf(firstName: string, lastName = ""): { firstName: string; lastName: string } {
  return { firstName: textIn(firstName, "firstName"), lastName: lastName.trim().toWellFormed() }
}

function textOrNothing(text: string | undefined): string | null {
  return text?.trim().toWellFormed() || null
}

/** Who was deleted keeps their address: what they wrote stands under it, and they may come back. */
async function refuseTaken(db: Db, email: string, exceptId?: number): Promise<void> {
  const holder = await findHolder(db, email)
  if (!holder || holder.id === exceptId) return
  const message = holder.deactivated
    ? `User ${holder.id}, who was deleted, has this address; bring them back with PUT /v2/users/${holder.id} and "active": true`
    : "Another user has this address already"
  throw conflict("email_taken", message, [
    { path: "email", message: "is taken by another user", rejectedValue: email, source: "JSON" },
  ])
}

/** What changed, for who hears of it; nothing when the inboxes are not spoken of. */
async function giveAccess(
  db: Db,
  { userId, mailboxes, now }: { userId: number; mailboxes: Access | undefined; now: Date },
): Promise<{ addedInboxIds?: number[]; removedInboxIds?: number[] }> {
  if (mailboxes === undefined) return {}
  const inboxIds = mailboxes.map(({ id }) => id)
  const known = await lockInboxIds(db, inboxIds)
  const unknown = inboxIds.findIndex((id) => !known.has(id))
  if (unknown !== -1) {
    const path = `mailboxes[${unknown}].id`
    throw invalid({ path, message: "is no inbox of this desk", rejectedValue: inboxIds[unknown], source: "JSON" })
  }
  const granted = mailboxes.filter(({ emailAccess = true }) => emailAccess).map(({ id }) => id)
  const { added, removed } = await updateAccess(db, { userId, inboxIds: granted, now })
  return {
    ...(added.length > 0 && { addedInboxIds: added }),
    ...(removed.length > 0 && { removedInboxIds: removed }),
  }
}
