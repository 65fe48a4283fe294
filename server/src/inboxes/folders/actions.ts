import type { ChangedFolder, NewFolder } from "@deskhand/contract/inboxes/folder"
import { codeOf, type Db } from "../../db/db.ts"
import { conflict, DeskError, invalid, notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change, CheckedChange } from "../../http/input/if-match.ts"
import { textIn } from "../../http/input/texts.ts"
import {
  deleteFolder,
  type FolderPlace,
  type FolderRow,
  insertFolder,
  lockFolder,
  lockTeam,
  updateFolder,
} from "./queries.ts"

/** Whoever calls has read the query: this slice does not know what conversations can be asked for. */
export function createFolder(
  db: Db,
  folder: NewFolder & { inboxId: number },
  { viewer, now }: Change,
): Promise<number> {
  const { inboxId, query, teamId } = folder
  if ((query === undefined) === (teamId === undefined)) {
    const message = query === undefined ? "must be there, or teamId" : "must be left out where there is a teamId"
    throw invalid({ path: "query", message, source: "JSON" })
  }
  return db.transaction(async (db) => {
    const id =
      teamId === undefined
        ? await insertFolder(db, {
            inboxId,
            type: "custom",
            name: textIn(folder.name ?? "", "name"),
            query: query ?? null,
            teamId: null,
            now,
          })
        : await insertTeamFolder(db, { inboxId, teamId, name: folder.name, now })
    await recordEvent(db, { kind: "folder.created", subjectId: id, inboxId, userId: viewer.userId })
    return id
  })
}

async function insertTeamFolder(
  db: Db,
  { inboxId, teamId, name, now }: { inboxId: number; teamId: number; name: string | undefined; now: Date },
): Promise<number> {
  const team = await lockTeam(db, teamId)
  if (!team) throw invalid({ path: "teamId", message: "must be a team", rejectedValue: teamId, source: "JSON" })
  const shown = textIn(name ?? team.name, "name")
  try {
    return await insertFolder(db, { inboxId, type: "team", name: shown, query: null, teamId, now })
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error
    throw conflict("folder_exists", "The team has a folder in this inbox already", [
      { path: "teamId", message: "has a folder in this inbox", rejectedValue: teamId, source: "JSON" },
    ])
  }
}

export function changeFolder(
  db: Db,
  folder: ChangedFolder & FolderPlace,
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const { id, inboxId } = folder
  return db.transaction(async (db) => {
    const current = await lockChangeable(db, folder)
    await check(db)
    if (folder.query !== undefined && current.type !== "custom")
      throw invalid({ path: "query", message: "belongs to a custom folder only", source: "JSON" })
    const name = folder.name === undefined ? current.name : textIn(folder.name, "name")
    await updateFolder(db, { id, name, query: folder.query ?? current.query, now })
    await recordEvent(db, { kind: "folder.updated", subjectId: id, inboxId, userId: viewer.userId })
  })
}

export function removeFolder(db: Db, place: FolderPlace, { viewer, check }: CheckedChange): Promise<void> {
  const { id, inboxId } = place
  return db.transaction(async (db) => {
    await lockChangeable(db, place)
    await check(db)
    await deleteFolder(db, id)
    await recordEvent(db, { kind: "folder.deleted", subjectId: id, inboxId, userId: viewer.userId })
  })
}

async function lockChangeable(db: Db, place: FolderPlace): Promise<Pick<FolderRow, "type" | "name" | "query">> {
  const folder = await lockFolder(db, place)
  if (!folder) throw notFound()
  if (folder.type !== "team" && folder.type !== "custom")
    throw new DeskError(403, "standard_folder", `"${folder.name}" is a standard folder, which every inbox has`)
  return folder
}

const uniqueViolation = "23505"
