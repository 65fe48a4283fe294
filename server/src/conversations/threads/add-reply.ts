import type { NewReply } from "@deskhand/contract/new-thread"
import { type KnownCustomer, resolveCustomers } from "../../customers/actions.ts"
import { findCustomerEmail } from "../../customers/queries.ts"
import type { Db } from "../../db/db.ts"
import { refuseStranger, refuseUnassignable } from "../../users/assignable.ts"
import { type HeldConversation, holdConversation } from "../held.ts"
import type { Addition } from "./add-customer-thread.ts"
import { readAddresses, readHistory } from "./given.ts"
import type { Thread } from "./insert.ts"
import { refuseFinished } from "./refuse-finished.ts"
import { reopened } from "./reopen.ts"
import { statusAfter } from "./status-after.ts"
import { hasUnseen } from "./unseen.ts"
import { writeThread } from "./write-thread.ts"

export interface AddedThread {
  id: number
  state: Thread["state"]
}

export function addReply(db: Db, given: NewReply, addition: Addition): Promise<AddedThread> {
  const { viewer, now, attachments } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  const { to, cc, bcc } = readAddresses(given, "")

  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, addition.conversationId)
    await addition.check()
    await refuseFinished(db, conversation, now)
    const userId = given.user ?? viewer.userId
    const { inbox_id: inboxId } = conversation
    if (given.user !== undefined) await refuseStranger(db, { id: given.user, path: "user" }, inboxId)
    const { assignTo } = given
    if (typeof assignTo === "number") await refuseUnassignable(db, { id: assignTo, path: "assignTo" }, inboxId)
    const customer = await customerOf(db, given, { conversation, addition })
    const wanted = await stateOf(db, given, { conversation, viewer })
    const undoable = given.undoSeconds !== undefined && wanted === "published" && !imported
    const state = undoable ? "draft" : wanted
    const id = await writeThread(db, {
      conversation,
      attachments,
      userId,
      now,
      imported,
      event: "convo.agent.reply.created",
      change: {
        status: (await statusAfter(db, given.status, conversation)) ?? reopened(conversation.status),
        state: "published",
        ...(assignTo !== undefined && { assigneeId: assignTo }),
      },
      thread: {
        type: "message",
        state,
        body: given.text,
        createdById: userId,
        customerId: customer.id,
        to: to ?? (customer.email === null ? [] : [customer.email]),
        cc,
        bcc,
        createdAt,
        ...(undoable && { sendsAt: new Date(now.getTime() + (given.undoSeconds ?? 0) * 1_000) }),
      },
    })
    return { id, state }
  })
}

/** A token for drafts alone never sends; what crosses something unseen waits for a second look. */
async function stateOf(
  db: Db,
  { draft, imported, lastSeenThreadId }: NewReply,
  { conversation, viewer }: { conversation: HeldConversation; viewer: Addition["viewer"] },
): Promise<Thread["state"]> {
  if (draft || viewer.scope === "drafts-only") return "draft"
  if (imported || lastSeenThreadId === undefined) return "published"
  return (await hasUnseen(db, { conversationId: conversation.id, lastSeenThreadId })) ? "review" : "published"
}

type Addressee = Pick<KnownCustomer, "id" | "email">

async function customerOf(
  db: Db,
  { customer, imported }: NewReply,
  { conversation, addition }: { conversation: HeldConversation; addition: Addition },
): Promise<Addressee> {
  if (customer === undefined)
    return { id: conversation.customer_id, email: await findCustomerEmail(db, conversation.customer_id) }
  const [found] = await resolveCustomers(db, [{ reference: customer, path: "customer" }], {
    userId: addition.viewer.userId,
    now: addition.now,
    quietly: imported === true,
  })
  return found
}
