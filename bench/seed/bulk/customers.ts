import { BinaryRows } from "./binary-rows.ts"
import { organizationAt } from "./organizations.ts"
import type { SeedPlan } from "./plan.ts"
import { Random, Weighted } from "./random.ts"
import { type Language, languageShares } from "./text/languages.ts"
import { asciiName, cities, firstNames, freeMailHosts, jobTitles, lastNames, streets } from "./text/names.ts"
import type { Timeline } from "./timeline.ts"

export interface SeededCustomer {
  id: number
  firstName: string
  lastName: string
  email: string
  organization: { id: number; name: string; domain: string } | undefined
  language: Language
}

/** Two of five conversations come from somebody new; this is the first from the customer of that index. */
export function introducedBy(customerIndex: number): number {
  return Math.ceil((customerIndex * 5) / 2)
}

export function newestCustomerAt(conversationIndex: number): number {
  return Math.floor((conversationIndex * 2) / 5)
}

const languages = new Weighted(languageShares)

/** Customers are made from their index alone: a million of them need not be remembered. */
export class Customers {
  private readonly plan: SeedPlan
  private readonly random: Random

  constructor(plan: SeedPlan) {
    this.plan = plan
    this.random = new Random(plan.rng, "customers")
  }

  at(index: number): SeededCustomer {
    const { plan } = this
    const random = this.random.reseed(plan.rng, "customers", index)
    const id = plan.ids.customers + index
    const firstName = random.pick(firstNames)
    const lastName = random.pick(lastNames)
    const employed = random.chance(0.7)
    const organizationIndex = Math.floor(random.fraction() ** 1.5 * plan.organizations)
    const organization = employed ? organizationAt(plan.ids.organizations, organizationIndex) : undefined
    const domain = organization?.domain ?? `${random.pick(freeMailHosts)}.example`
    const email = `${asciiName(firstName)}.${asciiName(lastName)}${id}@${domain}`
    return { id, firstName, lastName, email, organization, language: languages.pick(random) }
  }
}

export const customerTables = {
  customers:
    "id, first_name, last_name, gender, job_title, location, organization, organization_id, photo_type, photo_url, age, " +
    "background, created_at, updated_at, addresses",
  customer_emails: "customer_id, value, type",
  customer_phones: "customer_id, value, type",
  customer_chats: "customer_id, value, type",
  customer_social_profiles: "customer_id, value, type",
  customer_websites: "customer_id, value",
  customer_addresses: "customer_id, city, state, postal_code, country, lines",
  customer_property_values: "customer_id, property_id, value, source_name",
}

/** Some have a second address. */
interface WithOther extends SeededCustomer {
  other: string | undefined
}

export class CustomerRows {
  readonly tables: Record<keyof typeof customerTables, BinaryRows>
  private readonly plan: SeedPlan
  private readonly customers: Customers
  private readonly timeline: Timeline
  private readonly random: Random

  constructor(plan: SeedPlan, customers: Customers, timeline: Timeline) {
    this.plan = plan
    this.customers = customers
    this.timeline = timeline
    this.random = new Random(plan.rng, "customers")
    const names = Object.keys(customerTables) as (keyof typeof customerTables)[]
    this.tables = Object.fromEntries(names.map((name) => [name, new BinaryRows()])) as typeof this.tables
  }

  write(index: number): void {
    const customer = this.customers.at(index)
    const random = this.random.reseed(this.plan.rng, "customers", -1 - index)
    const handle = `${asciiName(customer.firstName)}${asciiName(customer.lastName)}${customer.id}`
    const other = random.chance(0.15) ? `${handle}@${random.pick(freeMailHosts)}.example` : undefined
    this.writeCustomer({ ...customer, other }, index, random)
    this.writeContacts({ ...customer, other, handle }, random)
    if (random.chance(0.3)) this.writeAddress(customer.id, random)
    for (const property of this.plan.desk.customerProperties)
      if (random.chance(0.3)) {
        const rows = this.tables.customer_property_values
        rows.begin(4)
        rows.bigint(customer.id)
        rows.bigint(property.id)
        rows.text(propertyValue(property, random))
        rows.text(random.chance(0.8) ? "api" : "import")
      }
  }

