import type { Split } from "@deskhand/contract/conversations/conversation-change"
import { changeConversation } from "../conversations/change.ts"
import type { CreatedConversation } from "../conversations/create.ts"
import type { Edit } from "../conversations/editing/edit.ts"
import { listFieldValues } from "../conversations/editing/field-values.ts"
import { listTagIds } from "../conversations/editing/tagging.ts"
import { type HeldConversation, holdConversation } from "../conversations/held.ts"
import { insertConversationFields, insertConversationTags } from "../conversations/insert.ts"
import { lineText } from "../conversations/line-items.ts"
import { copyReads } from "../conversations/reads/queries.ts"
import { type Db, sql } from "../db/db.ts"
import { type DeskError, invalid } from "../errors.ts"
import { moveThreads } from "./move-threads.ts"
import { refuseUnpublished } from "./refuse-unpublished.ts"
import { startConversation } from "./start.ts"

/** The thread and those after it become a conversation of their own. */
export function splitConversation(db: Db, { threadId }: Split, edit: Edit): Promise<CreatedConversation> {
  const { viewer, now } = edit
  const { userId } = viewer
  return db.transaction(async (db) => {
    const old = await holdConversation(db, viewer, edit.conversationId)
    await edit.check(db)
    refuseUnpublished(old)
    const threads = await listThreads(db, old.id)
    const at = threads.findIndex(({ id }) => id === threadId)
    const first = threads[at]
    if (!first) throw refused(threadId, "must be a thread of this conversation that can be read, and no line item")
    if (at === 0) throw refused(threadId, "must not be the first thread: something has to stay")
    const moved = threads.slice(at)
    const started = await startConversation(db, viewer, {
      inbox_id: old.inbox_id,
      type: old.type,
      status: old.status,
      subject: old.subject,
      assignee_id: old.assignee_id,
      kept_unassigned: old.kept_unassigned,
      customer_id: moved.find(isFromCustomer)?.customer_id ?? old.customer_id,
      created_by_user_id: first.created_by_id,
      created_by_customer_id: first.created_by_id === null ? first.customer_id : null,
      ...copiesOf(moved),
      closed_at: old.closed_at,
      closed_by_id: old.closed_by_id,
      created_at: first.created_at,
    })
    await insertConversationTags(db, [{ conversationId: started.id, tagIds: await listTagIds(db, old.id) }])
    await insertConversationFields(db, [{ conversationId: started.id, fields: await listFieldValues(db, old.id) }])
    await copyReads(db, { fromId: old.id, toId: started.id })
    const original = { entities: { originalConversation: old.id } }
    await changeConversation(
      db,
      started,
      {},
      {
        userId,
        now,
        notes: [lineText("split", `split this conversation off #${old.number} “${old.subject}”`, original)],
        async write() {
          const from = sql`(t.created_at, t.id) >= (${first.created_at}::timestamptz, ${first.id}::bigint)`
          await moveThreads(db, { from: [old.id], to: started.id, which: from })
          return { event: { kind: "convo.created" } }
        },
      },
    )
    await tellOld(db, { old, started, edit })
    return started
  })
}

interface SplitThread {
  id: number
  customer_id: number | null
  created_by_id: number | null
  cc: string[]
  bcc: string[]
  created_at: Date
}

/** Those that all may read, in the order of time: a conversation of drafts alone would show them to everybody. */
function listThreads(db: Db, conversationId: number): Promise<SplitThread[]> {
  return db.many(sql`
    select id, customer_id, created_by_id, cc, bcc, created_at from threads
    where conversation_id = ${conversationId} and type <> 'lineitem' and state <> 'draft' order by created_at, id`)
}

function refused(threadId: number, message: string): DeskError {
  return invalid({ path: "threadId", message, rejectedValue: threadId, source: "JSON" })
}

function isFromCustomer(thread: SplitThread): boolean {
  return thread.created_by_id === null && thread.customer_id !== null
}

/** Whom the newest that copied anybody copied. */
function copiesOf(threads: SplitThread[]): Pick<SplitThread, "cc" | "bcc"> {
  const last = threads.findLast(({ cc, bcc }) => cc.length + bcc.length > 0)
  return { cc: last?.cc ?? [], bcc: last?.bcc ?? [] }
}

interface Parting {
  old: HeldConversation
  started: HeldConversation
  edit: Edit
}

async function tellOld(db: Db, { old, started, edit }: Parting): Promise<void> {
  await changeConversation(
    db,
    old,
    {},
    {
      userId: edit.viewer.userId,
      now: edit.now,
      notes: [lineText("split", `split #${started.number} off this conversation`)],
      events: [{ kind: "convo.updated", data: { changed: ["threads"], splitId: started.id } }],
      write: async () => ({}),
    },
  )
}
