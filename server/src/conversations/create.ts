import type { NewConversation } from "@deskhand/contract/conversations/new-conversation"
import { type Named, resolveEach, seekCustomers } from "../customers/actions.ts"
import { batched, longestBatchedText, type Outcome, orThrow, withEach, withEachAsync } from "../db/batch.ts"
import { type Db, sentLast } from "../db/db.ts"
import { reserveIds } from "../db/write-rows.ts"
import { invalid, preconditionFailed } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import { readFieldValues } from "../inboxes/fields/values.ts"
import { type InboxDefaults, mapInboxDefaults } from "../inboxes/queries.ts"
import { takeFreeTurns } from "../routing/turns.ts"
import type { Vector } from "../search/words.ts"
import { ensureTags } from "../tags/actions.ts"
import { actingUser } from "../users/acting.ts"
import { assignableSentence, canEachBeAssigned, worksIn } from "../users/assignable.ts"
import { insertAttachmentsOf, type PreparedAttachment } from "./attachments/store.ts"
import { awaitsTurn, type Creation, type CreationFacts, contentsOf, isQuiet, namesCustomer } from "./create-contents.ts"
import {
  type ConversationIds,
  insertConversationFields,
  insertConversations,
  insertConversationTags,
} from "./insert.ts"
import { mostThreads } from "./rules.ts"
import { indexBody } from "./threads/summary/words.ts"
import { type GivenThread, readHistory, readPast, readThreads } from "./threads/writing/given.ts"

export interface CreatedConversation {
  id: number
  number: number
}

export async function createConversation(
  db: Db,
  given: NewConversation,
  request: { viewer: Viewer; now: Date; attachments: PreparedAttachment[][] },
): Promise<CreatedConversation> {
  const { viewer, now } = request
  if (given.threads.length > mostThreads)
    throw preconditionFailed("too_many_threads", `A conversation takes at most ${mostThreads} threads`)
  const createdAt = readPast("createdAt", given.createdAt, now) ?? now
  const closedAt = readHistory("closedAt", given.closedAt, { imported: given.imported === true, now })
  const threads = readThreads(given, createdAt, now).map((thread) => asScoped(thread, viewer))
  const words: Vector[] = []
  for (const { text } of threads) words.push(await indexBody(text))
  return create(db, { given, threads, words, createdAt, closedAt, ...request })
}

/** A token for drafts alone never sends. */
function asScoped(thread: GivenThread, { scope }: Viewer): GivenThread {
  return scope === "drafts-only" && thread.type === "reply" ? { ...thread, draft: true } : thread
}

const create = batched(createConversations, isPlain)

/** Whether it is written together with others: a conversation and its thread, and nothing that takes locks beside them. */
function isPlain({ given, threads, attachments, viewer }: Creation): boolean {
  const { tags = [], fields = [], user, autoReply } = given
  const isActing = [user, ...threads.map(({ userId }) => userId)].some((id) => id !== undefined && id !== viewer.userId)
  const isShort = threads.length === 1 && threads.every(({ text }) => text.length <= longestBatchedText)
  return isShort && !isActing && autoReply !== true && tags.length + fields.length + attachments.flat().length === 0
}

/** In two trips: who, where and whether there is room; then everything that is written. */
function createConversations(db: Db, creations: Creation[]): Promise<Outcome<CreatedConversation>[]> {
  return sentLast(
    db.transaction(async (db) => {
      const [inboxes, sought, assignable, reserved] = await Promise.all([
        mapInboxDefaults(
          db,
          creations.map(({ given }) => given.mailboxId),
        ),
        seekCustomers(db, creations.map(namedIn)),
        listAssignable(db, creations),
        reserveIds(db, {
          conversations: creations.length,
          threads: creations.reduce((sum, { threads }) => sum + threads.length + mostItems, 0),
        }),
      ])
      const checked = await withEachAsync(creations, (creation) =>
        checkCreation(db, creation, { inbox: inboxes.get(creation.given.mailboxId), assignable }),
      )
      const customers = await resolveEach(
        db,
        withEach(checked, (_, index) => {
          const creation = creations[index] as Creation
          const { viewer, now } = creation
          return { ...orThrow(sought[index]), userId: viewer.userId, now, quietly: isQuiet(creation) }
        }),
      )
      const accepted = creations.flatMap((creation, index) => {
        const [facts, found] = [checked[index], customers[index]]
        if (!facts || !found || facts instanceof Error || found instanceof Error) return []
        return [{ index, creation, facts: { ...facts, customers: found } }]
      })
      const turns = await takeFreeTurns(
        db,
        accepted.map(({ creation, facts }) =>
          awaitsTurn(creation, facts) ? { inboxId: facts.inbox.id, now: creation.now } : undefined,
        ),
      )
      if (accepted.length === 0) return { last: Promise.resolve(customers as Error[]) }
      const { ids, numbers } = insertConversations(
        db,
        accepted.map(({ creation, facts }, place) => contentsOf(creation, facts, turns[place])),
        reserved,
      )
      await insertDetails(
        db,
        accepted.map((each, place) => ({ ...each, ids: ids[place] as ConversationIds })),
      )
      const outcomes = numbers.then((numbers) => {
        const created = new Map(
          accepted.map(({ index }, place) => [index, { id: ids[place]?.id ?? 0, number: numbers[place] ?? 0 }]),
        )
        return creations.map((_, index) => created.get(index) ?? (customers[index] as Error))
      })
      outcomes.catch(() => {})
      return { last: outcomes }
    }),
  )
}

