import type { Db } from "../db/db.ts"
import { encode, type Json, sizeOf } from "../http/json.ts"
import type { Desk } from "../http/route.ts"
import { cachePerOwner } from "../runtime/cache.ts"
import { presentListedOrganization } from "./present.ts"
import { listOrganizations, type OrganizationVersion } from "./queries.ts"

interface CachedJson {
  version: string
  json: Buffer[]
}

const cacheOf = cachePerOwner<CachedJson>(1_000_000, ({ json }) => sizeOf(json))

/** Those that are there, in their order. */
export async function showOrganizations(
  { desk, db, origin }: { desk: Desk; db: Db; origin: string },
  versions: OrganizationVersion[],
): Promise<Json[]> {
  const present = async (missing: OrganizationVersion[]) => {
    const ids = missing.map(({ id }) => id)
    const rows = await listOrganizations(db, ids)
    return rows.map((row): [number, { json: Buffer[] }] => [
      row.id,
      { json: encode([JSON.stringify(presentListedOrganization(row, origin))]) },
    ])
  }
  const found = await cacheOf(desk).findOrLoad(versions, (id) => `${id} ${origin}`, present)
  return versions.flatMap(({ id }) => {
    const shown = found.get(id)
    return shown ? [shown.json] : []
  })
}
