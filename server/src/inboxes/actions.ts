import type { ChangedInbox, InboxUsers, NewInbox } from "@deskhand/contract/inboxes/inbox"
import type { RatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import { codeOf, type Db } from "../db/db.ts"
import { conflict, invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { addressIn, textIn } from "../http/input/texts.ts"
import { refuseStranger } from "../users/assignable.ts"
import { lockPeople } from "../users/write-queries.ts"
import {
  deleteInbox,
  holdsConversations,
  type InboxRow,
  insertInbox,
  lockGoingInbox,
  lockInbox,
  updateInbox,
  updateInboxUsers,
} from "./queries.ts"

/** With its standard folders, which the database gives it. */
export function createInbox(db: Db, inbox: NewInbox, { viewer, now }: Change): Promise<number> {
  const name = textIn(inbox.name, "name")
  const email = addressIn(inbox.email, "email")
  return db.transaction(async (db) => {
    await lockPeople(db, idsOf(inbox.defaultAssignee))
    const id = await refusingTwins(email, () => insertInbox(db, { name, email, now }))
    await updateInbox(db, { id, name, email, ...(await settingsOf(db, fresh(id), inbox)), now })
    await recordEvent(db, { kind: "inbox.created", subjectId: id, inboxId: id, userId: viewer.userId })
    return id
  })
}

export function changeInbox(
  db: Db,
  inbox: ChangedInbox & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    // People before inboxes, as whoever deactivates somebody takes them.
    await lockPeople(db, idsOf(inbox.defaultAssignee))
    const current = await lockInbox(db, inbox.id)
    if (!current) throw notFound()
    await check(db)
    const name = inbox.name === undefined ? current.name : textIn(inbox.name, "name")
    const email = inbox.email === undefined ? current.email : addressIn(inbox.email, "email")
    const settings = await settingsOf(db, current, inbox)
    await refusingTwins(email, () => updateInbox(db, { id: inbox.id, name, email, ...settings, now }))
    await recordEvent(db, { kind: "inbox.updated", subjectId: inbox.id, inboxId: inbox.id, userId: viewer.userId })
  })
}

/** Owners and admins enter every inbox, so that it does not matter whether they are named. */
export function changeInboxUsers(
  db: Db,
  { id, userIds }: InboxUsers & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    const people = await lockPeople(db, userIds)
    const unknown = userIds.findIndex((userId) => !people.has(userId))
    if (unknown !== -1) {
      const path = `userIds[${unknown}]`
      throw invalid({ path, message: "must be an active user", rejectedValue: userIds[unknown], source: "JSON" })
    }
    if (!(await lockInbox(db, id))) throw notFound()
    await check(db)
    const { added, removed } = await updateInboxUsers(db, { id, userIds, now })
    const data = { addedUserIds: added, removedUserIds: removed }
    await recordEvent(db, { kind: "inbox.updated", subjectId: id, inboxId: id, userId: viewer.userId, data })
  })
}

/** Nobody may see what belongs to an inbox that is gone, so everybody hears of it. */
export function removeInbox(db: Db, id: number, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await lockGoingInbox(db, id))) throw notFound()
    await check(db)
    if (await holdsConversations(db, id))
      throw conflict(
        "inbox_not_empty",
        "The inbox still has conversations; move them to another inbox first. Deleted ones and drafts count too",
      )
    await deleteInbox(db, id)
    await recordEvent(db, { kind: "inbox.deleted", subjectId: id, userId: viewer.userId })
  })
}

type Settings = Pick<
  InboxRow,
  | "id"
  | "signature"
  | "status_after_reply"
  | "default_assignee_id"
  | "auto_reply_enabled"
  | "auto_reply_subject"
  | "auto_reply_text"
  | "rating_requests"
  | "rating_texts"
  | "use_reply_to"
  | "assign_on_reply"
>

function fresh(id: number): Settings {
  return {
    id,
    signature: "",
    status_after_reply: "active",
    default_assignee_id: null,
    auto_reply_enabled: false,
    auto_reply_subject: "",
    auto_reply_text: "",
    rating_requests: false,
    rating_texts: {},
    use_reply_to: "automatic",
    assign_on_reply: true,
  }
}

async function settingsOf(db: Db, current: Settings, { autoReply, ...given }: ChangedInbox) {
  const { defaultAssignee } = given
  if (typeof defaultAssignee === "number")
    await refuseStranger(db, { id: defaultAssignee, path: "defaultAssignee" }, current.id)
  return {
    signature: given.signature ?? current.signature,
    statusAfterReply: given.statusAfterReply ?? current.status_after_reply,
    defaultAssigneeId: defaultAssignee === undefined ? current.default_assignee_id : defaultAssignee,
    autoReplyEnabled: autoReply?.enabled ?? current.auto_reply_enabled,
    autoReplySubject: autoReply?.subject ?? current.auto_reply_subject,
    autoReplyText: autoReply?.text ?? current.auto_reply_text,
    ratingRequests: given.ratingRequests ?? current.rating_requests,
    ratingTexts: ratingTextsOf(current.rating_texts, given.ratingTexts ?? {}),
    useReplyTo: given.useReplyTo ?? current.use_reply_to,
    assignOnReply: given.assignOnReply ?? current.assign_on_reply,
  }
}

/** An empty text restores the default, so it is not stored. */
function ratingTextsOf(current: Partial<RatingTexts>, given: Partial<RatingTexts>): Partial<RatingTexts> {
  const texts = Object.entries({ ...current, ...given }).map(([name, text]) => [name, plainText(text)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ""))
}

function plainText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").trim()
}

function idsOf(id: number | null | undefined): number[] {
  return id == null ? [] : [id]
}

async function refusingTwins<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error
    throw conflict("email_taken", "Another inbox has this address already", [
      { path: "email", message: "is taken by another inbox", rejectedValue: email, source: "JSON" },
    ])
  }
}

const uniqueViolation = "23505"
