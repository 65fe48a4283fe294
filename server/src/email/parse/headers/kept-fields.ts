import { decodeField } from "../charsets/words.ts"
import { limits } from "../limits.ts"
import type { Field } from "./fields.ts"

/** Decides about loops, answers and trust: no flood of other fields may push them out. */
const important =
  /^(received|return-path|delivered-to|x-original-to|auto-submitted|precedence|x-auto-?reply|x-autorespond|x-autoresponse|x-mail-autoreply|x-auto-response-suppress|x-loop|x-failed-recipients|list-.*|feedback-id|from|sender|reply-to|to|cc|subject|date|message-id|in-reply-to|references|content-type|dkim-signature|authentication-results|x-spam-.*|x-deskhand-.*)$/

/** In the order of the message, decoded, within the limits. */
export function keptFields(fields: Field[]): [name: string, value: string][] {
  const candidates = fields.map((field, index) => ({ ...field, index, isImportant: important.test(field.name) }))
  const byWeight = [
    ...candidates.filter((field) => field.isImportant),
    ...candidates.filter((field) => !field.isImportant),
  ]
  let left = limits.keptFieldCharacters
  return byWeight
    .slice(0, limits.keptFields)
    .flatMap(({ name, value, index }) => {
      if (left <= name.length) return []
      // A field is read no further than it can be kept.
      const decoded = decodeField(value.slice(0, left * 4))
        .slice(0, Math.min(10_000, left - name.length))
        .toWellFormed()
      left -= name.length + decoded.length
      return [{ index, field: [name, decoded] satisfies [string, string] }]
    })
    .toSorted((one, other) => one.index - other.index)
    .map(({ field }) => field as [string, string])
}
