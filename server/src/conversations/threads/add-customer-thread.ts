import type { NewCustomerThread } from "@deskhand/contract/new-conversation"
import { findOldConversationDays } from "../../account/queries.ts"
import { resolveCustomers } from "../../customers/actions.ts"
import type { Db } from "../../db/db.ts"
import { notFound, preconditionFailed } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Viewer } from "../../http/viewer.ts"
import { previewOf } from "../../search/plain-text.ts"
import { insertAttachments, type PreparedAttachment } from "../attachments/store.ts"
import { isFull, isTooOld } from "../rules.ts"
import {
  type Effects,
  type HeldConversation,
  holdConversation,
  listTellingThreads,
  unschedule,
  updateConversation,
} from "./change.ts"
import { deriveColumns, previewedThread } from "./derive.ts"
import { readAddresses, readHistory } from "./given.ts"
import { insertEntries, insertLineItem, insertThread, type Thread, threadEntry } from "./insert.ts"
import { effectsOfReply } from "./reopen.ts"

export interface Addition {
  conversationId: number
  viewer: Viewer
  now: Date
  attachments: PreparedAttachment[]
  /** Sees the conversation as it is under the lock, before anything changes. */
  check: () => Promise<void>
}

/** Gives the id of the new thread. */
export function addCustomerThread(db: Db, given: NewCustomerThread, addition: Addition): Promise<number> {
  const { viewer, now, attachments } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  const { cc, bcc } = readAddresses(given, "")

  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, addition.conversationId)
    if (!conversation) throw notFound()
    await addition.check()
    await refuseFinished(db, conversation, now)
    const { userId } = viewer
    const [customer] = await resolveCustomers(db, [{ reference: given.customer, path: "customer" }], {
      userId,
      now,
      quietly: imported,
      organizationId: conversation.organization_id,
    })
    const effects = imported ? unchanged(conversation) : effectsOfReply(conversation)
    const place = {
      conversationId: conversation.id,
      status: effects.status,
      assigneeId: conversation.assignee_id,
    }
    if (effects.unschedules) await unschedule(db, conversation.id)
    // Before the thread, so that the newest thread is what the customer wrote.
    for (const item of effects.lineItems)
      await insertLineItem(db, place, { ...item, createdById: undefined, customerId: customer.id, createdAt })
    const thread: Thread = {
      type: "customer",
      state: "published",
      body: given.text,
      createdById: undefined,
      customerId: customer.id,
      to: [],
      cc,
      bcc,
      createdAt,
    }
    const threadId = await insertThread(db, place, thread)
    await insertEntries(db, conversation.id, [threadEntry(threadId, thread)])
    await insertAttachments(db, threadId, attachments)
    const threads = await listTellingThreads(db, conversation.id)
    const { modifiedAt, ...derived } = deriveColumns(threads, conversation.created_at)
    await updateConversation(db, conversation.id, {
      ...derived,
      ...effects,
      preview: previewedThread(threads)?.id === threadId ? previewOf(given.text) : conversation.preview,
      modifiedAt: imported ? new Date(Math.max(conversation.modified_at.getTime(), modifiedAt.getTime())) : now,
      cc: cc.length > 0 ? cc : conversation.cc,
      bcc: bcc.length > 0 ? bcc : conversation.bcc,
    })
    if (!imported) await tell(db, conversation, { effects, threadId, userId })
    return threadId
  })
}

async function refuseFinished(db: Db, conversation: HeldConversation, now: Date): Promise<void> {
  if (isFull(conversation.held_thread_count))
    throw preconditionFailed("thread_limit", "This conversation holds as many threads as it can; start a new one")
  const days = await findOldConversationDays(db)
  if (isTooOld(conversation.created_at, now, days))
    throw preconditionFailed("old_conversation", `Conversations older than ${days} days take no more threads here`)
}

function unchanged({ status, state }: HeldConversation): Effects {
  return { status, state, reopened: false, wakes: false, unschedules: false, lineItems: [] }
}

async function tell(
  db: Db,
  conversation: HeldConversation,
  { effects, threadId, userId }: { effects: Effects; threadId: number; userId: number },
): Promise<void> {
  const about = { subjectId: conversation.id, userId, inboxId: conversation.inbox_id, conversationId: conversation.id }
  // A draft becomes a conversation for everybody by this very thread.
  const kind = conversation.state === "draft" ? "convo.created" : "convo.customer.reply.created"
  await recordEvent(db, { ...about, kind, data: { threadId } })
  if (effects.status !== conversation.status)
    await recordEvent(db, { ...about, kind: "convo.status", data: { from: conversation.status, to: effects.status } })
}
