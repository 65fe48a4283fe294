import { isAddress } from "../../../http/input/texts.ts"

/**
 * What can stand in an SMTP command and in a header without meaning anything else there. Nobody is ever reached under
 * `.invalid` (RFC 2606), as those are of whom no address is known.
 */
export function isSendable(address: string): boolean {
  return isAddress(address) && !/[\p{Cc}\p{Cf}\u2028\u2029]|\.invalid$/iu.test(address)
}

/** `Support+Orders@Example.com` and `support@example.com` reach the same people. */
export function plainAddress(address: string): string {
  const at = address.lastIndexOf("@")
  return `${address.slice(0, at).replace(/\+.*$/s, "")}${address.slice(at)}`.toLowerCase()
}
