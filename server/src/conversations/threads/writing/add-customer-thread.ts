import type { NewCustomerThread } from "@deskhand/contract/new-conversation"
import { type Named, resolveCustomers, seekCustomers } from "../../../customers/actions.ts"
import type { Db } from "../../../db/db.ts"
import { longestShared, together } from "../../../db/sharing.ts"
import { addToConversation, type ThreadToAdd } from "../../change.ts"
import { lineText } from "../../line-items.ts"
import { unscheduleYielding } from "../scheduling/schedule.ts"
import { listTellingThreads } from "../summary/telling.ts"
import { indexBody } from "../summary/words.ts"
import { type Addition, type Extensible, holdExtensible } from "./addition.ts"
import { readAddresses, readHistory } from "./given.ts"
import type { Thread } from "./insert.ts"
import { changeOfCustomerReply } from "./reopen.ts"

/** What a customer wrote, in a chat or as somebody noted it down. Gives the id of the new thread. */
export async function addCustomerThread(
  db: Db,
  given: NewCustomerThread,
  addition: Addition & { type: "customer" | "chat" },
): Promise<number> {
  const { viewer, now, attachments, type } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  const { cc, bcc } = readAddresses(given, "")
  const words = await indexBody(given.text)

  const isPlain = attachments.length === 0 && given.text.length <= longestShared
  const { last } = await together(db, { when: isPlain }, async (db) => {
    const holding = holdExtensible(db, addition)
    const named: [Named] = [{ reference: given.customer, path: "customer" }]
    const sought = seekCustomers(db, named)
    const held = await holding
    const { userId } = viewer
    const [customer] = await resolveCustomers(db, named, { userId, now, quietly: imported, sought })
    const thread: Thread = {
      type,
      state: "published",
      body: given.text,
      words,
      createdById: undefined,
      performedById: userId,
      customerId: customer.id,
      to: [],
      cc,
      bcc,
      createdAt,
    }
    return writeCustomerThread(db, held, { thread, attachments, customerId: customer.id, byId: userId, imported, now })
  })
  return (await last).id ?? 0
}

export interface CustomerWriting extends Pick<ThreadToAdd, "thread" | "attachments" | "keepsCopies"> {
  customerId: number
  /** Who of the desk wrote it down; undefined where it came by itself. */
  byId?: number
  imported: boolean
  now: Date
}

/** Writes it into a conversation that is held, with all that a customer's words bring about. */
export async function writeCustomerThread(
  db: Db,
  { conversation, threads }: Extensible,
  { customerId, byId, imported, now, ...adding }: CustomerWriting,
): Promise<{ last: Promise<{ id: number | null }> }> {
  const yields = !imported && conversation.scheduled_for !== null
  const unschedules = yields && (await unscheduleYielding(db, conversation.id)) > 0
  return addToConversation(db, conversation, imported ? {} : changeOfCustomerReply(conversation), {
    userId: undefined,
    customerId,
    ...(byId !== undefined && { recordedById: byId }),
    because: "by a customer's reply",
    now,
    imported,
    ...(unschedules && { notes: [lineText("unscheduled", "unscheduled a reply")] }),
    adds: {
      ...adding,
      event: imported ? "convo.imported" : "convo.customer.reply.created",
      threads: unschedules ? await listTellingThreads(db, conversation.id) : threads,
    },
  })
}
