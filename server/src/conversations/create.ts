import type { NewConversation } from "@deskhand/contract/new-conversation"
import { type KnownCustomer, type Named, resolveCustomers, seekCustomers } from "../customers/actions.ts"
import { type Db, sentLast } from "../db/db.ts"
import { longestShared, together } from "../db/sharing.ts"
import { invalid, preconditionFailed } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import { readFieldValues } from "../inboxes/fields/values.ts"
import { findInboxDefaults, type InboxDefaults } from "../inboxes/queries.ts"
import { takeFreeTurn } from "../routing/turns.ts"
import { previewOf } from "../search/plain-text.ts"
import type { Vector } from "../search/words.ts"
import { ensureTags } from "../tags/actions.ts"
import { actingUser } from "../users/acting.ts"
import { refuseUnassignable, worksIn } from "../users/assignable.ts"
import { arrivalOf } from "./arrival.ts"
import { insertAttachments, type PreparedAttachment } from "./attachments/store.ts"
import type { ConversationColumns } from "./columns.ts"
import { insertConversation, insertConversationFields, insertConversationTags } from "./insert.ts"
import { mostThreads } from "./rules.ts"
import { deriveColumns, previewedThread } from "./threads/summary/derive.ts"
import { indexBody } from "./threads/summary/words.ts"
import { type GivenThread, readHistory, readPast, readThreads } from "./threads/writing/given.ts"
import { insertLineItem, type Thread } from "./threads/writing/insert.ts"

export interface Creation {
  viewer: Viewer
  now: Date
  /** Of each thread, written to the store already. */
  attachments: PreparedAttachment[][]
}

/** What the conversation says until it is known whether one goes out. */
export const autoReplyAsked = "Auto reply asked for"

export interface CreatedConversation {
  id: number
  number: number
}

export async function createConversation(
  db: Db,
  given: NewConversation,
  creation: Creation,
): Promise<CreatedConversation> {
  const { viewer, now, attachments } = creation
  if (given.threads.length > mostThreads)
    throw preconditionFailed("too_many_threads", `A conversation takes at most ${mostThreads} threads`)
  const imported = given.imported === true
  const createdAt = readPast("createdAt", given.createdAt, now) ?? now
  const closedAt = readHistory("closedAt", given.closedAt, { imported, now })
  const threads = readThreads(given, createdAt, now).map((thread) => asScoped(thread, viewer))
  const words: Vector[] = []
  for (const { text } of threads) words.push(await indexBody(text))

  return sentLast(
    together(db, { when: isPlain(given, creation) }, async (db) => {
      const named: [Named, ...Named[]] = [{ reference: given.customer, path: "customer" }, ...threads.flatMap(namedIn)]
      const [finding, sought] = [findInboxDefaults(db, viewer, given.mailboxId), seekCustomers(db, named)]
      const inbox = await finding
      if (!inbox)
        throw invalid({
          path: "mailboxId",
          message: "must be an inbox that you may use",
          rejectedValue: given.mailboxId,
          source: "JSON",
        })
      const isDraft = threads.some(({ draft }) => draft) && !threads.some(reachesCustomer)
      const quietly = imported || isDraft
      const inboxId = inbox.id
      const { userId, performedById } = await actingUser(db, viewer, { id: given.user, path: "user", inboxId })
      const wantedAssigneeId = await assigneeOf(db, given, { inbox, threads })
      const fields = await readFieldValues(db, inbox.id, given.fields ?? [])
      for (const { userId: id, path } of threads) await actingUser(db, viewer, { id, path: `${path}.user`, inboxId })
      const customers = { userId: viewer.userId, now, quietly, sought }
      const [customer, ...others] = await resolveCustomers(db, named, customers)
      const written = threads.map((thread, index) => {
        const their = namedIn(thread).length > 0 ? (others.shift() ?? customer) : customer
        return { ...threadOf(thread, { userId, viewer, customer: their }), words: words[index] as Vector }
      })
      const opening = written[0]
      if (!opening) throw new Error("A conversation has at least one thread")
      const openedByCustomer = opening.createdById === undefined
      const { modifiedAt, ...derived } = deriveColumns(
        written.map((thread, index) => ({ ...told(thread), attachments: attachments[index] ?? [] })),
        createdAt,
      )
      const waits = !quietly && given.status === "active" && given.assignTo !== null && wantedAssigneeId === null
      const turn = waits && inbox.has_room ? await takeFreeTurn(db, inbox.id, now) : undefined
      const assigneeId = turn?.userId ?? wantedAssigneeId
      const columns: ConversationColumns = {
        inboxId: inbox.id,
        type: given.type,
        status: given.status,
        state: isDraft ? "draft" : "published",
        subject: given.subject,
        preview: previewOf(previewedThread(written.map(told))?.body ?? ""),
        customerId: customer.id,
        assigneeId,
        keptUnassigned: given.assignTo === null,
        createdByUserId: opening.createdById ?? null,
        createdByCustomerId: openedByCustomer ? (opening.customerId ?? customer.id) : null,
        ...copiesOf(written),
        ...(given.status === "closed" && { closedById: userId, closedAt: closedAt ?? (imported ? modifiedAt : now) }),
        createdAt,
        modifiedAt: imported || createdAt > now ? modifiedAt : now,
        ...derived,
      }
      const { status } = given
      const kind = isDraft ? "convo.draft.changed" : imported ? "convo.imported" : "convo.created"
      const tellsThreads = threads.flatMap((thread, place) => (goesOut(thread) && !quietly ? [place] : []))
      const inserted = insertConversation(db, columns, {
        threads: written,
        events: [
          {
            kind,
            userId,
            inboxId: inbox.id,
            ...(performedById !== undefined && { data: { performedBy: performedById } }),
            ...(tellsThreads.length > 0 && { tellsThreads }),
          },
        ],
        ...(turn && { arrival: arrivalOf(turn, opening, now) }),
      })
      const autoReplies =
        given.autoReply === true && !quietly && inbox.auto_reply_enabled && threads.some(isFromCustomer)
      const tags = given.tags ?? []
      if (autoReplies || tags.length + fields.length + attachments.flat().length > 0) {
        const { id: conversationId, thread_ids: threadIds } = await inserted
        for (const [index, id] of threadIds.entries()) await insertAttachments(db, id, attachments[index] ?? [])
        const place = { conversationId, status, assigneeId }
        if (autoReplies) {
          const item = { createdById: userId, customerId: undefined, createdAt: now }
          await insertLineItem(db, place, { ...item, action: "auto-reply-sent", text: autoReplyAsked })
        }
        await insertConversationTags(db, conversationId, await ensureTags(db, tags, { viewer, now, quietly }))
        await insertConversationFields(db, conversationId, fields)
      }
      return { last: inserted }
    }),
  )
}

