import type { ChangedMembers, ChangedTeam, NewTeam } from "@deskhand/contract/people/team"
import type { Db } from "../db/db.ts"
import { invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { textIn } from "../http/input/texts.ts"
import { initialsOf, mentionOf, refuseUnknownTimezone } from "../users/rules.ts"
import {
  deactivateUser,
  freeMention,
  insertUser,
  type LockedUser,
  lockNames,
  lockPeople,
  lockUserRow,
} from "../users/write-queries.ts"
import { deleteTeamFolders, updateMembers, updateTeam } from "./queries.ts"

export function createTeam(db: Db, team: NewTeam, { viewer, now }: Change): Promise<number> {
  refuseUnknownTimezone(team.timezone)
  const name = textIn(team.name, "name")
  return db.transaction(async (db) => {
    await lockNames(db)
    const id = await insertUser(db, {
      type: "team",
      firstName: name,
      lastName: "",
      email: null,
      role: null,
      timezone: team.timezone ?? "UTC",
      initials: initialsOf(name, ""),
      mention: await freeMention(db, mentionOf({ names: name.split(/\s+/), separator: "-" })),
      jobTitle: null,
      phone: null,
      now,
    })
    const added = team.memberIds ?? []
    await refuseStrangers(db, added, "memberIds")
    await updateMembers(db, { teamId: id, added, removed: [], now })
    await recordEvent(db, { kind: "team.created", subjectId: id, userId: viewer.userId })
    return id
  })
}

export function changeTeam(
  db: Db,
  team: ChangedTeam & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  refuseUnknownTimezone(team.timezone)
  return db.transaction(async (db) => {
    const current = await lockTeam(db, team.id)
    await check(db)
    const name = team.name === undefined ? current.first_name : textIn(team.name, "name")
    const timezone = team.timezone ?? current.timezone
    await updateTeam(db, { id: team.id, name, initials: initialsOf(name, ""), timezone, now })
    await recordEvent(db, { kind: "team.updated", subjectId: team.id, userId: viewer.userId })
  })
}

/** Who is named in both is out. */
export function changeMembers(
  db: Db,
  { id, addedUserIds = [], deletedUserIds = [] }: ChangedMembers & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    await lockTeam(db, id)
    await check(db)
    await refuseStrangers(db, addedUserIds, "addedUserIds")
    const added = addedUserIds.filter((userId) => !deletedUserIds.includes(userId))
    await updateMembers(db, { teamId: id, added, removed: deletedUserIds, now })
    await recordEvent(db, { kind: "team.updated", subjectId: id, userId: viewer.userId })
  })
}

/** Their conversations are unassigned by whoever hears of the event. */
export function removeTeam(db: Db, id: number, { viewer, now, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    await lockTeam(db, id)
    await check(db)
    await deactivateUser(db, id, now)
    await deleteTeamFolders(db, id)
    await recordEvent(db, { kind: "team.deleted", subjectId: id, userId: viewer.userId })
  })
}

async function lockTeam(db: Db, id: number): Promise<LockedUser> {
  const team = await lockUserRow(db, id, "team")
  if (!team || team.deactivated) throw notFound()
  return team
}

async function refuseStrangers(db: Db, ids: number[], path: string): Promise<void> {
  const known = await lockPeople(db, ids)
  const strangers = ids.flatMap((id, index) => (known.has(id) ? [] : [{ id, index }]))
  if (strangers.length === 0) return
  throw invalid(
    ...strangers.map(({ id, index }) => ({
      path: `${path}[${index}]`,
      message: "must be an active user",
      rejectedValue: id,
      source: "JSON" as const,
    })),
  )
}
