import type { Db } from "../db/db.ts"
import { invalid } from "../errors.ts"
import { findOrganizationId, findOrganizationOf } from "../organizations/queries.ts"
import { domainOf } from "./rules.ts"

/** The one named, else the one that claims the domain of an address. `path` is where it is named. */
export async function organizationOf(
  db: Db,
  { organizationId }: { organizationId?: number },
  { addresses, path = "organizationId" }: { addresses: string[]; path?: string },
): Promise<number | null> {
  if (organizationId === undefined) return (await findOrganizationOf(db, addresses.map(domainOf)))?.id ?? null
  const found = await findOrganizationId(db, organizationId)
  if (found) return found.id
  throw invalid({ path, message: "is no organization of this desk", rejectedValue: organizationId, source: "JSON" })
}
