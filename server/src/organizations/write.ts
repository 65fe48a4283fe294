import type { NewOrganization } from "@deskhand/contract/customers/organization"
import { type Db, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { refuseUnrelated } from "./change-rights.ts"

/** Whoever changes it next waits; undefined where there is none, or not any more. Refuses who may not change it. */
export async function lockOrganization(db: Db, id: number, viewer: Viewer): Promise<{ id: number } | undefined> {
  const locked = await db.maybe<{ id: number }>(
    sql`select id from organizations where id = ${id} and removed_at is null for no key update`,
  )
  const its = sql`conversations.organization_id = ${id}`
  if (locked) await refuseUnrelated(db, viewer, { threads: its, conversations: its })
  return locked
}

export async function insertOrganization(db: Db, given: NewOrganization, now: Date): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into organizations (name, website, description, location, logo_url, note, phones, brand_color, created_at,
      updated_at)
    values (${given.name}, ${given.website ?? null}, ${given.description ?? null}, ${countryOf(given)},
      ${given.logoUrl ?? null}, ${given.note ?? null}, ${given.phones ?? []}, ${given.brandColor ?? null}, ${now}, ${now})
    returning id`)
  return id
}

/** What is left out is empty then, but for the logo. */
export async function updateOrganization(db: Db, id: number, given: NewOrganization, now: Date): Promise<void> {
  await db.run(sql`
    update organizations set name = ${given.name}, website = ${given.website ?? null},
      description = ${given.description ?? null}, location = ${countryOf(given)},
      logo_url = coalesce(${given.logoUrl ?? null}, logo_url), note = ${given.note ?? null},
      phones = ${given.phones ?? []}, brand_color = ${given.brandColor ?? null}, updated_at = ${now}
    where id = ${id}`)
}

function countryOf({ location }: NewOrganization): string | null {
  return location?.toUpperCase() ?? null
}

export async function touchOrganization(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update organizations set updated_at = ${now} where id = ${id}`)
}

/** Those of other organizations. */
export function listTakenDomains(
  db: Db,
  { id, domains }: { id: number | undefined; domains: string[] },
): Promise<{ domain: string; organization_id: number }[]> {
  return db.many(sql`select domain, organization_id from organization_domains
    where domain = any(${domains}::text[]) and organization_id is distinct from ${id ?? null}::bigint order by domain`)
}

/** Gives those that are new. In one order for all, so that two who claim the same ones do not deadlock. */
export async function replaceDomains(db: Db, organizationId: number, domains: string[]): Promise<string[]> {
  await db.run(sql`delete from organization_domains
    where organization_id = ${organizationId} and domain <> all(${domains}::text[])`)
  const rows = await db.many<{ domain: string; is_new: boolean }>(sql`
    insert into organization_domains as kept (domain, organization_id, position)
    select domain, ${organizationId}, place from unnest(${domains}::text[]) with ordinality as given (domain, place)
    order by domain
    on conflict (domain) do update set position = excluded.position where kept.organization_id = ${organizationId}
    returning domain, xmax = 0 as is_new`)
  return rows.filter(({ is_new }) => is_new).map(({ domain }) => domain)
}

/** From now on it is there for nobody. */
export async function markRemoved(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update organizations set removed_at = ${now} where id = ${id}`)
  await db.run(sql`delete from organization_domains where organization_id = ${id}`)
}
