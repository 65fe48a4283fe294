export { isAddress } from "../http/texts.ts"

/** By which an organization may claim the customer. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase()
}
