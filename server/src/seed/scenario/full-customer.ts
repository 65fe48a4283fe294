import { socialProfileTypes } from "@deskhand/contract/customers/customer"
import type { Clock } from "../clock.ts"
import type { NewCustomer } from "../insert/customers.ts"

interface FullCustomerParts {
  organizationId: number
  properties: Record<"size" | "birthday" | "orders" | "nickname" | "profile", number> & {
    sizeOptions: { large: string }
  }
}

/** Every field, every kind of entry with every type, and a property of every type. */
export function fullCustomer(clock: Clock, { organizationId, properties }: FullCustomerParts): NewCustomer {
  return {
    firstName: "Mary",
    lastName: "Somerville",
    gender: "female",
    jobTitle: "Astronomer",
    location: "Edinburgh",
    organization: "Analytical Engines Ltd",
    organizationId,
    photoType: "gravatar",
    photoUrl: "https://photos.scenario.example/mary.png",
    age: "45",
    background: "Prefers letters.",
    createdAt: clock.ago({ days: 120 }),
    updatedAt: clock.ago({ days: 1 }),
    emails: [
      { value: "Mary@Engines.scenario.example", type: "work" },
      { value: "mary.home@customers.scenario.example", type: "home" },
      { value: "mary.other@customers.scenario.example", type: "other" },
    ],
    phones: ["fax", "home", "mobile", "other", "pager", "work"].map((type, index) => ({
      value: `+44 131 496 000${index}`,
      type,
    })),
    chats: ["aim", "gtalk", "icq", "msn", "other", "qq", "skype", "xmpp", "yahoo"].map((type) => ({
      value: `mary-on-${type}`,
      type,
    })),
    socialProfiles: socialProfileTypes.map((type) => ({ value: `https://${type}.scenario.example/mary`, type })),
    websites: ["https://mary.scenario.example", "https://mechanism-of-the-heavens.scenario.example"],
    address: {
      city: "Jedburgh",
      state: "Roxburghshire",
      postalCode: "TD8 6AR",
      country: "GB",
      lines: ["The Manse", "1 Castlegate"],
    },
    properties: [
      { propertyId: properties.size, value: properties.sizeOptions.large, sourceName: "api" },
      { propertyId: properties.birthday, value: "1780-12-26", sourceName: "api" },
      { propertyId: properties.orders, value: "7", sourceName: "shop" },
      { propertyId: properties.nickname, value: "Queen of Science", sourceName: "web" },
      { propertyId: properties.profile, value: "https://profiles.scenario.example/mary", sourceName: "api" },
    ],
  }
}