/** Whom routing gave it to, and that an auto reply was asked for. */
const mostItems = 2

function namedIn({ given, threads }: Creation): Named[] {
  return [
    { reference: given.customer, path: "customer" },
    ...threads.flatMap((thread) =>
      namesCustomer(thread) && thread.customer ? [{ reference: thread.customer, path: `${thread.path}.customer` }] : [],
    ),
  ]
}

/** Those who are to be assigned to and can be, as `user inbox`. */
async function listAssignable(db: Db, creations: Creation[]): Promise<Set<string>> {
  const wanted = creations.flatMap(({ given: { assignTo, mailboxId } }) =>
    typeof assignTo === "number" ? [{ id: assignTo, inboxId: mailboxId }] : [],
  )
  const can = await canEachBeAssigned(db, wanted)
  return new Set(wanted.filter((_, index) => can[index]).map(({ id, inboxId }) => `${id} ${inboxId}`))
}

/** Refuses what cannot be, before anything is written. */
async function checkCreation(
  db: Db,
  { given, threads, viewer }: Creation,
  { inbox, assignable }: { inbox: InboxDefaults | undefined; assignable: Set<string> },
): Promise<Omit<CreationFacts, "customers">> {
  if (!inbox || !viewer.inboxIds.includes(inbox.id))
    throw invalid({
      path: "mailboxId",
      message: "must be an inbox that you may use",
      rejectedValue: given.mailboxId,
      source: "JSON",
    })
  const inboxId = inbox.id
  const acting = await actingUser(db, viewer, { id: given.user, path: "user", inboxId })
  if (typeof given.assignTo === "number" && !assignable.has(`${given.assignTo} ${inboxId}`))
    throw invalid({ path: "assignTo", message: assignableSentence, rejectedValue: given.assignTo, source: "JSON" })
  const assigneeId = given.assignTo === undefined ? await usualAssignee(db, inbox, threads) : given.assignTo
  const fields = await readFieldValues(db, inboxId, given.fields ?? [])
  for (const { userId: id, path } of threads) await actingUser(db, viewer, { id, path: `${path}.user`, inboxId })
  return { inbox, acting, assigneeId, fields }
}

/** Without a word the inbox decides, where somebody has answered already. */
async function usualAssignee(
  db: Db,
  { id, default_assignee_id: usual }: InboxDefaults,
  threads: GivenThread[],
): Promise<number | null> {
  if (usual === null || !threads.some(({ type }) => type === "reply")) return null
  return (await worksIn(db, usual, id)) ? usual : null
}

interface Accepted {
  creation: Creation
  facts: CreationFacts
  ids: ConversationIds
}

async function insertDetails(db: Db, accepted: Accepted[]): Promise<void> {
  await insertAttachmentsOf(
    db,
    accepted.flatMap(({ creation, ids }) =>
      ids.threadIds.map((threadId, place) => ({ threadId, attachments: creation.attachments[place] ?? [] })),
    ),
  )
  for (const { creation, ids } of accepted) {
    const { given, viewer, now } = creation
    if (!given.tags?.length) continue
    const tagIds = await ensureTags(db, given.tags, { viewer, now, quietly: isQuiet(creation) })
    await insertConversationTags(db, [{ conversationId: ids.id, tagIds }])
  }
  await insertConversationFields(
    db,
    accepted.map(({ facts, ids }) => ({ conversationId: ids.id, fields: facts.fields })),
  )
}
