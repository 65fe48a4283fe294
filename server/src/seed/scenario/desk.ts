import type { Db } from "../../db/db.ts"
import type { Clock } from "../clock.ts"
import { insertCustomers } from "./customers.ts"
import { insertInboxes } from "./inboxes.ts"
import { insertOrganizations } from "./organizations.ts"
import { insertPeople } from "./people.ts"

/** Everything that conversations refer to. */
export type Desk = Awaited<ReturnType<typeof insertDesk>>

export async function insertDesk(db: Db, clock: Clock) {
  const people = await insertPeople(db, clock)
  const places = await insertInboxes(db, clock, people)
  const { organizations, organizationProperties } = await insertOrganizations(db, clock)
  const customers = await insertCustomers(db, clock, organizations)
  return { clock, ...people, ...places, ...customers, organizations, organizationProperties }
}
