import type { ChangedPreferences } from "@deskhand/contract/people/preferences"
import { type Db, sql } from "../../db/db.ts"

export async function findPreferences(db: Db, userId: number): Promise<ChangedPreferences> {
  const row = await db.maybe<{ preferences: ChangedPreferences }>(
    sql`select preferences from user_preferences where user_id = ${userId}`,
  )
  return row?.preferences ?? {}
}

/** Both of two that come at once are kept, as far as they speak of different things. */
export async function mergePreferences(
  db: Db,
  { userId, changed, now }: { userId: number; changed: ChangedPreferences; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into user_preferences as kept (user_id, preferences, updated_at)
    values (${userId}, ${JSON.stringify(changed)}::jsonb, ${now})
    on conflict (user_id) do update set preferences = kept.preferences || excluded.preferences,
      updated_at = excluded.updated_at`)
}
