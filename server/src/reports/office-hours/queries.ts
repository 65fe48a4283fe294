import { type Db, sql } from "../../db/db.ts"
import { OfficeClock, type OfficeHours } from "./office-clock.ts"

export function findOfficeHours(db: Db): Promise<OfficeHours | undefined> {
  return db.maybe(sql`select timezone, hours from office_hours`)
}

export async function loadOfficeClock(db: Db): Promise<OfficeClock | undefined> {
  const office = await findOfficeHours(db)
  if (!office) return undefined
  const text = JSON.stringify(office)
  if (remembered?.text !== text) remembered = { text, clock: new OfficeClock(office) }
  return remembered.clock
}

/** The days that it has met, of the hours that hold. */
let remembered: { text: string; clock: OfficeClock } | undefined

/** Nothing staffs the desk always. */
export async function saveOfficeHours(db: Db, office: OfficeHours | undefined, now: Date): Promise<void> {
  if (!office) {
    await db.run(sql`delete from office_hours`)
    return
  }
  await db.run(sql`
    insert into office_hours (timezone, hours, updated_at)
    values (${office.timezone}, ${JSON.stringify(office.hours)}::jsonb, ${now})
    on conflict (id) do update set timezone = excluded.timezone, hours = excluded.hours, updated_at = excluded.updated_at`)
}
