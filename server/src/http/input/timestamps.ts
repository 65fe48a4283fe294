import { type ErrorSource, invalid } from "../../errors.ts"

/** A moment of a request. Without an offset it is UTC; a bare date is its midnight. */
export function readMoment(path: string, text: string, source: ErrorSource = "QUERY"): Date {
  const [date = "", time] = text.replace(" ", "T").replace(",", ".").split("T")
  const moment = new Date(time === undefined ? date : `${date}T${withOffset(time)}`)
  // Date makes the 2nd of March of a 31st of February.
  const midnight = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(moment.getTime()) || Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date))
    throw invalid({ path, message: "is not a date that exists", rejectedValue: text, source })
  return moment
}

/** One that may be absent. */
export function readOptionalMoment(path: string, text: string | undefined, source?: ErrorSource): Date | undefined {
  return text === undefined ? undefined : readMoment(path, text, source)
}

function withOffset(time: string): string {
  const [, clock = time, sign, hours, minutes] = /^(.*?)(?:([+-])(\d{2}):?(\d{2})?)?$/.exec(time) ?? []
  if (sign !== undefined) return `${clock}${sign}${hours}:${minutes ?? "00"}`
  return clock.endsWith("Z") ? clock : `${clock}Z`
}
