import type { MailAddress } from "../message.ts"
import { readAddresses, readMailboxes } from "./addresses.ts"
import { type Field, firstOf } from "./fields.ts"
import { seeAddresses } from "./seen-addresses.ts"

export interface Sender {
  /** Undefined where no address can be seen. */
  address: MailAddress | undefined
  /** Another one is named beside it. */
  isOneOfSeveral: boolean
  /** It was guessed, because the field is not well formed: other programs may read another one. */
  isUnclear: boolean
}

/** Of the first From field in which an address can be seen. */
export function readSender(fields: Field[]): Sender {
  const values = fields.filter(({ name }) => name === "from").map(({ value }) => value)
  const named = readAddresses(firstOf(fields, "sender") ?? "")[0]?.address
  for (const [index, value] of values.entries()) {
    const sender = readFrom(value, named)
    if (!sender.address) continue
    return {
      ...sender,
      isOneOfSeveral: sender.isOneOfSeveral || values.length > 1,
      isUnclear: sender.isUnclear || index > 0,
    }
  }
  return { address: undefined, isOneOfSeveral: values.length > 1, isUnclear: false }
}

/** Of several authors the one who has sent it, who stands in the Sender field; else the first. */
function readFrom(field: string, named: string | undefined): Sender {
  const strict = readMailboxes(field)
  const isUnclear = strict.length === 0 || strict.includes(undefined)
  const all = isUnclear ? seeAddresses(field) : strict
  const address = all.find((one) => one?.address === named) ?? all[0]
  return { address, isOneOfSeveral: all.length > 1, isUnclear: isUnclear && address !== undefined }
}
