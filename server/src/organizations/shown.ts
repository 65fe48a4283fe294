import type { Db } from "../db/db.ts"
import { bytesOf, memoryOfDesk } from "../http/memory.ts"
import type { Desk } from "../http/route.ts"
import { presentListedOrganization } from "./present.ts"
import { listOrganizations, type OrganizationVersion } from "./queries.ts"

/** An organization as it was last shown in a list. */
interface Shown {
  version: string
  text: string
}

const memoryOf = memoryOfDesk<Shown>(1_000_000, ({ text }) => bytesOf(text) + 300)

/** Those that are there, in their order. */
export async function showOrganizations(
  { desk, db, origin }: { desk: Desk; db: Db; origin: string },
  versions: OrganizationVersion[],
): Promise<string[]> {
  const present = async (missing: OrganizationVersion[]) => {
    const ids = missing.map(({ id }) => id)
    const rows = await listOrganizations(db, ids)
    return rows.map((row): [number, { text: string }] => [
      row.id,
      { text: JSON.stringify(presentListedOrganization(row, origin)) },
    ])
  }
  const found = await memoryOf(desk).findOrMake(versions, (id) => `${id} ${origin}`, present)
  return versions.flatMap(({ id }) => found.get(id)?.text ?? [])
}
