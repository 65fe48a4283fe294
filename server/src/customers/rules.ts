import type { CustomerColumns } from "./write.ts"

/** By which an organization may claim the customer. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase()
}

/** Where the one has nothing, what the first of the others has. A photo and where it is from go together. */
export function filledIn(one: CustomerColumns, others: CustomerColumns[]): CustomerColumns {
  const all = [one, ...others]
  const first = <Name extends keyof CustomerColumns>(name: Name) =>
    all.map((customer) => customer[name]).find((value) => value !== null) ?? null
  const pictured = all.find((customer) => customer.photo_url !== null) ?? one
  const placed = all.find((customer) => customer.organization_id !== null || customer.organization !== null) ?? one
  return {
    first_name: first("first_name"),
    last_name: first("last_name"),
    gender: all.find(({ gender }) => gender !== "unknown")?.gender ?? "unknown",
    job_title: first("job_title"),
    location: first("location"),
    organization: placed.organization,
    organization_id: placed.organization_id ?? first("organization_id"),
    photo_type: pictured.photo_type,
    photo_url: pictured.photo_url,
    age: first("age"),
    background: first("background"),
  }
}
