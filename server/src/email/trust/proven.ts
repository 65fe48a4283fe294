import { canonicalAddress } from "../parse/headers/addresses.ts"
import type { ParsedMessage } from "../parse/message.ts"
import type { Verdicts } from "./verdicts.ts"

/**
 * The verdicts for the sender that we show. They prove nothing where that is another one than DMARC proves, or where it
 * was guessed: other programs may show another one.
 */
export function verdictsForSender(
  verdicts: Verdicts,
  { from, flags }: Pick<ParsedMessage, "from" | "flags">,
): Verdicts {
  const { from: proven, ...unproven } = verdicts
  const address = proven === undefined ? undefined : canonicalAddress(proven)
  const isSame = address !== undefined && address.toLowerCase() === from?.address.toLowerCase()
  return isSame && !flags.includes("unclear_sender") ? verdicts : { ...unproven, verified: false }
}
