import type { HasValue, IsValue } from "@deskhand/contract/conversations/search-language"
import { unassigned } from "@deskhand/contract/conversations/search-language"
import { sql } from "../../../db/db.ts"
import { joined, type Query, type Resolved, type Term } from "../../../search/tree.ts"
import { isUnreadBy } from "../../reads/queries.ts"
import { hasNote } from "../search-fields.ts"
import type { Resolving } from "./searcher.ts"

/** What a value of `is` or `has` means: terms of the older language, which lists know how to walk, or a condition. */
type Meaning = (at: number, resolving: Resolving) => Query

export const states: Record<IsValue, Meaning> = {
  open: (at) => joined("or", [term("status", "active", at), term("status", "pending", at)]),
  active: (at) => term("status", "active", at),
  pending: (at) => term("status", "pending", at),
  closed: (at) => term("status", "closed", at),
  spam: (at) => term("status", "spam", at),
  mine: (at, resolving) => assignedTo(resolving.viewerId(at, "is:mine"), at),
  assigned: (at) => ({ kind: "term", field: "assigned", value: { kind: "any", at }, at }),
  unassigned: (at) => term("assigned", unassigned, at),
  snoozed: (at) => ({
    kind: "resolved",
    condition: sql`conversations.home_folder = 'snoozed'`,
    namesStatus: true,
    at,
  }),
  waiting: waitingAtAll,
  draft: (at) => ({ kind: "resolved", condition: sql`conversations.state = 'draft'`, namesStatus: true, at }),
  unread: (at, resolving) => ({
    kind: "resolved",
    condition: isUnreadBy(resolving.viewerId(at, "is:unread"), sql`conversations`),
    isDeep: true,
    at,
  }),
}

export const contents: Record<HasValue, Meaning> = {
  attachment: (at) => term("attachments", "true", at),
  note: (at) => ({ kind: "resolved", condition: hasNote(sql`true`), isDeep: true, at }),
  tag: (at) => ({ kind: "term", field: "tag", value: { kind: "any", at }, at }),
  rating: ratedAtAll,
}

export function waitingAtAll(at: number): Resolved {
  return { kind: "resolved", condition: sql`conversations.waiting_since is not null`, at }
}

export function ratedAtAll(at: number): Resolved {
  return { kind: "resolved", condition: sql`conversations.id in (select conversation_id from ratings)`, at }
}

export function term(field: string, text: string, at: number): Term {
  return { kind: "term", field, value: { kind: "word", text, at }, at }
}

export function assignedTo(userId: number, at: number): Resolved {
  return {
    kind: "resolved",
    condition: sql`conversations.assignee_id = ${userId}`,
    parameter: { assigneeId: userId },
    at,
  }
}
