/** What can be written to and stored as an address. Whether anybody reads there, only mail can tell. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]+$/u.test(text)
}

/** By which an organization may claim the customer. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase()
}
