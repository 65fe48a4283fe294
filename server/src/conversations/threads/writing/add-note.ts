import type { NewNote, NewPhoneCall } from "@deskhand/contract/conversations/new-thread"
import { resolveEach, seekCustomers } from "../../../customers/actions.ts"
import { orThrow } from "../../../db/batch.ts"
import type { Db } from "../../../db/db.ts"
import { forbidden } from "../../../errors.ts"
import { actingUser } from "../../../users/acting.ts"
import { indexBody } from "../summary/words.ts"
import { type Addition, holdExtensible } from "./addition.ts"
import { readHistory } from "./given.ts"
import { statusAfter } from "./status-after.ts"
import { writeThread } from "./write-thread.ts"

/** Gives its id. */
export async function addNote(db: Db, given: NewNote, addition: Addition): Promise<number> {
  const { viewer, now, attachments } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  if (viewer.role === "light user" && given.status !== undefined)
    throw forbidden("Light users write notes, but do not change the status")
  const words = await indexBody(given.text)

  return db.transaction(async (db) => {
    const { conversation, threads, ids } = await holdExtensible(db, addition)
    const { inbox_id: inboxId } = conversation
    const acting = await actingUser(db, viewer, { id: given.user, path: "user", inboxId })
    return writeThread(db, {
      conversation,
      threads,
      ids,
      attachments,
      ...acting,
      now,
      imported,
      event: "convo.note.created",
      change: { status: (await statusAfter(db, given.status, conversation)) ?? conversation.status },
      thread: {
        type: "note",
        state: "published",
        body: given.text,
        words,
        createdById: acting.userId,
        customerId: undefined,
        to: [],
        cc: [],
        bcc: [],
        createdAt,
      },
    })
  })
}

/** A call that somebody took and notes down: an answer, which changes nothing else. Gives its id. */
export async function addPhoneCall(db: Db, given: NewPhoneCall, addition: Addition): Promise<number> {
  const { viewer, now, attachments } = addition
  const { userId } = viewer
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  const words = await indexBody(given.text)

  return db.transaction(async (db) => {
    const [{ conversation, threads, ids }, [sought]] = await Promise.all([
      holdExtensible(db, addition),
      seekCustomers(db, [[{ reference: given.customer, path: "customer" }]]),
    ])
    const [customers] = await resolveEach(db, [{ ...orThrow(sought), userId, now, quietly: imported }])
    const [customer] = orThrow(customers)
    return writeThread(db, {
      conversation,
      threads,
      ids,
      attachments,
      userId,
      now,
      imported,
      event: "convo.thread.created",
      change: { status: conversation.status, state: "published" },
      thread: {
        type: "phone",
        state: "published",
        body: given.text,
        words,
        createdById: userId,
        customerId: customer?.id,
        to: [],
        cc: [],
        bcc: [],
        createdAt,
      },
    })
  })
}
