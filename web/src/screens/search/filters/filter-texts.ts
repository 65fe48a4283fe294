import { dayWords, isValues, ratingValues, typeValues } from "@deskhand/contract/conversations/search-language"
import type { FilterName } from "../../../data/search/filters.ts"
import { readDateValue } from "../../../messages/calendar.ts"
import { dateText } from "../../../messages/moments.ts"
import { text } from "../../../messages/text.ts"

export function nameOfFilter(name: FilterName): string {
  return isCustomField(name) ? name.slice("field ".length) : text(`filter.${name}`)
}

function isCustomField(name: FilterName): name is `field ${string}` {
  return name.startsWith("field ")
}

/** A value of a filter in the words of its menu. */
export function valueText(name: FilterName, value: string): string {
  switch (name) {
    case "status":
    case "assignee":
      return assigneeOrStatus(value)
    case "type":
      return known(typeValues, value) ? text(`channel.${value}`) : value
    case "rating":
      return known(ratingValues, value) ? text(`search.rating.${value}`) : value
    case "waiting":
      return waitingText(value)
    case "date":
      return dateValueText(value)
    default:
      return value
  }
}

function assigneeOrStatus(value: string): string {
  if (value.toLowerCase() === "me") return text("search.me")
  return known(isValues, value) ? text(`search.is.${value}`) : value
}

const waits = [">2h", ">1d", ">3d"] as const
export const waitingValues = ["any", ...waits] as const

function waitingText(value: string): string {
  if (value === "any") return text("filter.any")
  return known(waits, value) ? text(`search.waiting.${value}`) : value
}

export const dateValues = ["on today", "on yesterday", "on last-7-days", "on last-30-days"] as const

/** `on today`, `after 2026-03-01`: the field and its moment. */
function dateValueText(value: string): string {
  const [, field = "", moment = ""] = /^(\w+) (.*)$/s.exec(value.toLowerCase()) ?? []
  const words = /^\d/.test(moment) ? moment : moment.replaceAll("-", " ")
  if (field === "on" && words === "last 7 days") return text("filter.date.week")
  if (field === "on" && words === "last 30 days") return text("filter.date.month")
  const day = known(dayWords, words) ? text(`search.day.${words}`) : dayText(words)
  if (field === "after") return text("filter.date.after", { day })
  if (field === "before") return text("filter.date.before", { day })
  return day
}

function dayText(moment: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(moment) && !Number.isNaN(Date.parse(moment))
    ? dateText(readDateValue(moment).toISOString())
    : moment
}

function known<Value extends string>(values: readonly Value[], value: string): value is Value {
  return values.some((one) => one === value)
}
