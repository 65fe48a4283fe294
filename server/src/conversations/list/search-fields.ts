import {
  conversationStatuses,
  friendlyFields,
  type SearchFieldName,
  type searchFields,
  unassigned,
} from "@deskhand/contract/conversations/search-language"
import { join, type Sql, sql } from "../../db/db.ts"
import {
  between,
  type MomentRange,
  momentColumn,
  numberColumn,
  type SearchField,
  type TextField,
} from "../../search/compile.ts"
import { domainIn } from "../../search/domains.ts"
import { addressQuery, phraseQuery } from "../../search/tsquery.ts"

/**
 * Keeps the planner from reading every match in the desk to answer for the few rows of a walk. Rare words, for which
 * that would pay, are looked up before (`find.ts`).
 */
const eachByItself = sql`offset 0`

const createdAt = momentColumn(sql`conversations.created_at`)
const modifiedAt = momentColumn(sql`conversations.modified_at`)

/** Nothing changes before it is there, and a list by age is walked from where that begins. */
function modifiedWithin(range: MomentRange): Sql {
  const { before } = range
  if (before === undefined) return modifiedAt.within(range)
  return sql`(${modifiedAt.within(range)} and ${createdAt.within({ from: undefined, before })})`
}

/** What can be searched, as conditions on rows of `conversations`. */
export const conversationFields = {
  named: {
    subject: textOf((text, isPrefix) => phraseQuery(text, "A", isPrefix), sql`conversations.subject <> ''`),
    body: textOf((text, isPrefix) => phraseQuery(text, "D", isPrefix), holdsEntry(sql`thread_id > 0`)),
    email: {
      kind: "text",
      matches(text) {
        const domain = domainIn(text)
        return domain === undefined ? either([holdsWords(addressQuery(text)), ofCustomer(text)]) : inDomain(domain)
      },
      // Nearly every customer has one, and its key stands in the row.
      present: sql`case when conversations.customer_email_key <> '' then true
        else ${holdsEntry(sql`ts_filter(words, '{b}') <> ''`)} end`,
    },
    tag: {
      kind: "text",
      matches: (name) => sql`exists (select from conversation_tags t where t.conversation_id = conversations.id
        and t.tag_id in (select id from tags where lower(name) = lower(${name})) ${eachByItself})`,
      present: sql`exists (select from conversation_tags t where t.conversation_id = conversations.id ${eachByItself})`,
    },
    mailbox: {
      kind: "text",
      matches: (name) => sql`conversations.inbox_id in (select id from inboxes where name = ${name})`,
      present: sql`true`,
    },
    mailboxid: numberColumn(sql`conversations.inbox_id`),
    assigned: { kind: "text", matches: assignedTo, present: sql`conversations.assignee_id is not null` },
    status: {
      kind: "choice",
      values: conversationStatuses,
      matches: (status) => sql`conversations.status = ${status}`,
      present: sql`true`,
    },
    number: numberColumn(sql`conversations.number`),
    id: numberColumn(sql`conversations.id`),
    customerIds: {
      kind: "number",
      within: (range) => sql`(${between(sql`conversations.customer_id`, range)}
        or exists (select from threads t where t.conversation_id = conversations.id and t.state <> 'draft'
          and t.type <> 'lineitem' and ${between(sql`t.customer_id`, range)} ${eachByItself}))`,
      present: sql`true`,
    },
    replyUserIds: {
      kind: "number",
      within: (range) => hasReply(between(sql`t.created_by_id`, range)),
      present: hasReply(sql`t.created_by_id is not null`),
    },
    mentions: {
      kind: "text",
      matches: (handle) => hasNote(sql`t.body ~* ${mentionPattern(handle)}`),
      present: hasNote(sql`t.body ~ ${mentionPattern("")}`),
    },
    attachments: { kind: "flag", set: sql`conversations.has_attachments` },
    createdAt,
    modifiedAt: { ...modifiedAt, within: modifiedWithin },
  } satisfies { [Name in SearchFieldName]: Extract<SearchField, (typeof searchFields)[Name]> },
  resolved: Object.keys(friendlyFields),
  free: {
    kind: "text",
    takesPrefix: true,
    matches: (text, isPrefix = false) =>
      either([holdsWords(freeQuery(text, isPrefix)), text.includes("@") ? ofCustomer(text) : undefined]),
    present: sql`true`,
  } satisfies TextField,
}

