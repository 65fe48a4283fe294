import { BinaryRows, textColumn } from "./binary-rows.ts"
import type { ConversationPlan } from "./conversation-plan.ts"
import { derive } from "./derived.ts"
import type { SeedPlan } from "./plan.ts"
import { type Random, Weighted, zipf } from "./random.ts"
import { SearchRows, searchColumns } from "./search-rows.ts"
import { type Phrasebook, writeBody } from "./text/bodies.ts"
import type { OwnWord } from "./text/lexicon.ts"
import type { ThreadPlan } from "./thread-plan.ts"

/** In an order that foreign keys allow. */
export const conversationTables = {
  conversations:
    "id, number, inbox_id, type, status, state, subject, preview, customer_id, assignee_id, created_by_user_id, " +
    "created_by_customer_id, source_type, source_via, cc, bcc, thread_count, held_thread_count, needs_attention, " +
    "closed_by_id, closed_at, user_updated_at, waiting_since, customer_wrote_at, snoozed_by_id, snoozed_until, " +
    "unsnooze_on_customer_reply, scheduled_for, scheduled_by_id, unschedule_on_customer_reply, created_at, modified_at, customer_name_key, " +
    "customer_email_key, organization_id",
  threads:
    "id, conversation_id, type, status, state, action_type, action_text, action_entities, body, source_type, source_via, " +
    "customer_id, created_by_id, assigned_to_id, saved_reply_id, to_addresses, cc, bcc, created_at, opened_at, " +
    "linked_conversation_id, scheduled_by_id, send_as_id, scheduled_at, scheduled_for, unschedule_on_customer_reply",
  search_entries: searchColumns,
  conversation_tags: "conversation_id, tag_id, created_at",
  conversation_fields: "conversation_id, field_id, value",
  merged_conversations: "id, number, inbox_id, into_id, merged_at",
  ratings:
    "thread_id, conversation_id, customer_id, user_id, rating, comments, created_at, modified_at, inbox_id, listed",
}

export class ConversationRows {
  readonly tables: Record<keyof typeof conversationTables, BinaryRows>
  private readonly plan: SeedPlan
  private readonly phrasebook: Phrasebook
  private readonly search: SearchRows
  private readonly tags: Weighted<number>
  private readonly agentIds: Set<number>

  constructor(plan: SeedPlan, phrasebook: Phrasebook) {
    this.plan = plan
    this.phrasebook = phrasebook
    const names = Object.keys(conversationTables) as (keyof typeof conversationTables)[]
    this.tables = Object.fromEntries(names.map((name) => [name, new BinaryRows()])) as typeof this.tables
    this.search = new SearchRows(this.tables.search_entries, phrasebook.lexicon)
    this.tags = zipf(plan.desk.tagIds)
    this.agentIds = new Set(plan.desk.agents.map(({ id }) => id))
  }

  write(conversation: ConversationPlan, threads: ThreadPlan[], firstThreadId: number, random: Random): void {
    this.writeConversation(conversation, threads, random)
    this.search.subject(conversation.id, conversation.subject)
    threads.forEach((thread, index) => {
      const id = firstThreadId + index
      const copied = thread.copied ? conversation : nobodyCopied
      this.writeThread(conversation, thread, { id, copied })
      if (!thread.body || thread.state === "draft") return
      const addresses = [...thread.to, ...copied.cc, ...copied.bcc]
      this.search.thread({ conversationId: conversation.id, threadId: id }, thread.body, addresses)
    })
    this.writeTags(conversation, random)
    this.writeFields(conversation, random)
    if (conversation.mergedId !== undefined) this.writeMerge(conversation, threads)
    if (conversation.status === "closed" && random.chance(0.08))
      this.writeRating(conversation, threads, firstThreadId, random)
  }

  private writeConversation(conversation: ConversationPlan, threads: ThreadPlan[], random: Random): void {
    const { customer, agent, status } = conversation
    const derived = derive(threads)
    const first = threads[0]!
    const closer = status === "closed" ? threads.findLast((thread) => thread.status === "closed") : undefined
    const snoozed = conversation.snoozed ? agent.id : undefined
    const rows = this.tables.conversations
    rows.begin(35)
    rows.bigint(conversation.id)
    rows.bigint(conversation.number)
    rows.bigint(conversation.inbox.id)
    rows.rawShort(column(conversation.type))
    rows.rawShort(column(status))
    rows.rawShort(column(conversation.state))
    rows.text(conversation.subject.plain)
    rows.text(derived.preview)
    rows.bigint(customer.id)
    rows.bigint(conversation.assigneeId)
    rows.bigint(first.authorId)
    rows.bigint(first.authorId === undefined ? customer.id : undefined)
    rows.rawShort(column(first.source))
    rows.rawShort(column(first.authorId === undefined ? "customer" : "user"))
    rows.texts(addressesOf(conversation.cc))
    rows.texts(addressesOf(conversation.bcc))
    rows.integer(derived.threadCount)
    rows.integer(derived.heldThreadCount)
    rows.boolean(derived.needsAttention)
    rows.bigint(closer && (closer.authorId ?? agent.id))
    rows.moment(closer?.at)
    rows.moment(derived.userUpdatedAt)
    rows.moment(derived.waitingSince)
    rows.moment(derived.customerWroteAt)
    rows.bigint(snoozed)
    rows.moment(snoozed && this.plan.nowMs + random.between(1, 30 * 24) * 3_600_000)
    rows.boolean(snoozed === undefined ? undefined : random.chance(0.8))
    rows.moment(derived.scheduled?.for)
    rows.bigint(derived.scheduled?.byId)
    rows.boolean(derived.scheduled?.unscheduleOnReply)
    rows.moment(conversation.createdAt)
    rows.moment(derived.modifiedAt)
    rows.text(sortKey(`${customer.firstName} ${customer.lastName}`))
    rows.text(sortKey(customer.email))
    rows.bigint(customer.organization?.id)
  }

