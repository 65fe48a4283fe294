import { changeConversation, type Happening } from "../conversations/change.ts"
import type { CreatedConversation } from "../conversations/create.ts"
import type { Edit } from "../conversations/edit.ts"
import { listFieldValues } from "../conversations/field-values.ts"
import { type HeldConversation, holdAnyConversation, holdConversation } from "../conversations/held.ts"
import { insertConversationFields, insertConversationTags } from "../conversations/insert.ts"
import { lineText } from "../conversations/line-items.ts"
import { listTagIds } from "../conversations/tagging.ts"
import { indexBody } from "../conversations/threads/summary/words.ts"
import { insertEntries, insertThread, type Thread, threadEntry } from "../conversations/threads/writing/insert.ts"
import type { Db } from "../db/db.ts"
import { html } from "../http/html/html.ts"
import { canBeAssigned } from "../users/assignable.ts"
import { refuseUnpublished } from "./refuse-unpublished.ts"
import { startConversation } from "./start.ts"

/**
 * Starts a new conversation with the same customer, for one that takes no more threads. A note links to the old one, and
 * a line item of that to the new one. Without the note, a draft would be all there is, and lists would show it to everybody.
 */
export function startContinuation(db: Db, edit: Edit, origin: string): Promise<CreatedConversation> {
  const { viewer, now } = edit
  return db.transaction(async (db) => {
    const old = await holdConversation(db, viewer, edit.conversationId)
    await edit.check(db)
    refuseUnpublished(old)
    const { inbox_id: inboxId, assignee_id: assigneeId } = old
    const keepsAssignee = assigneeId !== null && (await canBeAssigned(db, assigneeId, inboxId))
    const started = await startConversation(db, viewer, {
      inboxId,
      type: old.type,
      status: "active",
      subject: old.subject,
      assigneeId: keepsAssignee ? assigneeId : null,
      keptUnassigned: old.kept_unassigned,
      customerId: old.customer_id,
      createdByUserId: viewer.userId,
      createdByCustomerId: null,
      cc: old.cc,
      bcc: old.bcc,
      createdAt: now,
    })
    await insertConversationTags(db, started.id, await listTagIds(db, old.id))
    await insertConversationFields(db, started.id, await listFieldValues(db, old.id))
    const body = html`<p>This conversation continues <a href="${webAddressOf(old, origin)}">#${old.number}</a>.</p>`
      .text
    const note: Thread = {
      type: "note",
      state: "published",
      body,
      words: await indexBody(body),
      createdById: viewer.userId,
      customerId: undefined,
      to: [],
      cc: [],
      bcc: [],
      createdAt: now,
      linkedConversationId: old.id,
    }
    const happening: Happening = {
      userId: viewer.userId,
      now,
      async write(place) {
        const id = await insertThread(db, place, note)
        await insertEntries(db, place.conversationId, [threadEntry(id, note)])
        return { event: { kind: "convo.created", data: { threadIds: [id] } } }
      },
    }
    await changeConversation(db, started, {}, happening)
    await recordContinuation(db, old, started, { userId: viewer.userId, now })
    return started
  })
}

function webAddressOf({ id, number }: HeldConversation, origin: string): string {
  return `${origin}/conversation/${id}/${number}`
}

interface ReceivedContinuation {
  oldId: number
  newId: number
  customerId: number
  now: Date
}

/** Links a conversation that a customer's mail started to the one that the mail answers and that takes no more threads. */
export async function linkContinuation(db: Db, { oldId, newId, customerId, now }: ReceivedContinuation): Promise<void> {
  const [old, started] = [await holdAnyConversation(db, oldId), await holdAnyConversation(db, newId)]
  if (old?.state !== "published" || !started) return
  const happening: Happening = {
    userId: undefined,
    customerId,
    now,
    notes: [lineText("default", `continues #${old.number}`, { linkedConversationId: old.id })],
    write: async () => ({}),
  }
  await changeConversation(db, started, {}, happening)
  await recordContinuation(db, old, started, { userId: undefined, customerId, now })
}

async function recordContinuation(
  db: Db,
  old: HeldConversation,
  started: HeldConversation,
  happening: Happening,
): Promise<void> {
  const what = happening.userId === undefined ? "continued in" : "continued this conversation in"
  await changeConversation(
    db,
    old,
    {},
    {
      ...happening,
      notes: [lineText("default", `${what} #${started.number}`, { linkedConversationId: started.id })],
      events: [{ kind: "convo.updated", data: { changed: ["threads"], continuedId: started.id } }],
      write: async () => ({}),
    },
  )
}