/** To count them takes their own index, which does not have when a conversation began. */
export const countedFields = { ...conversationFields, named: { ...conversationFields.named, modifiedAt } }

/** What text without a field looks for: its words anywhere, and an address as a whole. */
export function freeQuery(text: string, isPrefix = false): string | undefined {
  const words = phraseQuery(text, "", isPrefix)
  const address = text.includes("@") ? addressQuery(text, isPrefix) : undefined
  if (words === undefined || address === undefined) return words ?? address
  return `(${words}) | ${address}`
}

function textOf(query: (text: string, isPrefix?: boolean) => string | undefined, present: Sql): TextField {
  return { kind: "text", takesPrefix: true, matches: (text, isPrefix) => holdsWords(query(text, isPrefix)), present }
}

/** Hidden from the planner, which would otherwise make a plan for every word. */
function holdsWords(query: string | undefined): Sql | undefined {
  return query === undefined ? undefined : holdsEntry(sql`words @@ (select ${query}::tsquery)`)
}

export function holdsEntry(condition: Sql): Sql {
  return sql`exists (select from search_entries where conversation_id = conversations.id and ${condition} ${eachByItself})`
}

function either(conditions: (Sql | undefined)[]): Sql | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : sql`(${join(given, " or ")})`
}

function ofCustomer(address: string): Sql {
  return sql`conversations.customer_id = (select customer_id from customer_emails where lower(value) = lower(${address.trim()}))`
}

/** An address of its threads, or any of its customer's. */
function inDomain(domain: string): Sql {
  return sql`(${ofDomain(domain)} or ${sentToDomain(domain)})`
}

/** The customer has an address there. */
export function ofDomain(domain: string): Sql {
  return sql`conversations.customer_id in (select customer_id from customer_emails where email_domain(value) = ${domain})`
}

export function sentToDomain(domain: string): Sql {
  return holdsEntry(sql`exists (select from unnest(tsvector_to_array(ts_filter(words, '{b}'))) as address
    where email_domain(address) = ${domain})`)
}

/** A full name, or the first or last alone; teams have only one. */
export function usersNamed(name: string): Sql {
  return sql`select id from users where lower(${name}) <> ${unassigned}
    and lower(${name}) in (lower(first_name), lower(last_name), lower(trim(first_name || ' ' || last_name)))`
}

function assignedTo(name: string): Sql {
  if (name.toLowerCase() === unassigned) return sql`conversations.assignee_id is null`
  return sql`conversations.assignee_id in (${usersNamed(name)})`
}

export function hasNote(that: Sql): Sql {
  return sql`exists (select from threads t where t.conversation_id = conversations.id
    and t.type = 'note' and t.state = 'published' and ${that} ${eachByItself})`
}

/** `@` and the handle, as a word of its own and no part of an address. Without a handle, any. */
function mentionPattern(handle: string): string {
  const escaped = handle.replace(/^@/, "").replace(/[^\p{L}\p{N}_]/gu, "\\$&")
  return `(^|[^[:alnum:]_.@-])@${escaped === "" ? "[[:alnum:]]" : `${escaped}($|[^[:alnum:]_-])`}`
}

function hasReply(by: Sql): Sql {
  return sql`exists (select from threads t where t.conversation_id = conversations.id
    and t.type in ('message', 'chat') and t.state not in ('draft', 'review') and ${by} ${eachByItself})`
}
