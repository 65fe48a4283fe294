import type { Db } from "../../../server/src/db/db.ts"
import { insertDetails, insertRows } from "../../../server/src/seed/insert/rows.ts"
import type { SeedOptions } from "./plan.ts"
import { Random } from "./random.ts"
import { cities, companyEnds, companyStarts } from "./text/names.ts"

export interface SeededOrganization {
  id: number
  name: string
  domain: string
}

export function organizationCount(conversations: number): number {
  return Math.min(5_000, Math.max(1, Math.round(conversations / 50)))
}

/** The same for the same id, so that nobody has to remember them. The id keeps domains of two seeds apart. */
export function organizationAt(firstId: number, index: number): SeededOrganization {
  const id = firstId + index
  const start = companyStarts[index % companyStarts.length]!
  const end = companyEnds[Math.floor(index / companyStarts.length + index) % companyEnds.length]!
  return { id, name: `${start} ${end}`, domain: `${start}-${end}-${id}.example`.toLowerCase() }
}

export async function insertOrganizations(db: Db, options: SeedOptions & { firstId: number }): Promise<number> {
  const { firstId, rng, now } = options
  const count = organizationCount(options.conversations)
  const random = new Random(rng, "organizations")
  const properties = await insertProperties(db, firstId, now)
  for (let from = 0; from < count; from += 500) {
    const indexes = Array.from({ length: Math.min(500, count - from) }, (_, offset) => from + offset)
    const made = indexes.map((index) => ({ ...organizationAt(firstId, index), place: random.pick(cities) }))
    await insertRows(
      db,
      "organizations",
      made.map((organization) => organizationRow(organization, random, now)),
    )
    await insertDetails(
      db,
      "organization_domains",
      made.flatMap(({ id, domain }, index) => {
        const first = { domain, organizationId: id, position: 0 }
        return index % 5 === 0 ? [first, { ...first, domain: `mail.${domain}`, position: 1 }] : [first]
      }),
    )
    await insertDetails(
      db,
      "organization_property_values",
      made.flatMap(({ id }) =>
        properties
          .filter(() => random.chance(0.5))
          .map((property) => ({ organizationId: id, propertyId: property.id, value: property.value(random) })),
      ),
    )
  }
  return count
}

function organizationRow(
  { id, name, domain, place }: SeededOrganization & { place: { country: string } },
  random: Random,
  now: Date,
) {
  const createdAt = new Date(now.getTime() - random.between(1_100, 1_500) * 86_400_000)
  return {
    id,
    name,
    website: `https://www.${domain}`,
    description: random.chance(0.6) ? `${name} has been with us since the first year.` : null,
    location: place.country,
    logoUrl: random.chance(0.4) ? `https://www.${domain}/logo.png` : null,
    note: random.chance(0.2) ? "Prefers to be called before noon." : null,
    phones: random.chance(0.7) ? [`+1 (555) ${random.between(100, 999)}-${random.between(1000, 9999)}`] : [],
    brandColor: `#${random.between(0x100000, 0xffffff).toString(16)}`,
    createdAt,
    updatedAt: createdAt,
  }
}

async function insertProperties(db: Db, firstId: number, createdAt: Date) {
  const plans = ["Free", "Standard", "Premium"]
  const definitions = [
    { name: "Plan", type: "dropdown", options: plans, value: (random: Random) => random.pick(plans) },
    { name: "Seats", type: "number", options: [], value: (random: Random) => String(random.between(1, 500)) },
    { name: "Renewal", type: "date", options: [], value: (random: Random) => `2027-0${random.between(1, 9)}-15` },
    { name: "Contract", type: "url", options: [], value: () => "https://contracts.example/current" },
    { name: "Industry", type: "text", options: [], value: (random: Random) => random.pick(companyEnds) },
  ]
  const ids = await insertRows(
    db,
    "organization_properties",
    definitions.map(({ name, type, options }) => ({
      slug: `${name.toLowerCase()}-${firstId}`,
      name,
      type,
      options,
      createdAt,
    })),
  )
  return definitions.map((definition, index) => ({ id: ids[index]!, value: definition.value }))
}
