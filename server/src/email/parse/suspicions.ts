import { domainToUnicode } from "node:url"
import { type Field, firstOf } from "./headers/fields.ts"
import type { MailAddress, MessageFlag } from "./message.ts"

/** What the fields of a message make one doubt. */
export function suspicionsOf(fields: Field[], from: MailAddress | undefined, now: Date): MessageFlag[] {
  const count = (name: string) => fields.filter((field) => field.name === name).length
  const flags: MessageFlag[] = []
  if (once.some((name) => count(name) > 1)) flags.push("repeated_header")
  const date = firstOf(fields, "date")
  if (date !== undefined && !isUsualDate(date, now)) flags.push("odd_date")
  if (from && namesAnother(from)) flags.push("name_is_address")
  if (from && mixesScripts(from)) flags.push("mixed_scripts")
  return flags
}

/** RFC 5322 lets each stand there once. */
const once = ["from", "subject", "message-id", "date", "sender", "reply-to", "to", "cc", "in-reply-to", "references"]

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")
const dateShape =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[a-z]{1,5})?/i

/** A day that there is, in a zone that there is, not long before there was mail like this and not ahead of us. */
function isUsualDate(text: string, now: Date): boolean {
  const [, day = "", month = "", year = "", hour = "", minute = "", , zone = ""] =
    dateShape.exec(text.slice(0, 200).trim()) ?? []
  const monthIndex = months.indexOf(month.toLowerCase())
  if (monthIndex < 0 || Number(hour) > 23 || Number(minute) > 59) return false
  const date = new Date(Date.UTC(Number(year), monthIndex, Number(day)))
  const isDay = date.getUTCMonth() === monthIndex && date.getUTCDate() === Number(day)
  const isZone = !/^[+-]/.test(zone) || (Number(zone.slice(1, 3)) <= 14 && Number(zone.slice(3)) <= 59)
  const twoDaysMs = 2 * 24 * 60 * 60 * 1000
  return isDay && isZone && Number(year) >= 1990 && date.getTime() - now.getTime() < twoDaysMs
}

/** Such as `"support@bank.example" <somebody@else.example>`. */
function namesAnother({ name, address }: MailAddress): boolean {
  const [named] = /[^\s<>"'@]+@[^\s<>"'@]+\.[^\s<>"'@,;)]+/.exec(name) ?? []
  return named !== undefined && named.toLowerCase() !== address.toLowerCase()
}

/** Letters of another script that look like ours, among ours, in one word. */
function mixesScripts({ name, address }: MailAddress): boolean {
  const host = domainToUnicode(address.slice(address.lastIndexOf("@") + 1))
  return `${name} ${host.replaceAll(".", " ")}`
    .split(/[\s\p{P}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word),
    )
}
