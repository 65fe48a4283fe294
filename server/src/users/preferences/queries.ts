import type { ChangedPreferences } from "@deskhand/contract/people/preferences"
import { type Db, sql } from "../../db/db.ts"
import { changedPreferences } from "./rules.ts"

export async function findPreferences(db: Db, userId: number): Promise<ChangedPreferences> {
  const row = await db.maybe<{ preferences: ChangedPreferences }>(
    sql`select preferences from user_preferences where user_id = ${userId}`,
  )
  return row?.preferences ?? {}
}

/** Both of two changes at once are kept, as far as they concern different preferences. Needs a transaction. */
export async function mergePreferences(
  db: Db,
  { userId, changed, now }: { userId: number; changed: ChangedPreferences; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into user_preferences (user_id, preferences, updated_at) values (${userId}, '{}', ${now})
    on conflict do nothing`)
  const { preferences } = await db.one<{ preferences: ChangedPreferences }>(
    sql`select preferences from user_preferences where user_id = ${userId} for no key update`,
  )
  await db.run(sql`
    update user_preferences set preferences = ${JSON.stringify(changedPreferences(preferences, changed))}::jsonb,
      updated_at = ${now}
    where user_id = ${userId}`)
}
