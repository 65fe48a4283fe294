import type { NewForward } from "@deskhand/contract/conversations/new-thread"
import { findOldConversationDays } from "../account/queries.ts"
import { copyAttachments } from "../conversations/attachments/copy.ts"
import { insertAttachments } from "../conversations/attachments/store.ts"
import { changeConversation, type Happening } from "../conversations/change.ts"
import { type HeldConversation, holdConversation } from "../conversations/held.ts"
import { lineText } from "../conversations/line-items.ts"
import { indexBody } from "../conversations/threads/summary/words.ts"
import type { Addition } from "../conversations/threads/writing/addition.ts"
import { readAddresses } from "../conversations/threads/writing/given.ts"
import { insertThreads, type Place, type Thread } from "../conversations/threads/writing/insert.ts"
import { listQuotedThreads, quoteThreads } from "../conversations/threads/writing/quote.ts"
import { refuseFinished } from "../conversations/threads/writing/refuse-finished.ts"
import { reopened } from "../conversations/threads/writing/reopen.ts"
import { statusAfter } from "../conversations/threads/writing/status-after.ts"
import { resolveCustomers } from "../customers/actions.ts"
import type { Db } from "../db/db.ts"
import { forbidden, invalid } from "../errors.ts"
import { storable } from "../search/plain-text.ts"
import { actingUser } from "../users/acting.ts"
import { canBeAssigned, refuseUnassignable } from "../users/assignable.ts"
import { refuseUnpublished } from "./refuse-unpublished.ts"
import { startConversation } from "./start.ts"

export interface Forwarded {
  threadId: number
  /** The new one. */
  conversationId: number
}

/** Somebody else is asked, in a conversation of their own that carries the history of this one. */
export async function forwardConversation(db: Db, given: NewForward, addition: Addition): Promise<Forwarded> {
  const { viewer, now } = addition
  if (viewer.scope === "drafts-only") throw forbidden("This token writes drafts, and a forward goes out at once")
  refuseDelay(given)
  const { to = [], cc, bcc } = readAddresses(given, "")
  const words = await indexBody(given.text)

  return db.transaction(async (db) => {
    const parent = await holdConversation(db, viewer, addition.conversationId)
    await addition.check(db)
    refuseUnpublished(parent)
    refuseFinished(parent, { now, policyDays: await findOldConversationDays(db) })
    const { inbox_id: inboxId } = parent
    const acting = await actingUser(db, viewer, { id: given.user, path: "user", inboxId })
    const { assignTo } = given
    if (typeof assignTo === "number") await refuseUnassignable(db, { id: assignTo, path: "assignTo" }, inboxId)
    const written = { body: given.text, words, state: "published", to, cc, bcc, createdAt: now } as const
    const message: Message = { ...written, ...performedBy(acting), createdById: acting.userId }
    const child = await startChild(db, { parent, message, addition })
    const change = {
      status: (await statusAfter(db, given.status, parent)) ?? reopened(parent.status),
      ...(assignTo !== undefined && { assigneeId: assignTo }),
    }
    let threadId = 0
    await changeConversation(db, parent, change, {
      ...acting,
      now,
      notes: [lineText("forwarded", `forwarded this conversation to ${to[0]} as #${child.number}`)],
      async write(place) {
        const links = { type: "forwardparent", customerId: undefined, linkedConversationId: child.id } as const
        threadId = await insertWhole(db, place, { thread: { ...message, ...links }, addition })
        // Not told as the newest thread: whoever is copied here takes no part in what goes on with the customer.
        return { event: { kind: "convo.thread.created", data: { threadId } } }
      },
    })
    return { threadId, conversationId: child.id }
  })
}

type Message = Omit<Thread, "type" | "customerId"> & { createdById: number }

interface Beginning {
  parent: HeldConversation
  message: Message
  addition: Addition
}

async function startChild(db: Db, { parent, message, addition }: Beginning): Promise<HeldConversation> {
  const { createdById: userId, to, cc, bcc, createdAt } = message
  const [customer] = await resolveCustomers(db, [{ reference: { email: to[0] ?? "" }, path: "to[0]" }], {
    userId: addition.viewer.userId,
    now: createdAt,
    quietly: false,
  })
  const quoted = await listQuotedThreads(db, parent.id)
  const child = await startConversation(db, addition.viewer, {
    inbox_id: parent.inbox_id,
    type: "email",
    status: "pending",
    subject: forwardedSubject(parent.subject),
    customer_id: customer.id,
    assignee_id: (await canBeAssigned(db, userId, parent.inbox_id)) ? userId : null,
    kept_unassigned: false,
    created_by_user_id: userId,
    created_by_customer_id: null,
    cc,
    bcc,
    created_at: createdAt,
  })
  const body = await quoteThreads({ text: message.body, threads: quoted })
  const words = await indexBody(body)
  const links = { type: "forwardchild", customerId: customer.id, linkedConversationId: parent.id } as const
  const happening: Happening = {
    userId,
    ...performedBy(message),
    now: createdAt,
    async write(place) {
      const id = await insertWhole(db, place, { thread: { ...message, body, words, ...links }, addition })
      await copyAttachments(db, { from: quoted.map((thread) => thread.id), to: id })
      return { event: { kind: "convo.created", data: { threadIds: [id] } } }
    },
  }
  return changeConversation(db, child, {}, happening)
}

function performedBy({ performedById }: { performedById?: number }): { performedById?: number } {
  return performedById === undefined ? {} : { performedById }
}

/** With the words by which it is found and what was attached. */
async function insertWhole(
  db: Db,
  place: Place,
  { thread, addition }: { thread: Thread; addition: Addition },
): Promise<number> {
  const [id = 0] = await insertThreads(db, place, [thread])
  await insertAttachments(db, id, addition.attachments)
  return id
}

/** Silently sending what somebody meant to keep would be worse than refusing. */
function refuseDelay(given: NewForward): void {
  for (const path of ["draft", "imported", "undoSeconds"] as const)
    if (given[path])
      throw invalid({
        path,
        message: "cannot be used: a forward goes out at once",
        rejectedValue: given[path],
        source: "JSON",
      })
}

function forwardedSubject(subject: string): string {
  const named = /^fwd?:/i.test(subject) ? subject : `Fwd: ${subject}`
  return storable(named.slice(0, 998))
}
