import type { Db } from "../../db/db.ts"
import type { Clock } from "../clock.ts"
import { insertOrganization, insertOrganizationProperty, type NewProperty } from "../insert/customers.ts"
import { insertEach } from "../insert/rows.ts"

export async function insertOrganizations(db: Db, clock: Clock) {
  const properties = await insertEach(organizationProperties, (property: NewProperty) =>
    insertOrganizationProperty(db, property),
  )
  const createdAt = clock.ago({ days: 350 })
  const organizations = {
    /** Every field and a property of every type. */
    full: await insertOrganization(db, {
      name: "Analytical Engines Ltd",
      website: "https://engines.scenario.example",
      description: "Builds engines that weave algebraic patterns.",
      location: "GB",
      logoUrl: "https://photos.scenario.example/engines.png",
      note: "Pays in shillings.",
      phones: ["+44 20 7946 0100", "0800 ENGINES (ext. #5)"],
      brandColor: "#3366cc",
      domains: ["engines.scenario.example", "difference.scenario.example"],
      properties: [
        { propertyId: properties.motto, value: "Festina lente" },
        { propertyId: properties.seats, value: "1843" },
        { propertyId: properties.intranet, value: "https://intranet.engines.scenario.example" },
        { propertyId: properties.renewal, value: "2031-12-10" },
        { propertyId: properties.tier, value: "Gold" },
      ],
      createdAt,
    }),
    /** More customers and conversations than fit on a page. */
    crowded: await insertOrganization(db, {
      name: "Crowded House Insurance",
      domains: ["crowded.scenario.example"],
      createdAt,
    }),
    /** Known only from the inbox that not everybody may see. */
    hidden: await insertOrganization(db, {
      name: "Zurückhaltend GmbH",
      location: "DE",
      domains: ["hidden.scenario.example"],
      createdAt,
    }),
    /** Without customers. */
    empty: await insertOrganization(db, { name: "Empty Chairs Co", createdAt }),
  }
  return { organizations, organizationProperties: properties }
}

const organizationProperties = {
  motto: { slug: "scenario-motto", name: "Motto", type: "text" },
  seats: { slug: "scenario-seats", name: "Seats", type: "number" },
  intranet: { slug: "scenario-intranet", name: "Intranet", type: "url" },
  renewal: { slug: "scenario-renewal", name: "Renewal", type: "date" },
  tier: { slug: "scenario-tier", name: "Tier", type: "dropdown", options: ["Bronze", "Silver", "Gold"] },
} satisfies Record<string, NewProperty>
