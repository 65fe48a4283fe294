import {
  type FriendlyFieldName,
  friendlyFields,
  type HasValue,
  type IsValue,
  me,
} from "@deskhand/contract/conversations/search-language"
import { type Db, sql } from "../../../db/db.ts"
import { readDay } from "../../../search/day-words.ts"
import { QueryProblem } from "../../../search/problem.ts"
import { joined, type Query, type Term, type Text } from "../../../search/tree.ts"
import { conversationFields } from "../search-fields.ts"
import { resolveCustomField } from "./custom-fields.ts"
import { resolveCustomer, resolveOrganization, resolveRecipient } from "./customers.ts"
import { explainTerm } from "./explain.ts"
import { resolveFreeText } from "./free-text.ts"
import { resolvePlace } from "./places.ts"
import { everythingFound, type Note, nothingFound, Resolving, type Searcher } from "./searcher.ts"
import { assignedTo, contents, ratedAtAll, states, waitingAtAll } from "./states.ts"

export interface Resolution {
  query: Query
  notes: Note[]
}

/** The query with what its friendly fields and its words name: customers, inboxes, days, custom fields and the viewer. */
export async function resolveQuery(db: Db, query: Query, searcher: Searcher): Promise<Resolution> {
  const resolving = new Resolving(db, searcher)
  const resolved = await resolveFields(resolving, query)
  const { mostNamed } = searcher
  const named = mostNamed === undefined ? resolved : await resolveFreeText(resolving, resolved, mostNamed)
  return { query: named, notes: resolving.notes.toSorted((one, other) => one.at - other.at) }
}

async function resolveFields(resolving: Resolving, query: Query): Promise<Query> {
  switch (query.kind) {
    case "term":
      return resolveTerm(resolving, query)
    case "not":
      return { ...query, part: await resolveFields(resolving, query.part) }
    case "resolved":
      return query
    default:
      return joined(query.kind, await Promise.all(query.parts.map((part) => resolveFields(resolving, part))))
  }
}

async function resolveTerm(resolving: Resolving, term: Term): Promise<Query> {
  const { field, value, at } = term
  if (field === undefined) return term
  const name = field.toLowerCase()
  if (name === "assigned" && value.kind === "word" && !value.prefix && value.text.toLowerCase() === me)
    return assignedTo(resolving.viewerId(value.at, `assigned:${me}`), at)
  if (builtIn.has(name)) {
    if (resolving.searcher.explainsAll) await explainTerm(resolving, term)
    return term
  }
  if (isFriendly(name)) {
    const resolve = resolvers[name]
    if (value.kind === "any" && resolve.any) return resolve.any(at)
    return resolve.text({ resolving, term, value: textIn(term), at })
  }
  const custom = await resolveCustomField(resolving, term)
  // The compiler knows how to refuse it.
  return custom ?? (resolving.searcher.isLenient ? nothingFound(at) : term)
}

const builtIn = new Set(Object.keys(conversationFields.named).map((name) => name.toLowerCase()))

function isFriendly(name: string): name is FriendlyFieldName {
  return Object.hasOwn(friendlyFields, name)
}

function textIn({ field, value }: Term): Text {
  if (value.kind === "word" || value.kind === "phrase") return value
  throw new QueryProblem(value.at, `expected a value after ${field}:, because it has no ranges`)
}

interface FriendlyTerm {
  resolving: Resolving
  term: Term
  value: Text
  at: number
}

interface FriendlyField {
  text(term: FriendlyTerm): Query | Promise<Query>
  /** What `field:*` means; without it, the field needs a value. */
  any?: (at: number) => Query
}

const organization: FriendlyField = {
  text: ({ resolving, value, at }) => resolveOrganization(resolving, value.text, at),
  any: (at) => ({ kind: "resolved", condition: sql`conversations.organization_id is not null`, at }),
}

const resolvers: Record<FriendlyFieldName, FriendlyField> = {
  from: {
    text: ({ resolving, value, at }) => resolveCustomer(resolving, "from", value.text, at),
    any: everythingFound,
  },
  to: { text: ({ resolving, value, at }) => resolveRecipient(resolving, value.text, at), any: everythingFound },
  customer: {
    text: ({ resolving, value, at }) => resolveCustomer(resolving, "customer", value.text, at),
    any: everythingFound,
  },
  org: organization,
  organization,
  is: { text: ({ resolving, value, at }) => states[choiceIn<IsValue>("is", value)](at, resolving) },
  has: { text: ({ resolving, value, at }) => contents[choiceIn<HasValue>("has", value)](at, resolving) },
  in: {
    text: ({ resolving, value, at }) => resolvePlace(resolving, { text: value.text, at, resolve: resolveFields }),
    any: everythingFound,
  },
  before: { text: (term) => resolveDay(term, ({ from }) => ({ before: from })) },
  after: { text: (term) => resolveDay(term, ({ from }) => ({ from })) },
  on: { text: (term) => resolveDay(term, ({ from, to }) => ({ from, before: to })) },
  type: {
    text: ({ value, at }) => ({
      kind: "resolved",
      condition: sql`conversations.type = ${choiceIn("type", value)}`,
      at,
    }),
  },
  rating: {
    text: ({ value, at }) => {
      const rating = choiceIn("rating", value)
      return {
        kind: "resolved",
        condition: sql`conversations.id in (select conversation_id from ratings
          where rating = ${rating === "bad" ? "not_good" : rating})`,
        at,
      }
    },
    any: ratedAtAll,
  },
  waiting: {
    text: ({ resolving, value, at }) => {
      const { isLonger, ms } = readWait(value)
      const since = new Date(resolving.searcher.now.getTime() - ms)
      return {
        kind: "resolved",
        condition: isLonger
          ? sql`conversations.waiting_since <= ${since}`
          : sql`conversations.waiting_since > ${since}`,
        at,
      }
    },
    any: waitingAtAll,
  },
}

/** In any case; `attachments` is as good as `attachment`. */
function choiceIn<Value extends string>(field: "is" | "has" | "type" | "rating", { text, at }: Text): Value {
  const values: readonly string[] = friendlyFields[field].values
  const given = text.toLowerCase()
  const found = values.find((value) => value === given || `${value}s` === given)
  if (found !== undefined) return found as Value
  throw new QueryProblem(at, `expected one of ${values.join(", ")}`)
}

async function resolveDay(
  { resolving, value, at }: FriendlyTerm,
  rangeOf: (period: { from: Date; to: Date }) => { from?: Date; before?: Date },
): Promise<Query> {
  const period = readDay(value.text, resolving.searcher.now, await resolving.timezone())
  if (typeof period === "string") throw new QueryProblem(value.at, period)
  const { from, before } = rangeOf(period)
  const end = (date: Date | undefined, included: boolean) => ({
    value: date && { kind: "word" as const, text: date.toISOString(), at: value.at },
    included,
  })
  return {
    kind: "term",
    field: "createdAt",
    value: { kind: "range", from: end(from, true), to: end(before, false), at: value.at },
    at,
  }
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** `2h`, `>2h`: at least so long; `<2h`: less. */
function readWait({ text, at }: Text): { isLonger: boolean; ms: number } {
  const [, sign, amount, unit] = /^(>=?|<)?(\d{1,5})([mhdw])$/i.exec(text.trim()) ?? []
  if (amount === undefined || unit === undefined)
    throw new QueryProblem(at, "expected a time such as 30m, 2h, 1d or 2w; >2h is at least two hours, <2h less")
  return { isLonger: sign !== "<", ms: Number(amount) * unitMs[unit.toLowerCase() as keyof typeof unitMs] }
}