  private writeCustomer(customer: WithOther, index: number, random: Random): void {
    const createdAt = this.timeline.at(introducedBy(index)) - 1_000
    const aged = this.plan.nowMs - createdAt
    const rows = this.tables.customers
    rows.begin(15)
    rows.bigint(customer.id)
    rows.text(customer.firstName)
    rows.text(customer.lastName)
    rows.text(random.pick(genders))
    rows.text(random.chance(0.4) ? random.pick(jobTitles) : undefined)
    rows.text(random.chance(0.4) ? random.pick(cities).city : undefined)
    rows.text(customer.organization?.name)
    rows.bigint(customer.organization?.id)
    rows.text(random.chance(0.2) ? "gravatar" : "unknown")
    rows.text(random.chance(0.2) ? `https://avatars.example/${customer.id}.png` : undefined)
    rows.text(random.chance(0.1) ? random.pick(["18-24", "25-34", "35-44", "45+"]) : undefined)
    rows.text(random.chance(0.1) ? "Has been a customer for a long time." : undefined)
    rows.moment(createdAt)
    rows.moment(createdAt + (random.chance(0.4) ? Math.floor(random.fraction() * aged) : 0))
    rows.text([customer.email, ...(customer.other === undefined ? [] : [customer.other])].join("\n").toLowerCase())
  }

  private writeContacts({ handle, other, ...customer }: WithOther & { handle: string }, random: Random): void {
    const { tables } = this
    this.contact(tables.customer_emails, customer.id, customer.email, customer.organization ? "work" : "home")
    if (other !== undefined) this.contact(tables.customer_emails, customer.id, other, "other")
    if (random.chance(0.45))
      this.contact(tables.customer_phones, customer.id, phoneNumber(random), random.pick(phoneTypes))
    if (random.chance(0.08)) this.contact(tables.customer_chats, customer.id, handle, random.pick(chatTypes))
    if (random.chance(0.12))
      this.contact(
        tables.customer_social_profiles,
        customer.id,
        `https://social.example/${handle}`,
        random.pick(socialTypes),
      )
    if (random.chance(0.1)) {
      tables.customer_websites.begin(2)
      tables.customer_websites.bigint(customer.id)
      tables.customer_websites.text(`https://${handle}.example`)
    }
  }

  private contact(rows: BinaryRows, customerId: number, value: string, type: string): void {
    rows.begin(3)
    rows.bigint(customerId)
    rows.text(value)
    rows.text(type)
  }

  private writeAddress(customerId: number, random: Random): void {
    const place = random.pick(cities)
    const rows = this.tables.customer_addresses
    rows.begin(6)
    rows.bigint(customerId)
    rows.text(place.city)
    rows.text(place.state)
    rows.text(String(random.between(10_000, 99_999)))
    rows.text(place.country)
    rows.texts([`${random.between(1, 200)} ${random.pick(streets)} Street`])
  }
}

const genders = ["unknown", "unknown", "unknown", "female", "male"]
const phoneTypes = ["fax", "home", "mobile", "mobile", "other", "pager", "work", "work"]
const chatTypes = ["aim", "gtalk", "icq", "msn", "other", "qq", "skype", "xmpp", "yahoo"]
const socialTypes =
  "aboutme facebook flickr forsquare google googleplus linkedin other quora tungleme twitter youtube".split(" ")

function phoneNumber(random: Random): string {
  return `+1 555 ${random.between(100, 999)} ${random.between(1000, 9999)}`
}

function propertyValue(property: { type: string; optionIds: string[] }, random: Random): string {
  switch (property.type) {
    case "dropdown":
      return random.pick(property.optionIds)
    case "number":
      return String(random.between(1, 1_000))
    case "date":
      return `202${random.between(0, 6)}-0${random.between(1, 9)}-${random.between(10, 28)}`
    case "url":
      return `https://crm.example/${random.between(1, 100_000)}`
    default:
      return random.pick(["gold", "silver", "trial", "partner"])
  }
}
