import { casual } from "chrono-node/en"
import { instantAt, zoneOffset } from "../../messages/calendar.ts"
import { morningHour } from "./presets.ts"

/** The desk accepts nothing later. */
const end = Date.UTC(2100, 0, 1)

/**
 * A moment in words, such as `tomorrow 9am`, `in 2 hours`, `next friday` or `jan 15`. Nothing where a part was not
 * understood or the moment has passed: half of what somebody meant would be another moment.
 */
export function understand(typed: string, now: Date): Date | undefined {
  const words = typed.trim()
  if (words === "" || words.length > 100) return undefined
  // A bare number at the end is an hour: `friday 8`.
  return read(words, now) ?? read(words.replace(/\b(\d{1,2})$/, "$1:00"), now)
}

function read(words: string, now: Date): Date | undefined {
  const [found, another] = casual.parse(words, { instant: now, timezone: zoneOffset(now) }, { forwardDate: true })
  if (!found || another || found.end) return undefined
  const left = `${words.slice(0, found.index)} ${words.slice(found.index + found.text.length)}`
  if (left.replace(/\b(at|on|by|until|till|for)\b|[,.]/gi, "").trim() !== "") return undefined
  const { start } = found
  const tags = found.tags()
  const namesPart = ["afternoon", "evening", "tonight", "noon", "midnight"].some((part) =>
    tags.has(`casualReference/${part}`),
  )
  const namesHour = start.isCertain("hour") || namesPart
  // Hours from now, or a time with the name of its zone; everything else is a time by the reader's clock.
  const isInstant = namesHour && start.isCertain("timezoneOffset")
  const at = isInstant
    ? start.date()
    : instantAt({
        year: start.get("year") ?? 0,
        month: start.get("month") ?? 1,
        day: start.get("day") ?? 1,
        hour: namesHour ? (start.get("hour") ?? 0) : morningHour,
        minute: namesHour ? (start.get("minute") ?? 0) : 0,
      })
  return at.getTime() > now.getTime() && at.getTime() < end ? at : undefined
}
