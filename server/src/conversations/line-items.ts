import { type Db, sql } from "../db/db.ts"
import type { Turn } from "../routing/turns.ts"
import type { HeldConversation } from "./held.ts"
import type { LineItem, Thread } from "./threads/writing/insert.ts"

/** The sentence of a line item, once the names are known. */
export interface LineText {
  action: string
  text: (names: Names, because?: string) => string
  entities?: Record<string, number>
  /** The conversation that the sentence is about, which people can open from here. */
  linkedConversationId?: number
}

/** What line items call people and places. */
export interface Names {
  /** Undefined where nobody of the desk did it. */
  author: string | undefined
  users: Map<number, string>
  inboxes: Map<number, string>
  customers: Map<number, string>
}

/** "Ada Lovelace marked as Closed" or "Marked as Active by a customer's reply". */
export function sentence({ author }: Names, what: string, because?: string): string {
  if (because !== undefined) return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${because}`
  return author === undefined ? `${what.charAt(0).toUpperCase()}${what.slice(1)}` : `${author} ${what}`
}

export function lineText(
  action: string,
  what: string,
  more: Pick<LineText, "entities" | "linkedConversationId"> = {},
): LineText {
  return { action, text: (names, because) => sentence(names, what, because), ...more }
}

/** What the difference leaves behind in the conversation, in the order in which it is read. */
export function lineTextsOf(before: HeldConversation, after: HeldConversation): LineText[] {
  return [
    ...stateTexts(before, after),
    ...inboxTexts(before, after),
    ...customerTexts(before, after),
    ...subjectTexts(before, after),
    ...statusTexts(before, after),
    ...assigneeTexts(before, after),
    ...snoozeTexts(before, after),
  ]
}

function stateTexts(before: HeldConversation, after: HeldConversation): LineText[] {
  if (after.state === before.state || before.state === "draft") return []
  return after.state === "deleted"
    ? [lineText("deleted", "deleted this conversation")]
    : [lineText("restored", "restored this conversation")]
}

function inboxTexts(before: HeldConversation, after: HeldConversation): LineText[] {
  if (after.inbox_id === before.inbox_id) return []
  return [
    {
      action: "moved-from-mailbox",
      entities: { inbox: before.inbox_id },
      text: (names, because) =>
        sentence(names, `moved this conversation from ${names.inboxes.get(before.inbox_id)}`, because),
    },
  ]
}

function customerTexts(before: HeldConversation, after: HeldConversation): LineText[] {
  if (after.customer_id === before.customer_id) return []
  return [
    {
      action: "customer-changed",
      text: (names, because) =>
        sentence(names, `changed the customer from ${names.customers.get(before.customer_id)}`, because),
    },
  ]
}

function subjectTexts(before: HeldConversation, after: HeldConversation): LineText[] {
  if (after.subject === before.subject) return []
  return [lineText("default", `changed the subject from “${before.subject}”`)]
}

function statusTexts(before: HeldConversation, after: HeldConversation): LineText[] {
  if (after.status === before.status) return []
  return [lineText("status-changed", `marked as ${after.status.charAt(0).toUpperCase()}${after.status.slice(1)}`)]
}

function assigneeTexts(before: HeldConversation, after: HeldConversation): LineText[] {
  const { assignee_id: assignee } = after
  if (assignee === before.assignee_id) return []
  if (assignee === null) return [lineText("unassigned", "unassigned this conversation")]
  return [
    {
      action: "assigned",
      entities: { user: assignee },
      text: (names, because) => {
        const name = names.users.get(assignee)
        if (because !== undefined) return `Assigned to ${name} ${because}`
        return sentence(
          names,
          name === names.author ? "took this conversation" : `assigned this conversation to ${name}`,
        )
      },
    },
  ]
}

export function routedText(userId: number): LineText {
  return {
    action: "assigned",
    entities: { user: userId },
    text: ({ users }) => `Assigned to ${users.get(userId)} by routing`,
  }
}

/** A new conversation says to whom routing gave it; whoever brought it is the author. */
export function arrivalOf(
  { userId, name }: Turn,
  by: Pick<Thread, "createdById" | "customerId">,
  createdAt: Date,
): LineItem {
  const { action, text, entities } = routedText(userId)
  const users = new Map([[userId, name]])
  return {
    action,
    text: text({ author: undefined, users, inboxes: new Map(), customers: new Map() }),
    ...(entities && { entities }),
    createdById: by.createdById,
    customerId: by.createdById === undefined ? by.customerId : undefined,
    createdAt,
  }
}

function snoozeTexts(before: HeldConversation, after: HeldConversation): LineText[] {
  if (after.snoozed_until?.getTime() === before.snoozed_until?.getTime()) return []
  if (after.snoozed_until === null) return [lineText("unsnoozed", "ended the snooze")]
  return [lineText("snoozed", `snoozed until ${after.snoozed_until.toISOString().slice(0, 16).replace("T", " ")} UTC`)]
}

export interface Naming {
  before: HeldConversation
  after: HeldConversation
  userId: number | undefined
  notes: LineText[]
}

export async function listNames(db: Db, { before, after, userId, notes }: Naming): Promise<Names> {
  const assigneeId = after.assignee_id === before.assignee_id ? undefined : after.assignee_id
  const userIds = [userId, assigneeId].filter((id) => typeof id === "number")
  const stays = after.inbox_id === before.inbox_id && after.customer_id === before.customer_id
  const nothing = { author: undefined, users: new Map(), inboxes: new Map(), customers: new Map() }
  if (notes.length === 0 || (userIds.length === 0 && stays)) return nothing
  const rows = await db.many<{ kind: "users" | "inboxes" | "customers"; id: number; name: string }>(sql`
    select 'users' as kind, id, btrim(first_name || ' ' || last_name) as name from users
    where id = any(${userIds}::bigint[])
    union all
    select 'inboxes', id, name from inboxes where id = ${before.inbox_id} and ${after.inbox_id !== before.inbox_id}
    union all
    select 'customers', id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), nullif(first_email(id), ''), 'nobody')
    from customers where id = ${before.customer_id} and ${after.customer_id !== before.customer_id}`)
  const named = (kind: string) => new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]))
  const users = named("users")
  return {
    author: userId === undefined ? undefined : users.get(userId),
    users,
    inboxes: named("inboxes"),
    customers: named("customers"),
  }
}
