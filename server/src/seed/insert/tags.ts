import { type Db, sql } from "../../db/db.ts"
import { insertRow } from "./rows.ts"

/** Tags belong to the whole desk, so one of that name may be there already. */
export async function findOrInsertTag(
  db: Db,
  tag: { name: string; slug: string; color: string; createdAt: Date },
): Promise<{ id: number; inserted: boolean }> {
  const known = await db.maybe<{ id: number }>(sql`select id from tags where lower(name) = lower(${tag.name})`)
  if (known) return { id: known.id, inserted: false }
  return { id: await insertRow(db, "tags", { ...tag, updatedAt: tag.createdAt }), inserted: true }
}
