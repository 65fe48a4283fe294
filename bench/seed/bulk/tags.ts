import { type Db, sql } from "../../../server/src/db/db.ts"
import { insertDetails, insertRows } from "../../../server/src/seed/insert/rows.ts"
import type { SeededDesk } from "./plan.ts"
import { Random } from "./random.ts"
import { unused } from "./unused.ts"

/** The most used first. */
const tagNames = (
  "billing refund shipping bug login feature-request urgent vip delivery returns password invoice account setup " +
  "integration mobile web api payment subscription cancel upgrade downgrade trial outage performance security " +
  "privacy export import report dashboard email-delivery spam-report feedback praise complaint escalated legal " +
  "contract renewal discount coupon partner reseller press job-application training documentation translation " +
  "hardware warranty damaged missing-item wrong-item address-change tax currency fraud chargeback waiting-on-supplier"
).split(" ")

export async function insertTags(db: Db, options: { rng: number; now: Date }): Promise<number[]> {
  const random = new Random(options.rng, "people", 2)
  const existing = await db.many<{ name: string; slug: string }>(sql`select lower(name) as name, slug from tags`)
  const taken = new Set(existing.flatMap(({ name, slug }) => [name, slug.toLowerCase()]))
  const createdAt = new Date(options.now.getTime() - 1_200 * 86_400_000)
  const rows = tagNames.map((tag) => {
    const name = unused(tag, taken)
    return {
      name,
      slug: name,
      color: `#${random.between(0x100000, 0xffffff).toString(16)}`,
      createdAt,
      updatedAt: createdAt,
    }
  })
  return insertRows(db, "tags", rows)
}

export async function insertCustomerProperties(
  db: Db,
  options: { rng: number; now: Date },
): Promise<SeededDesk["customerProperties"]> {
  const existing = await db.many<{ slug: string }>(sql`select slug from customer_properties`)
  const taken = new Set(existing.map(({ slug }) => slug))
  const definitions = [
    { name: "Level", type: "dropdown" },
    { name: "Lifetime value", type: "number" },
    { name: "Birthday", type: "date" },
    { name: "CRM link", type: "url" },
    { name: "Segment", type: "text" },
  ]
  const rows = definitions.map(({ name, type }) => ({
    slug: unused(name.toLowerCase().replaceAll(" ", "-"), taken),
    name,
    type,
    createdAt: options.now,
  }))
  const ids = await insertRows(db, "customer_properties", rows)
  // The same number may be used again beside its first rows, and option ids must still differ.
  const random = new Random(options.rng, "people", 1_000 + ids[0]!)
  const labels = ["Bronze", "Silver", "Gold"]
  const optionIds = labels.map(() => uuid(random))
  const choices = labels.map((label, position) => ({ id: optionIds[position], propertyId: ids[0], label, position }))
  await insertDetails(db, "customer_property_options", choices)
  return definitions.map(({ type }, index) => ({ id: ids[index]!, type, optionIds: index === 0 ? optionIds : [] }))
}

function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16)).join("")
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`
}
