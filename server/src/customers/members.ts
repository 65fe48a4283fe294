import { type Db, sql } from "../db/db.ts"
import { recordEvent } from "../events/record.ts"
import type { Desk } from "../http/route.ts"

/** So many in one transaction that none takes long. */
const batchSize = 200

interface Payload {
  organizationId: number
}

/**
 * Customers who belong nowhere and have an address of the organization's domains join it. What is done stays done when
 * the job ends early; done again, it goes on where it was.
 */
export async function gatherMembers({ db, now }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { organizationId } = payload as Payload
  const domains = await db.many<{ domain: string }>(
    sql`select domain from organization_domains where organization_id = ${organizationId} order by domain`,
  )
  for (const { domain } of domains) {
    const ids = await listStrays(db, domain)
    for (let from = 0; from < ids.length; from += batchSize) {
      signal.throwIfAborted()
      await gather(db, { organizationId, domain, ids: ids.slice(from, from + batchSize), now: now() })
    }
  }
}

async function listStrays(db: Db, domain: string): Promise<number[]> {
  const ending = `%@${domain.replace(/[\\%_]/g, "\\$&")}`
  // Addresses stand one a line: the first condition is what the index has.
  const rows = await db.many<{ id: number }>(sql`
    select id from customers where organization_id is null and addresses like ${`${ending}%`}
      and exists (select from customer_emails where customer_id = customers.id and lower(value) like ${ending})
    order by id`)
  return rows.map(({ id }) => id)
}

interface Gathering {
  organizationId: number
  domain: string
  ids: number[]
  now: Date
}

function gather(db: Db, { organizationId, domain, ids, now }: Gathering): Promise<void> {
  return db.transaction(async (db) => {
    // The domain may have gone elsewhere meanwhile; while this transaction lasts, it does not.
    const claim = sql`select from organization_domains where domain = ${domain} and organization_id = ${organizationId}`
    if (!(await db.maybe(sql`${claim} for share`))) return
    await db.run(sql`select from customers where id = any(${ids}::bigint[]) order by id for no key update`)
    const joined = await db.many<{ id: number }>(sql`
      update customers set organization_id = ${organizationId}, updated_at = ${now}
      where id = any(${ids}::bigint[]) and organization_id is null returning id`)
    for (const { id } of joined) await recordEvent(db, { kind: "customer.updated", subjectId: id, userId: null })
  })
}

/**
 * After an organization was deleted: conversations and customers leave it, then the row goes. Conversations first,
 * because those of one customer would all leave in one statement with them.
 */
export async function releaseMembers({ db }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { organizationId } = payload as Payload
  for (const table of [sql`conversations`, sql`customers`])
    for (;;) {
      signal.throwIfAborted()
      const rows = await db.many<{ id: number }>(
        sql`select id from ${table} where organization_id = ${organizationId} limit ${batchSize}`,
      )
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      await db.transaction(async (db) => {
        await db.run(sql`select from ${table} where id = any(${ids}::bigint[]) order by id for no key update`)
        await db.run(sql`update ${table} set organization_id = null
          where id = any(${ids}::bigint[]) and organization_id = ${organizationId}`)
      })
    }
  await db.run(sql`delete from organizations where id = ${organizationId} and removed_at is not null`)
}
