import type { NewReply } from "@deskhand/contract/conversations/new-thread"
import { type KnownCustomer, resolveCustomers } from "../../../customers/actions.ts"
import type { Db } from "../../../db/db.ts"
import { actingUser } from "../../../users/acting.ts"
import { refuseUnassignable } from "../../../users/assignable.ts"
import type { HeldConversation } from "../../held.ts"
import { indexBody } from "../summary/words.ts"
import { type Addition, holdExtensible } from "./addition.ts"
import { changeOfReply } from "./change-of-reply.ts"
import { readAddresses, readHistory } from "./given.ts"
import type { Thread } from "./insert.ts"
import { findReplyAddress } from "./reply-address.ts"
import { hasUnseen } from "./unseen.ts"
import { writeThread } from "./write-thread.ts"

export interface AddedThread {
  id: number
  state: Thread["state"]
}

export async function addReply(db: Db, given: NewReply, addition: Addition): Promise<AddedThread> {
  const { viewer, now, attachments, assignsWriter = false } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  const { to, cc, bcc } = readAddresses(given, "")
  const words = await indexBody(given.text)

  return db.transaction(async (db) => {
    const { conversation, threads, ids } = await holdExtensible(db, addition)
    const { inbox_id: inboxId } = conversation
    const acting = await actingUser(db, viewer, { id: given.user, path: "user", inboxId })
    const { assignTo } = given
    if (typeof assignTo === "number") await refuseUnassignable(db, { id: assignTo, path: "assignTo" }, inboxId)
    const customer = await customerOf(db, given, { conversation, addition })
    const wanted = await stateOf(db, given, { conversation, viewer })
    const undoable = (given.undoSeconds ?? 0) > 0 && wanted === "published" && !imported
    const state = undoable ? "draft" : wanted
    const outcome = {
      ...(given.status !== undefined && { status: given.status }),
      ...(assignTo !== undefined && { assigneeId: assignTo }),
      ...(assignsWriter && { assignsWriter }),
    }
    const id = await writeThread(db, {
      conversation,
      threads,
      ids,
      attachments,
      ...acting,
      now,
      imported,
      event: "convo.agent.reply.created",
      change: imported ? {} : await changeOfReply(db, outcome, { conversation, writerId: acting.userId }),
      outcome,
      thread: {
        type: "message",
        state,
        body: given.text,
        words,
        createdById: acting.userId,
        customerId: customer.id,
        to: to ?? (customer.email === null ? [] : [customer.email]),
        cc,
        bcc,
        createdAt,
        ...(undoable && {
          undoable: { until: new Date(now.getTime() + (given.undoSeconds ?? 0) * 1_000), byId: viewer.userId },
        }),
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
  return (await hasUnseen(db, { conversationId: conversation.id, lastSeenThreadId, viewer })) ? "review" : "published"
}

type Addressee = Pick<KnownCustomer, "id" | "email">

async function customerOf(
  db: Db,
  { customer, imported }: NewReply,
  { conversation, addition }: { conversation: HeldConversation; addition: Addition },
): Promise<Addressee> {
  if (customer === undefined) {
    const { id, customer_id: customerId } = conversation
    return { id: customerId, email: await findReplyAddress(db, id, customerId) }
  }
  const [found] = await resolveCustomers(db, [{ reference: customer, path: "customer" }], {
    userId: addition.viewer.userId,
    now: addition.now,
    quietly: imported === true,
  })
  return found
}
