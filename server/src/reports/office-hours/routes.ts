import { OfficeHours } from "@deskhand/contract/people/office-hours"
import { invalid } from "../../errors.ts"
import { signChanges } from "../../events/record.ts"
import { noContent, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { refuseUnknownTimezone } from "../../users/rules.ts"
import { scheduleRefill } from "../facts/fill.ts"
import { findOfficeHours, saveOfficeHours } from "./queries.ts"

const url = "/v2/office-hours"

export const getOfficeHours = route({
  method: "GET",
  url,
  permission: "reports:read",
  summary: "When the desk is staffed, by which reports measure time where they are asked to",
  answers: { 200: OfficeHours },
  handle: answerOfficeHours,
})

export const putOfficeHours = route({
  method: "PUT",
  url,
  permission: "office-hours:write",
  summary: "Say when the desk is staffed; reports follow within minutes, also those of the past",
  body: OfficeHours,
  answers: { 204: "Changed" },
  async handle(call) {
    const { body, now } = call
    refuseUnknownTimezone(body.timezone)
    const hours = body.hours.map(({ day, from, to }) => ({ day, from: minuteOf(from), to: minuteOf(to) }))
    refuseCrossing(body, hours)
    await call.db.transaction(async (db) => {
      await refuseStale(call, () => answerOfficeHours({ db }))
      await saveOfficeHours(db, hours.length === 0 ? undefined : { timezone: body.timezone, hours }, now)
      await signChanges(db, call.viewer.userId)
      await scheduleRefill(db)
    })
    return noContent
  },
})

async function answerOfficeHours({ db }: Pick<Call, "db">): Promise<Answer> {
  const { timezone, hours } = (await findOfficeHours(db)) ?? { timezone: "UTC", hours: [] }
  return resource({
    timezone,
    hours: hours.map(({ day, from, to }) => ({ day, from: clockOf(from), to: clockOf(to) })),
  })
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number)
  return hours * 60 + minutes
}

function clockOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":")
}

function refuseCrossing({ hours }: OfficeHours, minutes: { day: number; from: number; to: number }[]): void {
  for (const [index, { day, from, to }] of minutes.entries()) {
    if (to <= from)
      throw invalid({
        path: `hours[${index}].to`,
        message: "must be later than from",
        rejectedValue: hours[index]?.to,
        source: "JSON",
      })
    const other = minutes.findIndex((each) => each.day === day && each.from < to && from < each.to)
    if (other !== index)
      throw invalid({
        path: `hours[${index}].from`,
        message: `is within hours[${other}] of the same day`,
        rejectedValue: hours[index]?.from,
        source: "JSON",
      })
  }
}
