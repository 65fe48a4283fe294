import assert from "node:assert/strict"
import { describe, test } from "node:test"
import {
  ada,
  between,
  desk,
  earlier,
  expected,
  filters,
  period,
  read,
  useReportedDesk,
} from "../../../test/desk/reported-desk.ts"
import { type answer, mean } from "../../../test/desk/reports.ts"

useReportedDesk()

describe("series", () => {
  const steps = (step: "day" | "week" | "month"): { start: Date; end: Date }[] => {
    const found: { start: Date; end: Date }[] = []
    for (let start = period.start, index = 1; start < period.end; index++) {
      const next = new Date(period.start)
      if (step === "month") next.setUTCMonth(next.getUTCMonth() + index)
      else next.setUTCDate(next.getUTCDate() + index * (step === "week" ? 7 : 1))
      found.push({ start, end: next < period.end ? next : period.end })
      start = next
    }
    return found
  }
  type Told = ReturnType<typeof answer>
  const series: [string, (told: Told) => object][] = [
    ["company/customers-helped", ({ helped }) => ({ customers: helped.size })],
    ["conversations/new", ({ created }) => ({ count: created.length })],
    ["conversations/received-messages", ({ received }) => ({ messages: received })],
    ["productivity/first-response-time", ({ firsts }) => ({ time: mean(firsts) })],
    ["productivity/response-time", ({ responses }) => ({ time: mean(responses) })],
    ["productivity/resolution-time", ({ resolutions }) => ({ time: mean(resolutions.map(({ seconds }) => seconds)) })],
    ["productivity/replies-sent", ({ replies }) => ({ replies })],
    ["productivity/resolved", ({ resolutions }) => ({ resolved: resolutions.length })],
  ]
  for (const [path, pointOf] of series)
    test(`${path} has a point for each day, week or month from the start on`, async () => {
      for (const [more, question] of filters())
        for (const step of ["day", "week", "month"] as const) {
          const { current, previous } = await read(path, `&viewBy=${step}${more}`)
          assert.equal(previous, undefined)
          assert.equal(current.length, steps(step).length)
          for (const [index, each] of steps(step).entries()) {
            const { date, start: _start, ...point } = current[index]
            assert.equal(date, `${each.start.toISOString().slice(0, 19)}Z`)
            assert.deepEqual(point, pointOf(expected({ ...each, ...question })), `${step} ${date} ${more}`)
          }
        }
    })

  test("volume-by-channel tells the types apart, and of the period before", async () => {
    const { current, previous } = await read(
      "conversations/volume-by-channel",
      `&viewBy=week&${between(earlier, "previous")}`,
    )
    const all = (points: Record<string, number>[], type: string) =>
      points.reduce((sum, point) => sum + (point[type] ?? 0), 0)
    for (const type of ["chat", "email", "phone"]) {
      assert.equal(all(current, type), expected({ types: [type] }).created.length)
      assert.equal(all(previous, type), expected({ ...earlier, types: [type] }).created.length)
    }
    assert.ok(all(current, "chat") > 0 && all(current, "phone") > 0)
  })

  test("steps by the clock of a time zone, over the change to summer time", async () => {
    const path = "conversations/new?start=2026-03-28T00:00:00%2B01:00&end=2026-03-31T00:00:00%2B02:00"
    const { body } = await desk.get(`/v2/reports/${path}&viewBy=day&timezone=Europe/Berlin`, ada)
    assert.deepEqual(
      body.current.map(({ date }: { date: string }) => date),
      ["2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
    )
  })
})
