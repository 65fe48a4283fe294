import { sql } from "../../../db/db.ts"
import { domainIn } from "../../../search/domains.ts"
import { joined, type Query, type Resolved } from "../../../search/tree.ts"
import { lexeme } from "../../../search/words.ts"
import { ofDomain, sentToDomain } from "../search-fields.ts"
import { listCustomersLike, listOrganizationsNamed, mostNamed, type NamedCustomers } from "./names.ts"
import { nothingFound, type Resolving } from "./searcher.ts"

/** `customer:` is the primary one; `from:` also the author of a thread. */
export type Role = "from" | "customer"

export async function resolveCustomer(resolving: Resolving, role: Role, text: string, at: number): Promise<Query> {
  const found = await listCustomersLike(resolving.db, text)
  if (found.isCut) resolving.note(at, tooMany(text))
  const domain = /[@.]/.test(text) ? domainIn(text) : undefined
  if (found.ids.length === 0 && domain === undefined)
    resolving.note(at, `No customer has “${text}” in their name or address.`)
  const ofIds = found.ids.length === 0 ? nothingFound(at) : byCustomers(found, role, at)
  if (domain === undefined || !found.isCut) return ofIds
  return joined("or", [ofIds, byDomain(domain, at)])
}

function tooMany(text: string): string {
  return `More than ${mostNamed} customers match “${text}”, of whom the newest are searched. Add a last name or an address.`
}

function byCustomers({ ids }: NamedCustomers, role: Role, at: number): Resolved {
  if (role === "customer") return ofCustomers(ids, at)
  return {
    kind: "resolved",
    condition: sql`(conversations.customer_id = any(${ids}::bigint[]) or exists (select from threads t
      where t.conversation_id = conversations.id and t.customer_id = any(${ids}::bigint[]) and t.created_by_id is null
        and t.state <> 'draft' and t.type <> 'lineitem' offset 0))`,
    words: { words: anyWord(ids.flatMap((id) => [`$${id}`, `%${id}`])), exact: false, rows: rowsOf(ids) },
    isDeep: true,
    at,
  }
}

export function ofCustomers(ids: number[], at: number): Resolved {
  return {
    kind: "resolved",
    condition: sql`conversations.customer_id = any(${ids}::bigint[])`,
    words: { words: anyWord(ids.map((id) => `$${id}`)), exact: true, rows: rowsOf(ids) },
    at,
  }
}

/** Most customers write a few times. */
function rowsOf(ids: number[]): number {
  return ids.length * 3
}

function anyWord(words: string[]): string {
  return words.map(lexeme).join(" | ")
}

/** The domain of a primary customer, of whom there may be any number. */
function byDomain(domain: string, at: number): Resolved {
  return {
    kind: "resolved",
    condition: ofDomain(domain),
    words: { words: lexeme(`@@${domain}`), exact: false },
    isDeep: true,
    at,
  }
}

export async function resolveOrganization(resolving: Resolving, text: string, at: number): Promise<Query> {
  const { ids, customerIds } = await listOrganizationsNamed(resolving.db, text)
  if (ids.length + customerIds.length === 0) {
    resolving.note(at, `No organization is named “${text}”.`)
    return nothingFound(at)
  }
  const parts: Query[] = []
  if (ids.length > 0)
    parts.push({ kind: "resolved", condition: sql`conversations.organization_id = any(${ids}::bigint[])`, at })
  if (customerIds.length > 0)
    parts.push({ kind: "resolved", condition: sql`conversations.customer_id = any(${customerIds}::bigint[])`, at })
  return joined("or", parts)
}

/** Whom a message went to: an address, the start of one, or a domain; or the inbox that has such an address. */
export async function resolveRecipient(resolving: Resolving, text: string, at: number): Promise<Query> {
  const written = text.trim().toLowerCase()
  const domain = /^(\*?@|[^@]+\.)/.test(written) ? domainIn(written) : undefined
  const inboxes = await resolving.db.many<{ id: number; email: string }>(
    sql`select id, lower(email) as email from inboxes where id = any(${resolving.searcher.inboxIds}::bigint[])`,
  )
  const matching = inboxes.filter(({ email }) =>
    domain === undefined ? email.startsWith(written) : email.endsWith(`@${domain}`),
  )
  const ofThreads: Resolved =
    domain === undefined
      ? {
          kind: "resolved",
          condition: sql`exists (select from search_entries where conversation_id = conversations.id
            and words @@ (select ${`${lexeme(written)}:*B`}::tsquery) offset 0)`,
          words: { words: `${lexeme(`@${written}`)}:*`, exact: true },
          isDeep: true,
          at,
        }
      : {
          kind: "resolved",
          condition: sentToDomain(domain),
          words: { words: lexeme(`@@${domain}`), exact: false },
          isDeep: true,
          at,
        }
  if (matching.length === 0) return ofThreads
  const inboxIds = matching.map(({ id }) => id)
  return joined("or", [
    ofThreads,
    { kind: "resolved", condition: sql`conversations.inbox_id = any(${inboxIds}::bigint[])`, at },
  ])
}
