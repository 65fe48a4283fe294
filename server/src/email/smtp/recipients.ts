import { domainToASCII, domainToUnicode } from "node:url"
import type { Config } from "../../config.ts"
import { type Db, sql } from "../../db/db.ts"
import { readName } from "../identity/names.ts"

/**
 * The inbox that an address belongs to: its own, with anything behind a plus sign, or that of the mail which a name in
 * the domain for answers names. One question for each, so that nobody learns by its time who there is.
 */
export async function findInbox(db: Db, { replyDomain }: Config, address: string): Promise<number | undefined> {
  const { local, domain } = partsOf(address)
  const plain = local.replace(/\+.*$/s, "")
  const domains = [domain, domainToASCII(domain), domainToUnicode(domain)]
  const addresses = (name: string) => domains.map((domain) => `${name}@${domain}`)
  const name = domain === replyDomain ? readName(local) : undefined
  const { by_address, by_name } = await db.one<{ by_address: number | null; by_name: number | null }>(sql`
    select
      (select id from inboxes where lower(email) = any(${[...addresses(local), ...addresses(plain)]}::text[])
        order by lower(email) = any(${addresses(local)}::text[]) desc, id limit 1) as by_address,
      (select inbox_id from outgoing_mail where id = ${name?.mailId ?? null}::bigint) as by_name`)
  return by_address ?? by_name ?? undefined
}

function partsOf(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf("@")
  // A NUL, which no address has, is also what PostgreSQL does not take.
  const clean = address.replaceAll("\0", "").toLowerCase()
  return { local: clean.slice(0, at), domain: clean.slice(at + 1) }
}
