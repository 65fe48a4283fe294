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

/**
 * Those that are there, in their order. Their versions were read before they are: what is remembered under an older one
 * is never asked for again.
 */
export async function showOrganizations(
  { desk, db, origin }: { desk: Desk; db: Db; origin: string },
  versions: OrganizationVersion[],
): Promise<string[]> {
  const memory = memoryOf(desk)
  const keyOf = (id: number) => `${id} ${origin}`
  const texts = new Map<number, string>()
  const missing = new Map<number, string>()
  for (const { id, version } of versions) {
    const found = memory.find(keyOf(id), version)
    if (found) texts.set(id, found.text)
    else missing.set(id, version)
  }
  if (missing.size > 0)
    for (const row of await listOrganizations(db, [...missing.keys()])) {
      const text = JSON.stringify(presentListedOrganization(row, origin))
      texts.set(row.id, text)
      memory.keep(keyOf(row.id), { version: missing.get(row.id) ?? "", text })
    }
  return versions.flatMap(({ id }) => texts.get(id) ?? [])
}
