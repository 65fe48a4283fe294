import type { ConversationStatus } from "@deskhand/contract/conversations/conversation"
import { unassigned } from "@deskhand/contract/conversations/search-language"
import { type Db, type Sql, sql } from "../../db/db.ts"
import { readNumber } from "../../search/compile.ts"
import { joined, type Query, type Resolved, type Term } from "../../search/tree.ts"
import { listTagsNamed } from "../../tags/queries.ts"
import { nobody } from "../rules.ts"
import { usersNamed } from "./search-fields.ts"

/** What of a filter a query can say as well as a parameter. */
interface Liftable {
  inboxIds: number[]
  statuses: ConversationStatus[]
  tagIds: number[] | undefined
  assigneeId: number | undefined
}

/**
 * Takes out of a query what a parameter could say too, where it must hold and nothing else says it yet: lists are
 * walked and counted by it. Gives the rest of the query, if there is any.
 */
export async function liftTerms<Filter extends Liftable>(
  db: Db,
  query: Query,
  filter: Filter,
): Promise<{ filter: Filter; rest: Query | undefined }> {
  let lifted = filter
  const rest: Query[] = []
  for (const part of query.kind === "and" ? query.parts : [query]) {
    const narrowed = await liftPart(db, part, lifted)
    if (narrowed) lifted = narrowed
    else rest.push(part)
  }
  return { filter: lifted, rest: rest.length === 0 ? undefined : joined("and", rest) }
}

function liftPart<Filter extends Liftable>(db: Db, part: Query, filter: Filter): Promise<Filter | undefined> {
  if (part.kind === "term") return lift(db, part, filter)
  if (part.kind === "resolved") return Promise.resolve(liftResolved(part, filter))
  return part.kind === "not" ? liftOpposite(db, part.part, filter) : liftAny(db, part, filter)
}

function liftResolved<Filter extends Liftable>({ parameter }: Resolved, filter: Filter): Filter | undefined {
  if (parameter === undefined) return undefined
  if ("inboxIds" in parameter)
    return { ...filter, inboxIds: filter.inboxIds.filter((id) => parameter.inboxIds.includes(id)) }
  return filter.assigneeId === undefined ? { ...filter, assigneeId: parameter.assigneeId } : undefined
}

async function lift<Filter extends Liftable>(
  db: Db,
  { field, value }: Term,
  filter: Filter,
): Promise<Filter | undefined> {
  if (!("text" in value)) return undefined
  switch (field?.toLowerCase()) {
    case "mailbox": {
      const named = new Set(await ids(db, sql`select id from inboxes where name = ${value.text}`))
      return { ...filter, inboxIds: filter.inboxIds.filter((id) => named.has(id)) }
    }
    case "mailboxid":
      return { ...filter, inboxIds: filter.inboxIds.filter((id) => id === readNumber(value)) }
    case "status":
      return withStatus(filter, [value.text])
    case "tag":
      return tagged(db, filter, [value.text])
    case "assigned": {
      if (value.text.toLowerCase() === unassigned && filter.assigneeId === undefined)
        return { ...filter, assigneeId: nobody }
      const [assigneeId, ...others] = await ids(db, usersNamed(value.text))
      if (assigneeId === undefined || others.length > 0 || filter.assigneeId !== undefined) return undefined
      return { ...filter, assigneeId }
    }
    default:
      return undefined
  }
}

/** All other inboxes or statuses, or nobody, where that is all it leaves: of tags and of who it is there is no such parameter. */
async function liftOpposite<Filter extends Liftable>(db: Db, part: Query, filter: Filter): Promise<Filter | undefined> {
  if (part.kind === "term" && part.field?.toLowerCase() === "assigned" && part.value.kind === "any")
    return filter.assigneeId === undefined ? { ...filter, assigneeId: nobody } : undefined
  const { tagIds, assigneeId } = filter
  const left = await liftPart(db, part, filter)
  if (left === undefined || left.tagIds !== tagIds || left.assigneeId !== assigneeId) return undefined
  const { inboxIds, statuses } = filter
  const without = <Value>(all: Value[], some: Value[]) =>
    all === some ? all : all.filter((each) => !some.includes(each))
  return { ...filter, inboxIds: without(inboxIds, left.inboxIds), statuses: without(statuses, left.statuses) }
}

/** Any of several tags or statuses is what a parameter can ask for, too. */
async function liftAny<Filter extends Liftable>(db: Db, query: Query, filter: Filter): Promise<Filter | undefined> {
  if (query.kind !== "or") return undefined
  const fields = new Set<string | undefined>()
  const texts: string[] = []
  for (const part of query.parts) {
    if (part.kind !== "term" || !("text" in part.value)) return undefined
    fields.add(part.field?.toLowerCase())
    texts.push(part.value.text)
  }
  const [field, ...others] = fields
  if (others.length > 0) return undefined
  if (field === "tag") return tagged(db, filter, texts)
  return field === "status" ? withStatus(filter, texts) : undefined
}

function withStatus<Filter extends Liftable>(filter: Filter, texts: string[]): Filter {
  const given = texts.map((text) => text.toLowerCase())
  return { ...filter, statuses: filter.statuses.filter((status) => given.includes(status)) }
}

async function tagged<Filter extends Liftable>(db: Db, filter: Filter, names: string[]): Promise<Filter | undefined> {
  if (filter.tagIds !== undefined) return undefined
  return { ...filter, tagIds: (await listTagsNamed(db, names)).map(({ id }) => id) }
}

async function ids(db: Db, statement: Sql): Promise<number[]> {
  const rows = await db.many<{ id: number }>(statement)
  return rows.map(({ id }) => id)
}
