import type { NewNote, NewPhoneCall } from "@deskhand/contract/new-thread"
import { resolveCustomers } from "../../customers/actions.ts"
import type { Db } from "../../db/db.ts"
import { forbidden } from "../../errors.ts"
import { refuseStranger } from "../../users/assignable.ts"
import { holdConversation } from "../held.ts"
import type { Addition } from "./add-customer-thread.ts"
import { readHistory } from "./given.ts"
import { refuseFinished } from "./refuse-finished.ts"
import { statusAfter } from "./status-after.ts"
import { writeThread } from "./write-thread.ts"

/** Gives its id. */
export function addNote(db: Db, given: NewNote, addition: Addition): Promise<number> {
  const { viewer, now, attachments } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  if (viewer.role === "light user" && given.status !== undefined)
    throw forbidden("Light users write notes, but do not change the status")

  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, addition.conversationId)
    await addition.check()
    await refuseFinished(db, conversation, now)
    if (given.user !== undefined) await refuseStranger(db, { id: given.user, path: "user" }, conversation.inbox_id)
    const userId = given.user ?? viewer.userId
    return writeThread(db, {
      conversation,
      attachments,
      userId,
      now,
      imported,
      event: "convo.note.created",
      change: { status: (await statusAfter(db, given.status, conversation)) ?? conversation.status },
      thread: {
        type: "note",
        state: "published",
        body: given.text,
        createdById: userId,
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
export function addPhoneCall(db: Db, given: NewPhoneCall, addition: Addition): Promise<number> {
  const { viewer, now, attachments } = addition
  const { userId } = viewer
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now

  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, addition.conversationId)
    await addition.check()
    await refuseFinished(db, conversation, now)
    const [customer] = await resolveCustomers(db, [{ reference: given.customer, path: "customer" }], {
      userId,
      now,
      quietly: imported,
    })
    return writeThread(db, {
      conversation,
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
        createdById: userId,
        customerId: customer.id,
        to: [],
        cc: [],
        bcc: [],
        createdAt,
      },
    })
  })
}
