import { invalid } from "../../errors.ts"

/** Text of a body that must say something, without the spaces around it. */
export function textIn(given: string, path: string): string {
  const text = given.trim().toWellFormed()
  if (text !== "") return text
  throw invalid({ path, message: "must not be blank", rejectedValue: given, source: "JSON" })
}

export function addressIn(given: string, path: string): string {
  const address = given.trim()
  if (isAddress(address)) return address
  throw invalid({ path, message: "must be an e-mail address", rejectedValue: given, source: "JSON" })
}

/** What can be written to and stored as an address. Whether anybody reads there, only mail can tell. */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]+$/u.test(text)
}
