import type { NewSavedReply } from "@deskhand/contract/inboxes/saved-reply"
import { codeOf, type Db } from "../../db/db.ts"
import { conflict, invalid, notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Change, CheckedChange } from "../../http/input/if-match.ts"
import { textIn } from "../../http/input/texts.ts"
import {
  deleteSavedReply,
  insertSavedReply,
  lockSavedReply,
  type NewSavedReplyRow,
  updateSavedReply,
} from "./queries.ts"

export function createSavedReply(
  db: Db,
  reply: NewSavedReply & { inboxId: number },
  { viewer, now }: Change,
): Promise<number> {
  const row = rowOf(reply, now)
  return db.transaction(async (db) => {
    const id = await refusingTwins(row.name, () => insertSavedReply(db, row))
    const place = { subjectId: id, inboxId: reply.inboxId }
    await recordEvent(db, { kind: "saved-reply.created", ...place, userId: viewer.userId })
    return id
  })
}

export function overwriteSavedReply(
  db: Db,
  reply: NewSavedReply & { inboxId: number; id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const row = { ...rowOf(reply, now), id: reply.id }
  return db.transaction(async (db) => {
    if (!(await lockSavedReply(db, reply))) throw notFound()
    await check(db)
    await refusingTwins(row.name, () => updateSavedReply(db, row))
    const place = { subjectId: reply.id, inboxId: reply.inboxId }
    await recordEvent(db, { kind: "saved-reply.updated", ...place, userId: viewer.userId })
  })
}

export function removeSavedReply(
  db: Db,
  reply: { inboxId: number; id: number },
  { viewer, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await lockSavedReply(db, reply))) throw notFound()
    await check(db)
    await deleteSavedReply(db, reply.id)
    const place = { subjectId: reply.id, inboxId: reply.inboxId }
    await recordEvent(db, { kind: "saved-reply.deleted", ...place, userId: viewer.userId })
  })
}

function rowOf(reply: NewSavedReply & { inboxId: number }, now: Date): NewSavedReplyRow {
  const name = textIn(reply.name, "name")
  const text = reply.text?.trim().toWellFormed() || null
  const chatText = reply.chatText?.trim().toWellFormed() || null
  if (text === null && chatText === null)
    throw invalid({ path: "text", message: "is required unless there is a chatText", source: "JSON" })
  return { inboxId: reply.inboxId, name, text, chatText, now }
}

async function refusingTwins<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error
    throw conflict("saved_reply_exists", `The inbox has a saved reply "${name}" already`, [
      { path: "name", message: "is taken by another saved reply of the inbox", rejectedValue: name, source: "JSON" },
    ])
  }
}

const uniqueViolation = "23505"
