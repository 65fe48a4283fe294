import type { Patch } from "@deskhand/contract/patch"
import type { Db } from "../../../db/db.ts"
import { conflict } from "../../../errors.ts"
import { assignableSentence, canBeAssigned } from "../../../users/assignable.ts"
import { changeConversation } from "../../change.ts"
import type { HeldConversation } from "../../held.ts"
import { lineText } from "../../line-items.ts"
import { publishThread } from "../scheduling/publish.ts"
import { takeBack } from "../scheduling/reschedule.ts"
import { putInReview, sendSoon } from "../scheduling/send-draft.ts"
import { type UnsentThread, updateSent, updateUnsent } from "../scheduling/unsent.ts"
import { indexBody } from "../summary/words.ts"
import {
  asUnsent,
  type HeldThread,
  holdThread,
  isUnsent,
  nameOf,
  refuseForeignDraft,
  refuseSending,
  type ThreadEdit,
} from "./held-thread.ts"
import { putEntries, threadEntries } from "./insert.ts"
import { type ReadWish, readThreadPatch, type ThreadWish } from "./patch.ts"
import { hasUnseen } from "./unseen.ts"

interface Editing {
  conversation: HeldConversation
  thread: HeldThread
  edit: ThreadEdit
}

/**
 * All of the operations, or none; of two on the same thing the later one counts. Gives the state of an unsent one that was
 * to be sent, taken back or confirmed.
 */
export function editThread(db: Db, patch: Patch, edit: ThreadEdit): Promise<HeldThread["state"] | undefined> {
  const wishes = readThreadPatch(patch)
  const wish: ThreadWish = Object.assign({}, ...wishes.map((read) => read.wish))
  return db.transaction(async (db) => {
    const held = await holdThread(db, edit)
    const editing = { ...held, edit }
    refuseUnpublishing(wishes, held.thread)
    if (!isUnsent(held.thread)) {
      await editSent(db, wish, editing)
      return undefined
    }
    await refuseUnassignable(db, wishes, held.conversation)
    return editUnsent(db, wish, editing)
  })
}

function refuseUnpublishing(wishes: ReadWish[], { state }: HeldThread): void {
  for (const { wish, operation } of wishes)
    if (wish.state === "unsent" && state !== "draft")
      throw operation.refuse("value", "must be false for /draft: what is published cannot become a draft again")
}

async function refuseUnassignable(db: Db, wishes: ReadWish[], { inbox_id: inboxId }: HeldConversation): Promise<void> {
  for (const { wish, operation } of wishes)
    if (typeof wish.assignTo === "number" && !(await canBeAssigned(db, wish.assignTo, inboxId)))
      throw operation.refuse("value", assignableSentence)
}

/** A published thread keeps its addresses; its text and whether it is hidden can change. */
async function editSent(db: Db, wish: ThreadWish, { conversation, thread, edit }: Editing): Promise<void> {
  const { viewer, now } = edit
  if (wish.state === "draft") throw conflict("thread_state", "This has gone out already, and cannot be taken back")
  const ofDrafts = (["to", "cc", "bcc", "status", "assignTo"] as const).find((name) => wish[name] !== undefined)
  if (ofDrafts) throw conflict("thread_state", `Only drafts and replies in review can change their ${ofDrafts}`)
  const hidden = wish.state === "published" && thread.state === "hidden" ? false : wish.hidden
  if ((hidden !== undefined || wish.state) && thread.state === "bounced")
    throw conflict("thread_state", "This reply has come back, and stays to be seen")
  const text = wish.text ?? thread.body
  const state = hidden === undefined ? thread.state : hidden ? "hidden" : "published"
  const changed = [...(text === thread.body ? [] : ["text"]), ...(state === thread.state ? [] : ["hidden"])]
  if (changed.length === 0) return
  const told = changed.map((part) => (part === "text" ? "edited" : state === "hidden" ? "hid" : "showed again"))
  await changeConversation(
    db,
    conversation,
    {},
    {
      userId: viewer.userId,
      now,
      notes: told.map((verb) => lineText("default", `${verb} ${nameOf(thread)}`)),
      async write() {
        await updateSent(db, { id: thread.id, body: text, state })
        if (text !== thread.body) await indexThread(db, conversation.id, { ...thread, body: text })
        return { event: { kind: "convo.thread.updated", data: { threadId: thread.id, changed } } }
      },
    },
  )
}

