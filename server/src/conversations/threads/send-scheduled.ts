import type { Db } from "../../db/db.ts"
import { DeskError } from "../../errors.ts"
import type { Desk } from "../../http/route.ts"
import { type HeldConversation, holdIdleConversation } from "./change.ts"
import { type DueThread, listDueThreads, lockDueThread, type ScheduledThread, updateSent, updateUnsent } from "./due.ts"
import { insertEntries, insertLineItem, threadEntry } from "./insert.ts"
import { effectsOfSending, unchanged } from "./reopen.ts"
import { recordThread, retell } from "./retell.ts"

/** More are taken up by the next turn. */
const mostAtOnce = 1_000

/** Sends what is due, each thread for itself. Any number of nodes may do so at once. */
export async function sendScheduled({ db, now }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const due of await listDueThreads(db, { now: now(), most: mostAtOnce })) {
    if (signal.aborted) break
    try {
      await sendThread(db, due, now())
    } catch (error) {
      // Without a database the others would fare no better. Anything else is the fault of this one alone.
      if (error instanceof DeskError) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} scheduled threads were not sent`)
}

function sendThread(db: Db, due: DueThread, now: Date): Promise<void> {
  return db.transaction(async (db) => {
    // Whoever holds it writes to it or sends this very thread; the next turn looks again.
    const conversation = await holdIdleConversation(db, due.conversation_id)
    const thread = conversation && (await lockDueThread(db, due, now))
    if (!thread) return
    if (conversation.state === "deleted") await keepThread(db, { conversation, thread, now })
    else await publishThread(db, { conversation, thread, now })
  })
}

interface Sending {
  conversation: HeldConversation
  thread: ScheduledThread
  now: Date
}

/** What missed its time in a deleted conversation must not go out, long after, when somebody restores it. */
async function keepThread(db: Db, { conversation, thread, now }: Sending): Promise<void> {
  const effects = unchanged(conversation)
  await updateUnsent(db, thread.id)
  await insertLineItem(db, placeOf(conversation, effects), {
    action: "unscheduled",
    text: "Not sent, because the conversation was deleted",
    createdById: thread.scheduled_by_id,
    customerId: undefined,
    createdAt: now,
  })
  await retell(db, conversation, { effects, now })
}

async function publishThread(db: Db, { conversation, thread, now }: Sending): Promise<void> {
  const effects = effectsOfSending(conversation)
  const place = placeOf(conversation, effects)
  const senderId = thread.send_as_id
  await updateSent(db, place, { id: thread.id, now })
  await insertEntries(db, conversation.id, [threadEntry(thread.id, thread)])
  for (const item of effects.lineItems)
    await insertLineItem(db, place, { ...item, createdById: senderId, customerId: undefined, createdAt: now })
  await retell(db, conversation, { effects, written: thread, now })
  await recordThread(db, conversation, {
    kind: "convo.agent.reply.created",
    effects,
    threadId: thread.id,
    userId: senderId,
  })
}

function placeOf(conversation: HeldConversation, { status }: Pick<HeldConversation, "status">) {
  return {
    conversationId: conversation.id,
    status,
    assigneeId: conversation.assignee_id,
  }
}
