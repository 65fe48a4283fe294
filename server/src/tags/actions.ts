import type { NewTag } from "@deskhand/contract/conversations/tag"
import { codeOf, type Db, overtaken } from "../db/db.ts"
import { conflict, invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { deleteTag, holdTagsNamed, insertMissingTag, insertTag, lockTag, type TagRow, updateTag } from "./queries.ts"
import { renamed } from "./renaming.ts"
import { colorWords, defaultColor, readColor, slugOf } from "./rules.ts"

export function createTag(db: Db, tag: NewTag, { viewer, now }: Change): Promise<TagRow> {
  const name = nameOf(tag)
  const color = colorOf(tag) ?? defaultColor
  return db.transaction(async (db) => {
    const row = await refusingTwins(tag.name, () => insertTag(db, { name, slug: slugOf(name), color, now }))
    await recordEvent(db, { kind: "tag.created", subjectId: row.id, userId: viewer.userId })
    return row
  })
}

/** The ids of tags of these names, in whatever case; those that are missing are made. Blank ones name nothing. */
export async function ensureTags(
  db: Db,
  names: string[],
  { viewer, now, quietly }: Change & { quietly: boolean },
): Promise<number[]> {
  const given = names.map((name) => name.trim().toWellFormed()).filter((name) => name !== "")
  const wanted = new Map(given.map((name) => [name.toLowerCase(), name]))
  const ids = new Map((await holdTagsNamed(db, given)).map(({ id, name }) => [name.toLowerCase(), id]))
  // In one order for all, so that two who make the same ones wait for one another instead of deadlocking.
  for (const key of [...wanted.keys()].sort()) {
    const name = wanted.get(key)
    if (name === undefined || ids.has(key)) continue
    const made = await insertMissingTag(db, { name, slug: slugOf(name), color: defaultColor, now }).catch(
      (error: unknown) => {
        // Somebody else has taken its slug in this very moment, mostly for the same tag.
        throw codeOf(error) === uniqueViolation ? overtaken() : error
      },
    )
    ids.set(key, made.id)
    if (made.is_new && !quietly)
      await recordEvent(db, { kind: "tag.created", subjectId: made.id, userId: viewer.userId })
  }
  return [...ids.values()]
}

export function overwriteTag(
  db: Db,
  tag: NewTag & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const name = nameOf(tag)
  const color = colorOf(tag)
  return db.transaction(async (db) => {
    const current = await lockTag(db, tag.id)
    if (!current) throw notFound()
    await check(db)
    await refusingTwins(tag.name, () =>
      updateTag(db, { id: tag.id, name, slug: slugOf(name), color: color ?? current.color, now }),
    )
    const data = current.name === name ? {} : renamed(current.name, name)
    await recordEvent(db, { kind: "tag.updated", subjectId: tag.id, userId: viewer.userId, data })
  })
}

/** Takes it off every conversation too. */
export function removeTag(db: Db, id: number, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await lockTag(db, id))) throw notFound()
    await check(db)
    await deleteTag(db, id)
    await recordEvent(db, { kind: "tag.deleted", subjectId: id, userId: viewer.userId })
  })
}

function nameOf(tag: NewTag): string {
  const name = tag.name.trim().toWellFormed()
  if (name !== "") return name
  throw invalid({ path: "name", message: "must not be blank", rejectedValue: tag.name, source: "JSON" })
}

function colorOf({ color }: NewTag): string | undefined {
  if (color === undefined) return undefined
  const read = readColor(color)
  if (read !== undefined) return read
  const message = `must be a hex color such as #4381b5, or one of ${colorWords.join(", ")}`
  throw invalid({ path: "color", message, rejectedValue: color, source: "JSON" })
}

async function refusingTwins<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error
    throw conflict("tag_exists", `There is a tag "${name}" already`, [
      { path: "name", message: "is taken by another tag", rejectedValue: name, source: "JSON" },
    ])
  }
}

const uniqueViolation = "23505"