/** Whether it is written together with others: a conversation and its thread, and nothing that is written after them. */
function isPlain(
  { threads, tags = [], fields = [], autoReply, user }: NewConversation,
  { attachments, viewer }: Creation,
): boolean {
  if (user !== undefined && user !== viewer.userId) return false
  const isShort = threads.length === 1 && threads.every(({ text }) => text.length <= longestShared)
  return isShort && autoReply !== true && tags.length + fields.length + attachments.flat().length === 0
}

/** A token for drafts alone never sends. */
function asScoped(thread: GivenThread, { scope }: Viewer): GivenThread {
  return scope === "drafts-only" && thread.type === "reply" ? { ...thread, draft: true } : thread
}

function reachesCustomer({ type, draft }: GivenThread): boolean {
  return type !== "note" && !draft
}

/** It is mailed, which is told by the event alone. */
function goesOut({ type, draft, imported }: GivenThread): boolean {
  return type === "reply" && !draft && !imported
}

function isFromCustomer({ type }: GivenThread): boolean {
  return type === "customer"
}

/** Null stays unassigned; without a word the inbox decides, where somebody has answered already. */
async function assigneeOf(
  db: Db,
  { assignTo }: NewConversation,
  { inbox, threads }: { inbox: InboxDefaults; threads: GivenThread[] },
): Promise<number | null> {
  if (assignTo === null) return null
  if (assignTo !== undefined) {
    await refuseUnassignable(db, { id: assignTo, path: "assignTo" }, inbox.id)
    return assignTo
  }
  const { default_assignee_id: usual } = inbox
  if (usual === null || !threads.some(({ type }) => type === "reply")) return null
  return (await worksIn(db, usual, inbox.id)) ? usual : null
}

/** Notes are nobody's but the team's. */
function namedIn({ type, customer, path }: GivenThread): Named[] {
  return customer === undefined || type === "note" ? [] : [{ reference: customer, path: `${path}.customer` }]
}

/** Who wrote it to whom. Customers write chats themselves; phone calls are noted down by a user. */
function threadOf(
  thread: GivenThread,
  { customer, userId, viewer }: { customer: KnownCustomer; userId: number; viewer: Viewer },
): Omit<Thread, "words"> {
  const { type, text, draft, cc, bcc, createdAt } = thread
  const byCustomer = type === "customer" || type === "chat"
  const createdById = byCustomer ? undefined : (thread.userId ?? userId)
  const usualTo = type === "reply" && customer.email !== null ? [customer.email] : []
  return {
    type: type === "reply" ? "message" : type,
    state: draft ? "draft" : "published",
    body: text,
    createdById,
    ...(createdById !== viewer.userId && { performedById: viewer.userId }),
    customerId: type === "note" ? undefined : customer.id,
    to: type === "reply" ? (thread.to ?? usualTo) : [],
    cc: type === "note" ? [] : cc,
    bcc: type === "note" ? [] : bcc,
    createdAt,
  }
}

function told({ createdById, ...thread }: Thread) {
  return { ...thread, ...(createdById !== undefined && { createdById }) }
}

/** Whom the newest thread that copied anybody copied: the next reply goes there too. */
function copiesOf(threads: Thread[]): { cc: string[]; bcc: string[] } {
  const last = threads.findLast(({ cc, bcc }) => cc.length + bcc.length > 0)
  return { cc: last?.cc ?? [], bcc: last?.bcc ?? [] }
}
