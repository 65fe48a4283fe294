import type { PropertyType } from "@deskhand/contract/customers/customer"
import { daysBefore } from "../../account/retention.ts"
import { invalid } from "../../errors.ts"
import { readMoment } from "../../http/input/timestamps.ts"

/** Enough for any desk; each is shown with every customer. */
export const mostProperties = 50

const graceDays = 30

/** Properties deleted before are gone for good; later ones come back with their values when they are defined anew. */
export function graceBegin(now: Date): Date {
  return daysBefore(now, graceDays)
}

export interface PropertyRule {
  type: PropertyType
  /** Of a dropdown: what is stored for each label. */
  options: { stored: string; label: string }[]
}

/** A value as it is stored, or a refusal that says what it should have been. */
export function readPropertyValue(rule: PropertyRule, given: string | number, path: string): string {
  const text = String(given).trim()
  const option = rule.options.find(({ stored, label }) =>
    [stored, label].some((word) => word.toLowerCase() === text.toLowerCase()),
  )
  if (rule.type === "dropdown" && option) return option.stored
  const expected = expectationOf(rule, text)
  if (expected) throw invalid({ path, message: `must be ${expected}`, rejectedValue: given, source: "JSON" })
  if (rule.type === "date") readMoment(path, text, "JSON")
  return text
}

function expectationOf({ type, options }: PropertyRule, text: string): string | undefined {
  switch (type) {
    case "text":
      return text !== "" ? undefined : "a text"
    case "number":
      return text.length <= 255 && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text) ? undefined : "a number"
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? undefined : "a date such as 2026-02-28"
    case "url":
      return /^https?:\/\//i.test(text) && URL.canParse(text) ? undefined : "a URL that begins with http:// or https://"
    case "dropdown":
      return `one of the options ${options.map(({ label }) => `"${label}"`).join(", ")}`
  }
}

export interface GivenDefinition {
  name: string
  slug?: string
  type: PropertyType
  options?: { label: string }[]
}

export interface NewDefinition {
  name: string
  slug: string
  type: PropertyType
  labels: string[]
}

export function readDefinition(given: GivenDefinition, reserved: readonly string[] = []): NewDefinition {
  const name = readName(given.name)
  const slug = given.slug ?? slugOf(name)
  if (slug === "") throw refused("slug", "is required: nothing of the name can stand in one")
  if (reserved.includes(slug))
    throw refused("slug", `must not be "${slug}", which is reserved for a standard field`, slug)
  return { name, slug, type: given.type, labels: readLabels(given.type, given.options ?? []) }
}

export function readName(given: string): string {
  const name = given.trim().toWellFormed()
  if (name === "") throw refused("name", "must not be blank", given)
  return name
}

/** Told apart in any case, as people read them. */
export function readLabels(type: PropertyType, options: { label: string }[]): string[] {
  if (type !== "dropdown") return []
  const labels = options.map(({ label }) => label.trim().toWellFormed())
  if (labels.length === 0) throw refused("options", "must have at least one entry")
  for (const [index, label] of labels.entries()) {
    if (label === "") throw refused(`options[${index}].label`, "must not be blank")
    const first = labels.findIndex((other) => other.toLowerCase() === label.toLowerCase())
    if (first < index) throw refused(`options[${index}].label`, `is the same as options[${first}].label`, label)
  }
  return labels
}

function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "")
}

export function refused(path: string, message: string, rejectedValue?: unknown) {
  return invalid({ path, message, source: "JSON", ...(rejectedValue !== undefined && { rejectedValue }) })
}
