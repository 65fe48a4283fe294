import type { Db } from "../../db/db.ts"
import type { Clock } from "../clock.ts"
import { insertCustomer, insertOrganization, type NewCustomer, type NewOrganization } from "../insert/customers.ts"
import { insertEach } from "../insert/rows.ts"
import { recordRows } from "./record.ts"

export async function insertCustomers(db: Db, clock: Clock) {
  const organizations = await insertEach(organizationsOf(clock), (organization: NewOrganization) =>
    insertOrganization(db, organization),
  )
  await recordRows(db, "organizations", Object.values(organizations))
  const customers = await insertEach(customersOf(clock, organizations), (customer: NewCustomer) =>
    insertCustomer(db, customer),
  )
  await recordRows(db, "customers", Object.values(customers))
  return { organizations, customers }
}

function organizationsOf(clock: Clock) {
  return {
    hotel: {
      name: "Hotel Meridian (sample)",
      website: "https://hotel-meridian.example",
      description: "Forty rooms, one lift, excellent breakfast.",
      location: "NL",
      note: "Wants a sock on every pillow.",
      phones: ["+31 10 555 0140"],
      brandColor: "#1f4e79",
      domains: ["hotel-meridian.example"],
      createdAt: clock.ago({ days: 30 }),
    },
    museum: {
      name: "Museum of Lost Things (sample)",
      website: "https://lost-things.example",
      description: "Umbrellas, gloves, one left shoe. Soon: socks.",
      location: "SE",
      domains: ["lost-things.example"],
      createdAt: clock.ago({ days: 45 }),
    },
  } satisfies Record<string, NewOrganization>
}

function customersOf(clock: Clock, organizations: Record<"hotel" | "museum", number>) {
  const customer = (firstName: string, lastName: string, days: number) => ({
    firstName,
    lastName,
    background: "Sample customer",
    createdAt: clock.ago({ days }),
  })
  const home = (value: string) => ({ emails: [{ value, type: "home" }] })
  return {
    beatrix: {
      ...customer("Beatrix", "Holm", 70),
      ...home("beatrix.holm@mail.example"),
      location: "Aarhus, Denmark",
      address: { city: "Aarhus", postalCode: "8000", country: "DK", lines: ["Møllestien 12"] },
    },
    emile: { ...customer("Émile", "Garnier", 40), ...home("emile.garnier@courrier.example"), location: "Lyon, France" },
    magnus: {
      ...customer("Magnus", "Fyr", 2),
      ...home("magnus@lighthouse.example"),
      jobTitle: "Lighthouse keeper",
      location: "A rock, roughly north",
      websites: ["https://lighthouse.example"],
    },
    odette: { ...customer("Odette", "Quill", 20), phones: [{ value: "+44 117 496 0188", type: "mobile" }] },
    raj: { ...customer("Raj", "Malhotra", 55), ...home("raj.malhotra@post.example"), location: "Leeds, UK" },
    sunniva: { ...customer("Sunniva", "Berg", 33), ...home("sunniva@berg.example"), location: "Bergen, Norway" },
    walter: {
      ...customer("Walter", "Pfaff", 61),
      ...home("walter.pfaff@post.example"),
      age: "71",
      socialProfiles: [{ value: "https://social.example/@walterknits", type: "other" }],
    },
    growth: { ...home("growth@rank-rocket.example"), background: "Sample customer", createdAt: clock.ago({ days: 3 }) },
    mina: { ...customer("Mina", "Takahashi", 12), ...home("mina.t@mail.example"), location: "Kyoto, Japan" },
    joost: {
      ...customer("Joost", "de Wit", 30),
      emails: [{ value: "joost@hotel-meridian.example", type: "work" }],
      phones: [{ value: "+31 10 555 0141", type: "work" }],
      jobTitle: "General manager",
      organizationId: organizations.hotel,
    },
    lotte: {
      ...customer("Lotte", "Smit", 25),
      emails: [{ value: "accounts@hotel-meridian.example", type: "work" }],
      jobTitle: "Accounts",
      organizationId: organizations.hotel,
    },
    astrid: {
      ...customer("Astrid", "Lindqvist", 45),
      emails: [{ value: "astrid@lost-things.example", type: "work" }],
      jobTitle: "Curator",
      organizationId: organizations.museum,
    },
  } satisfies Record<string, NewCustomer>
}