  private writeThread(
    conversation: ConversationPlan,
    thread: ThreadPlan,
    { id, copied }: { id: number; copied: { cc: OwnWord[]; bcc: OwnWord[] } },
  ): void {
    const { action, body, scheduled } = thread
    const toCustomer = thread.type !== "note" && thread.type !== "lineitem"
    const rows = this.tables.threads
    rows.begin(26)
    rows.bigint(id)
    rows.bigint(conversation.id)
    rows.rawShort(column(thread.type))
    rows.rawShort(column(thread.status))
    rows.rawShort(column(thread.state))
    rows.text(action?.type)
    rows.text(action?.text)
    rows.json(action?.entities)
    if (body) writeBody(rows, body)
    else rows.null()
    rows.rawShort(column(thread.source))
    rows.rawShort(column(thread.authorId === undefined ? "customer" : "user"))
    rows.bigint(toCustomer ? conversation.customer.id : undefined)
    rows.bigint(thread.authorId)
    rows.bigint(conversation.assigneeId)
    rows.bigint(thread.savedReplyId)
    rows.texts(addressesOf(thread.to))
    rows.texts(addressesOf(copied.cc))
    rows.texts(addressesOf(copied.bcc))
    rows.moment(thread.at)
    rows.moment(thread.openedAt)
    rows.bigint(thread.linkedConversationId)
    rows.bigint(scheduled?.byId)
    rows.bigint(scheduled && thread.authorId)
    rows.moment(scheduled?.at)
    rows.moment(scheduled?.for)
    rows.boolean(scheduled?.unscheduleOnReply)
  }

  private writeTags(conversation: ConversationPlan, random: Random): void {
    const rows = this.tables.conversation_tags
    const tagIds = new Set<number>()
    for (let wanted = tagAmounts.pick(random); wanted > 0; wanted--) tagIds.add(this.tags.pick(random))
    for (const tagId of tagIds) {
      rows.begin(3)
      rows.bigint(conversation.id)
      rows.bigint(tagId)
      rows.moment(conversation.createdAt)
    }
  }

  private writeFields(conversation: ConversationPlan, random: Random): void {
    const rows = this.tables.conversation_fields
    for (const field of conversation.inbox.fields) {
      if (!random.chance(field.type === "dropdown" ? 0.6 : 0.2)) continue
      rows.begin(3)
      rows.bigint(conversation.id)
      rows.bigint(field.id)
      rows.text(this.fieldValue(field, random))
    }
  }

  private fieldValue(field: { type: string; optionIds: number[] }, random: Random): string {
    switch (field.type) {
      case "dropdown":
        return String(random.pick(field.optionIds))
      case "number":
        return String(random.between(1, 500))
      case "date":
        return `202${random.between(3, 6)}-0${random.between(1, 9)}-${random.between(10, 28)}`
      case "multiline":
        return `${this.phrasebook.sentence(random, "en").plain}\n${this.phrasebook.sentence(random, "en").plain}`
      default:
        return this.phrasebook.subject(random, "en").plain
    }
  }

  private writeMerge(conversation: ConversationPlan, threads: ThreadPlan[]): void {
    const merge = threads.find((thread) => thread.action?.type === "merged")
    if (!merge) return
    const rows = this.tables.merged_conversations
    rows.begin(5)
    rows.bigint(conversation.mergedId)
    rows.bigint(conversation.mergedNumber)
    rows.bigint(conversation.inbox.id)
    rows.bigint(conversation.id)
    rows.moment(merge.at)
  }

  private writeRating(
    conversation: ConversationPlan,
    threads: ThreadPlan[],
    firstThreadId: number,
    random: Random,
  ): void {
    const rated = threads.findLastIndex((thread) => thread.type === "message" && thread.state === "published")
    const reply = threads[rated]
    if (!reply || !this.agentIds.has(reply.authorId ?? 0)) return
    const at = Math.min(this.plan.nowMs, reply.at + random.between(1, 2_880) * 60_000)
    const rows = this.tables.ratings
    rows.begin(10)
    rows.bigint(firstThreadId + rated)
    rows.bigint(conversation.id)
    rows.bigint(conversation.customer.id)
    rows.bigint(reply.authorId)
    rows.rawShort(column(ratings.pick(random)))
    rows.text(random.chance(0.3) ? this.phrasebook.sentence(random, conversation.customer.language).plain : undefined)
    rows.moment(at)
    rows.moment(at)
    rows.bigint(conversation.inbox.id)
    rows.boolean(conversation.state === "published")
  }
}

const nobodyCopied: { cc: OwnWord[]; bcc: OwnWord[] } = { cc: [], bcc: [] }
const tagAmounts = new Weighted([0, 1, 2, 3, 4].map((amount) => [amount, [28, 34, 22, 11, 5][amount]!] as const))
const ratings = new Weighted([
  ["great", 74],
  ["okay", 15],
  ["not_good", 10],
  ["unknown", 1],
] as const)

function addressesOf(words: OwnWord[]): string[] {
  return words.map(({ word }) => word)
}

const columns = new Map<string, Uint8Array>()

function column(value: string): Uint8Array {
  const known = columns.get(value)
  if (known) return known
  const made = textColumn(value)
  columns.set(value, made)
  return made
}

/** As the database's own sort_key() makes it of names like these. */
function sortKey(text: string): string {
  return text.toLowerCase().slice(0, 60)
}
