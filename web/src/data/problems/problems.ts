import type { DeskhandError } from "@deskhand/sdk/client"
import { problems } from "../../messages/en/ui/problems.ts"
import { text } from "../../messages/text.ts"

type Words = (label: string, match: RegExpExecArray) => string

/** What the desk says of values, as people say it. The interface has no codes for single values, so its words are matched. */
const kinds: readonly (readonly [RegExp, Words])[] = [
  [/^(must not be (empty|blank)|is required|must be given)$/, (label) => text("problem.missing", { label })],
  [
    /^(must be there for the action \w+|must be given with clientSecret)$/,
    (label) => text("problem.missing", { label }),
  ],
  [/^must be later than from$/, (label) => text("problem.fromUntil", { label })],
  [/^must be given, again, because/, (label) => text("problem.again", { label })],
  [/^must have at least (\d+) characters$/, (label, [, n]) => text("problem.tooShort", { label, count: Number(n) })],
  [/^must have at most (\d+) characters$/, (label, [, n]) => text("problem.tooLong", { label, count: Number(n) })],
  [/^must have at most \d+ bytes$/, (label) => text("problem.tooLarge", { label })],
  [/^must have at least (\d+) entries$/, (label, [, n]) => text("problem.tooFew", { label, count: Number(n) })],
  [/^must have at most (\d+) entries$/, (label, [, n]) => text("problem.tooMany", { label, count: Number(n) })],
  [/^must be at least (-?[\d.]+)$/, (label, [, n]) => text("problem.tooLow", { label, limit: Number(n) })],
  [/^must be at most (-?[\d.]+)$/, (label, [, n]) => text("problem.tooHigh", { label, limit: Number(n) })],
  [/^must be a number$/, (label) => text("problem.notNumber", { label })],
  [/^must be an integer( or null)?$/, (label) => text("problem.notWhole", { label })],
  [/^must be an e-mail address/, () => text("problem.notEmail")],
  [/^(must be the name of a time zone|is no time zone)/, () => text("problem.notZone")],
  [/^(must be a date|is not a date that exists)/, () => text("problem.notDate")],
  [/^must be the name of a host/, () => text("problem.notHost")],
  [/^must be a domain such as/, () => text("problem.notDomain")],
  [/^must be one of /, (label) => text("problem.notOption", { label })],
  [/^is taken by (another [a-z ]+)$/, (label, [, who = ""]) => text("problem.takenBy", { label, who })],
  [/^is an address of (customer \d+)$/, (label, [, who = ""]) => text("problem.takenBy", { label, who })],
  [/^(is taken|is an address of a customer already)/, (label) => text("problem.taken", { label })],
  [/^is not your password$/, () => text("problem.wrongPassword")],
  [/^must differ from the current one$/, () => text("problem.samePassword")],
  [/^must be on one line$/, (label) => text("problem.oneLine", { label })],
  [/^must begin with https/, (label) => text("problem.https", { label })],
  [/^must have labels that differ$/, (label) => text("problem.labelsDiffer", { label })],
  [/^must be saved before it is tested/, (label) => text("problem.once", { label })],
]

/** A sentence about the value of a field that people know as `label`. Unknown problems keep the words of the desk. */
export function problemText(label: string, message: string): string {
  const name = label.replace(/ \(optional\)$/, "")
  for (const [pattern, words] of kinds) {
    const match = pattern.exec(message)
    if (match) return words(name, match)
  }
  return /^(must|is|has|can|cannot|belongs|names) /.test(message)
    ? `${name} ${message}${/[.!?]$/.test(message) ? "" : "."}`
    : text("problem.unknown", { label: name, message })
}

/** The name of a value that stands in no field, by the last part of its path. */
function nameOf(path: string): string {
  const key = `problem.name.${path
    .split(".")
    .at(-1)
    ?.replace(/\[\d+\]$/, "")}`
  return key in problems ? text(key as "problem.name.email") : text("problem.value")
}

/** The same of a value that is known by its path alone. */
export function valueText({ path, message }: { path: string; message: string }): string {
  return problemText(nameOf(path), message)
}

/** What the desk refuses, in words and without paths. */
export function refusalText({ code, errors, message }: DeskhandError): string {
  if (code !== "validation" || errors.length === 0) return message
  return errors.map(valueText).join(" ")
}
