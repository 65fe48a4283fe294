import type { Db } from "../db/db.ts"
import { encode, type Json, sizeOf } from "../http/json.ts"
import type { Desk } from "../http/route.ts"
import { cachePerOwner } from "../runtime/cache.ts"
import { presentListedCustomer } from "./present.ts"
import { listProperties, type PropertyRow } from "./queries.ts"
import { listCustomerRows } from "./rows.ts"
import type { CustomerVersion, CustomerVersions } from "./versions.ts"

interface CachedJson {
  version: string
  /** JSON before and after how many conversations they have, which each viewer is told for themselves. */
  pieces: Buffer[]
}

const cacheOf = cachePerOwner<CachedJson>(5_000_000, ({ pieces }) => sizeOf(pieces))

const propertiesCacheOf = cachePerOwner<{ version: string; rows: PropertyRow[] }>(1, () => 1)

export interface CustomerShowing {
  desk: Desk
  db: Db
  origin: string
}

/** Those who are there, in their order. */
export async function showCustomers(
  showing: CustomerShowing,
  { versions, reference }: CustomerVersions,
): Promise<Json[]> {
  const { desk, origin } = showing
  const keyOf = (id: number) => `${id} ${origin}`
  const found = await cacheOf(desk).findOrLoad(versions, keyOf, (missing) => present(showing, missing, reference))
  return versions.flatMap(({ id, conversationCount }) => {
    const shown = found.get(id)
    if (!shown) return []
    const [before = "", behind = ""] = shown.pieces
    return [[before, String(conversationCount), behind]]
  })
}

async function present(
  { desk, db, origin }: CustomerShowing,
  missing: CustomerVersion[],
  reference: string,
): Promise<[number, Omit<CachedJson, "version">][]> {
  const ids = missing.map(({ id }) => id)
  const [rows, properties] = await Promise.all([listCustomerRows(db, ids), findProperties(desk, db, reference)])
  return rows.map((row) => {
    const text = JSON.stringify(presentListedCustomer({ ...row, conversation_count: 0 }, { origin, properties }))
    return [row.id, { pieces: encode(dividedAtCount(text)) }]
  })
}

/** Inside a text of the customer's, a quotation mark never stands without a stroke before it. */
function dividedAtCount(text: string): string[] {
  const name = '"conversationCount":'
  const at = text.indexOf(`${name}0`) + name.length
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Those of the desk, which change rarely. */
async function findProperties(desk: Desk, db: Db, reference: string): Promise<PropertyRow[]> {
  const cache = propertiesCacheOf(desk)
  const cached = cache.find("all", reference)
  if (cached) return cached.rows
  const rows = await listProperties(db)
  cache.set("all", { version: reference, rows })
  return rows
}
