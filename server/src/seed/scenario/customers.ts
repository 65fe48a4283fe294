import type { Db } from "../../db/db.ts"
import type { Clock } from "../clock.ts"
import { insertCustomer, insertCustomerProperty, type NewCustomer } from "../insert/customers.ts"
import { insertEach } from "../insert/rows.ts"
import { fullCustomer } from "./full-customer.ts"
import type { insertOrganizations } from "./organizations.ts"

type Organizations = Awaited<ReturnType<typeof insertOrganizations>>["organizations"]

export async function insertCustomers(db: Db, clock: Clock, organizations: Organizations) {
  const customerProperties = await insertProperties(db)
  const full = fullCustomer(clock, { organizationId: organizations.full, properties: customerProperties })
  const customers = {
    full: await insertCustomer(db, full),
    ...(await insertEach(specialCustomers(clock, organizations), (customer: NewCustomer) =>
      insertCustomer(db, customer),
    )),
  }
  const crowd: number[] = []
  for (const customer of crowdOf(clock, organizations.crowded)) crowd.push(await insertCustomer(db, customer))
  return { customers, crowd, customerProperties }
}

async function insertProperties(db: Db) {
  const { id: size, optionIds } = await insertCustomerProperty(db, {
    slug: "scenario-size",
    name: "Shoe size",
    type: "dropdown",
    options: ["Small", "Large"],
  })
  return {
    size,
    sizeOptions: { small: optionIds[0] ?? "", large: optionIds[1] ?? "" },
    birthday: (await insertCustomerProperty(db, { slug: "scenario-birthday", name: "Birthday", type: "date" })).id,
    orders: (await insertCustomerProperty(db, { slug: "scenario-orders", name: "Orders", type: "number" })).id,
    nickname: (await insertCustomerProperty(db, { slug: "scenario-nickname", name: "Nickname", type: "text" })).id,
    profile: (await insertCustomerProperty(db, { slug: "scenario-profile", name: "Profile", type: "url" })).id,
  }
}

function specialCustomers(clock: Clock, organizations: Organizations) {
  const photo = (type: string) => ({ photoType: type, photoUrl: `https://photos.scenario.example/${type}.png` })
  const created = (days: number) => ({ createdAt: clock.ago({ days }) })
  const work = (value: string) => ({ emails: [{ value, type: "work" }] })
  return {
    draft: { ...work("draft@customers.scenario.example"), firstName: "Dora", draft: true, ...created(1) },
    male: {
      ...work("male@customers.scenario.example"),
      firstName: "Malik",
      lastName: "Mann",
      gender: "male",
      ...photo("twitter"),
      ...created(101),
    },
    female: {
      ...work("female@customers.scenario.example"),
      firstName: "Fatima",
      lastName: "Frau",
      gender: "female",
      ...photo("facebook"),
      ...created(320),
    },
    withoutName: { ...work("nameless@customers.scenario.example"), ...created(103) },
    withoutEmail: {
      firstName: "Phoebe",
      lastName: "Phone",
      phones: [{ value: "+1 555 0100", type: "mobile" }],
      ...created(104),
    },
    accents: {
      ...work("zoe@customers.scenario.example"),
      firstName: "Zoë",
      lastName: "Brontë-Ångström",
      ...photo("googleprofile"),
      ...created(105),
    },
    emoji: {
      ...work("emoji@customers.scenario.example"),
      firstName: "👩🏽‍🚀 Star",
      lastName: "🌟",
      ...photo("googleplus"),
      ...created(106),
    },
    chinese: {
      ...work("wang@customers.scenario.example"),
      firstName: "小明",
      lastName: "王",
      ...photo("linkedin"),
      ...created(107),
    },
    arabic: {
      ...work("layla@customers.scenario.example"),
      firstName: "ليلى",
      lastName: "الخوارزمي",
      ...photo("instagram"),
      ...created(108),
    },
    plusAddress: {
      ...work("peter+newsletter@customers.scenario.example"),
      firstName: "Peter",
      lastName: "Plus",
      ...created(1400),
    },
    /** The longest names and texts that are allowed. */
    longest: {
      ...work("longest@customers.scenario.example"),
      firstName: "L".repeat(40),
      lastName: "é".repeat(40),
      jobTitle: "j".repeat(60),
      location: "l".repeat(60),
      organization: "o".repeat(60),
      background: "b".repeat(200),
      photoUrl: `https://photos.scenario.example/${"p".repeat(168)}`,
      ...created(110),
    },
    colleague: {
      ...work("colleague@engines.scenario.example"),
      firstName: "Charles",
      lastName: "Babbage",
      organization: "Analytical Engines Ltd",
      organizationId: organizations.full,
      ...created(111),
    },
    /** Writes to the hidden inbox only. */
    hidden: {
      ...work("heidi@hidden.scenario.example"),
      firstName: "Heidi",
      lastName: "Hidden",
      organizationId: organizations.hidden,
      ...created(112),
    },
    /** Has never written. */
    silent: { ...work("silent@customers.scenario.example"), firstName: "Silvia", lastName: "Silent", ...created(113) },
  } satisfies Record<string, NewCustomer>
}

/** Two of them, the last two, were created at the same moment. */
function crowdOf(clock: Clock, organizationId: number): NewCustomer[] {
  return Array.from({ length: 60 }, (_, index) => {
    const number = String(index + 1).padStart(2, "0")
    return {
      firstName: `Crowd${number}`,
      lastName: "Member",
      organizationId,
      emails: [{ value: `crowd${number}@crowded.scenario.example`, type: "home" }],
      createdAt: clock.ago({ days: 50, hours: Math.min(index, 58) }),
    }
  })
}
