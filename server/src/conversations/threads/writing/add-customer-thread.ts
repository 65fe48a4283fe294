import type { NewCustomerThread } from "@deskhand/contract/conversations/new-conversation"
import { resolveEach, seekCustomers } from "../../../customers/actions.ts"
import { batched, longestBatchedText, type Outcome, orThrow, withEach } from "../../../db/batch.ts"
import type { Db } from "../../../db/db.ts"
import type { Vector } from "../../../search/words.ts"
import { addToConversations, type Addition as ConversationAddition, type ThreadToAdd } from "../../change.ts"
import { lineText } from "../../line-items.ts"
import { unscheduleYielding } from "../scheduling/schedule.ts"
import { mapTellingThreads } from "../summary/telling.ts"
import { indexBody } from "../summary/words.ts"
import { type Addition, type Extensible, holdEachExtensible } from "./addition.ts"
import { readAddresses, readHistory } from "./given.ts"
import { changeOfCustomerReply } from "./reopen.ts"

/** What a customer wrote, in a chat or as somebody noted it down. Gives the id of the new thread. */
export async function addCustomerThread(
  db: Db,
  given: NewCustomerThread,
  addition: Addition & { type: "customer" | "chat" },
): Promise<number> {
  const { now } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  const { cc, bcc } = readAddresses(given, "")
  const words = await indexBody(given.text)
  return add(db, { ...addition, given, words, cc, bcc, createdAt, imported })
}

interface CustomerAddition extends Addition {
  type: "customer" | "chat"
  given: NewCustomerThread
  words: Vector
  cc: string[]
  bcc: string[]
  createdAt: Date
  imported: boolean
}

const add = batched(
  addCustomerThreads,
  ({ attachments, given }: CustomerAddition) => attachments.length === 0 && given.text.length <= longestBatchedText,
)

/** In two trips: what there is, then everything that is written. */
function addCustomerThreads(db: Db, additions: CustomerAddition[]): Promise<Outcome<number>[]> {
  return db.transaction(async (db) => {
    const [held, sought] = await Promise.all([
      holdEachExtensible(db, additions),
      seekCustomers(
        db,
        additions.map(({ given }) => [{ reference: given.customer, path: "customer" }]),
      ),
    ])
    const customers = await resolveEach(
      db,
      withEach(held, (_, index) => {
        const { viewer, now, imported } = additions[index] as CustomerAddition
        return { ...orThrow(sought[index]), userId: viewer.userId, now, quietly: imported }
      }),
    )
    const writings = withEach(customers, ([customer], index): CustomerWriting => {
      const { type, given, words, cc, bcc, createdAt, viewer, attachments, imported, now } = additions[
        index
      ] as CustomerAddition
      const customerId = customer?.id ?? 0
      const by = { createdById: undefined, performedById: viewer.userId, customerId }
      return {
        held: orThrow(held[index]),
        thread: { type, state: "published", body: given.text, words, ...by, to: [], cc, bcc, createdAt },
        attachments,
        customerId,
        byId: viewer.userId,
        imported,
        now,
      }
    })
    const threadIds = await writeCustomerThreads(
      db,
      writings.flatMap((writing) => (writing instanceof Error ? [] : [writing])),
    )
    return withEach(writings, () => threadIds.shift() ?? 0)
  })
}

export interface CustomerWriting extends Pick<ThreadToAdd, "thread" | "attachments" | "keepsCopies"> {
  held: Extensible
  customerId: number
  /** Who of the desk wrote it down; undefined where it came by itself. */
  byId?: number
  imported: boolean
  now: Date
}

/** Writes them into conversations that are held, with all that a customer's words bring about. Gives the ids of the threads. */
export async function writeCustomerThreads(db: Db, writings: CustomerWriting[]): Promise<number[]> {
  if (writings.length === 0) return []
  const yielding = writings.flatMap(({ held: { conversation }, imported }) =>
    !imported && conversation.scheduled_for !== null ? [conversation.id] : [],
  )
  const unscheduled = await unscheduleYielding(db, yielding)
  const renewed = unscheduled.size > 0 ? await mapTellingThreads(db, [...unscheduled]) : new Map()
  return addToConversations(
    db,
    writings.map(({ held, customerId, byId, imported, now, ...adding }): ConversationAddition => {
      const { conversation, threads, ids } = held
      return {
        before: conversation,
        change: imported ? {} : changeOfCustomerReply(conversation),
        happening: {
          userId: undefined,
          customerId,
          ...(byId !== undefined && { recordedById: byId }),
          because: "by a customer's reply",
          now,
          imported,
          ...(unscheduled.has(conversation.id) && { notes: [lineText("unscheduled", "unscheduled a reply")] }),
        },
        adds: {
          ...adding,
          ids,
          event: imported ? "convo.imported" : "convo.customer.reply.created",
          threads: renewed.get(conversation.id) ?? threads,
        },
      }
    }),
  )
}
