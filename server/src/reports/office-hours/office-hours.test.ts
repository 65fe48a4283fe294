import assert from "node:assert/strict"
import { describe, test } from "node:test"
import {
  ada,
  desk,
  expected,
  limited,
  near,
  read,
  responseBounds,
  useReportedDesk,
} from "../../../test/desk/reported-desk.ts"
import { listWrongSums, mean, spread } from "../../../test/desk/reports.ts"
import { fillReports } from "../facts/fill.ts"

useReportedDesk()

describe("GET and PUT /v2/office-hours", () => {
  const put = (body: object, token = ada) => desk.send("PUT", "/v2/office-hours", { token, body })
  const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:30" }))

  test("is always, until somebody says when", async () => {
    const { body } = await desk.get("/v2/office-hours", limited)
    assert.deepEqual(body, { timezone: "UTC", hours: [] })
    const usual = await read("productivity")
    assert.deepEqual(await read("productivity", "&officeHours=true"), usual)
    assert.equal((await put({ timezone: "UTC", hours: weekdays }, limited)).status, 403)
  })

  test("400 for hours that end before they begin, that cross, and for no time zone", async () => {
    for (const [body, path] of [
      [{ timezone: "UTC", hours: [{ day: 1, from: "10:00", to: "10:00" }] }, "hours[0].to"],
      [
        {
          timezone: "UTC",
          hours: [
            { day: 1, from: "08:00", to: "12:00" },
            { day: 1, from: "11:00", to: "13:00" },
          ],
        },
        "hours[1].from",
      ],
      [{ timezone: "Mars/Base", hours: [] }, "timezone"],
      [{ timezone: "UTC", hours: [{ day: 8, from: "08:00", to: "12:00" }] }, "hours[0].day"],
      [{ timezone: "UTC", hours: [{ day: 1, from: "8", to: "12:00" }] }, "hours[0].from"],
    ] as const) {
      const answer = await put(body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
  })

  test("times count office hours alone where that is asked for, also of the past", async () => {
    const usual = await read("productivity")
    assert.equal((await put({ timezone: "Europe/Berlin", hours: weekdays })).status, 204)
    assert.deepEqual((await desk.get("/v2/office-hours", ada)).body, { timezone: "Europe/Berlin", hours: weekdays })
    await fillReports({ db: desk.db })
    const told = expected({ office: berlinOffice })
    const body = await read("productivity", "&officeHours=true")
    near(body.current.responseTime, mean(told.responses), "responseTime")
    near(body.current.firstResponseTime, mean(told.firsts), "firstResponseTime")
    near(body.current.resolutionTime, mean(told.resolutions.map(({ seconds }) => seconds)), "resolutionTime")
    assert.notEqual(body.current.resolutionTime, usual.current.resolutionTime)
    const counts = body.responseTime.ranges.map(({ count }: { count: number }) => count)
    assert.deepEqual(counts, spread(told.responses, responseBounds))
    assert.deepEqual(await read("productivity"), usual)
    assert.deepEqual(await listWrongSums(desk.db), [])
  })

  /** Minute by minute, in winter: Berlin is an hour ahead. */
  function berlinOffice(from: number, to: number): number {
    let open = 0
    for (let ms = from; ms < to; ) {
      const next = Math.min(to, Math.floor(ms / 60_000) * 60_000 + 60_000)
      const format = isSummer(ms) ? 2 : 1
      const local = new Date(ms + format * 3_600_000)
      const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
      if (local.getUTCDay() >= 1 && local.getUTCDay() <= 5 && minute >= 540 && minute < 1050) open += next - ms
      ms = next
    }
    return Math.floor(open / 1_000)
  }

  /** From the last Sunday of March to that of October, at one o'clock in UTC. */
  function isSummer(ms: number): boolean {
    const year = new Date(ms).getUTCFullYear()
    const lastSunday = (month: number) => {
      const last = new Date(Date.UTC(year, month + 1, 0, 1))
      return last.getTime() - last.getUTCDay() * 86_400_000
    }
    return ms >= lastSunday(2) && ms < lastSunday(9)
  }
})