async function editUnsent(
  db: Db,
  wish: ThreadWish,
  { conversation, thread, edit }: Editing,
): Promise<HeldThread["state"] | undefined> {
  const { viewer } = edit
  const { state, hidden, undoSeconds, lastSeenThreadId, ...contents } = wish
  if (hidden !== undefined) throw conflict("thread_state", "Only what is published can be hidden")
  if (state === "draft" && thread.state === "review")
    throw conflict("thread_state", "A reply in review is confirmed or deleted")
  const before = asUnsent(thread)
  const after = withContents(before, contents)
  const changed = JSON.stringify(after) !== JSON.stringify(before)
  if (changed) {
    refuseForeignDraft(viewer, thread)
    await updateUnsent(db, after)
    if (thread.state === "review") await indexThread(db, conversation.id, after)
  }
  if (state === "published")
    return sendUnsent(db, { conversation, thread: { ...thread, ...after }, edit }, { undoSeconds, lastSeenThreadId })
  if (state === "draft" && thread.scheduled_for) await takeBack(db, { conversation, thread, edit })
  else if (changed) await tellChanged(db, { conversation, thread, edit })
  return state === "unsent" ? thread.state : state
}

async function indexThread(
  db: Db,
  conversationId: number,
  thread: Pick<UnsentThread, "id" | "body" | "to" | "cc" | "bcc">,
): Promise<void> {
  await putEntries(db, threadEntries(conversationId, [{ ...thread, words: await indexBody(thread.body) }]))
}

interface Sending {
  undoSeconds: number | undefined
  lastSeenThreadId: number | undefined
}

/** As a new reply goes out: at once, after the time to undo it, or after a second look. What was in review had that. */
async function sendUnsent(
  db: Db,
  { conversation, thread, edit }: Editing,
  { undoSeconds = 0, lastSeenThreadId }: Sending,
): Promise<HeldThread["state"]> {
  const { viewer, now } = edit
  refuseSending(viewer)
  if (thread.state === "draft") {
    const place = { conversationId: conversation.id, threadId: thread.id }
    const crosses = lastSeenThreadId !== undefined && (await hasUnseen(db, { ...place, lastSeenThreadId, viewer }))
    if (crosses) return putInReview(db, { conversation, thread, edit })
    if (undoSeconds > 0) return sendSoon(db, { conversation, thread, edit }, undoSeconds)
  }
  await publishThread(
    db,
    { conversation, thread: asUnsent(thread) },
    { userId: viewer.userId, assignsWriter: viewer.hasSession, now },
  )
  return "published"
}

async function tellChanged(db: Db, { conversation, thread, edit }: Editing): Promise<void> {
  const { viewer, now } = edit
  const kind = thread.state === "draft" ? "convo.draft.changed" : "convo.thread.updated"
  await changeConversation(
    db,
    conversation,
    {},
    { userId: viewer.userId, now, write: async () => ({ event: { kind, data: { threadId: thread.id } } }) },
  )
}

function withContents(thread: UnsentThread, wish: ThreadWish): UnsentThread {
  const { text, to, cc, bcc, status, assignTo } = wish
  return {
    ...thread,
    ...(text !== undefined && { body: text }),
    ...(to && { to }),
    ...(cc && { cc }),
    ...(bcc && { bcc }),
    ...(status !== undefined && { then_status: status }),
    ...(assignTo !== undefined && {
      then_assigns: assignTo !== "nothing",
      then_assignee_id: assignTo === "nothing" ? null : assignTo,
    }),
  }
}
