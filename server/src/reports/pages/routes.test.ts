import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { ada, between, desk, ids, limited, period, useReportedDesk } from "../../../test/desk/reported-desk.ts"

useReportedDesk()

describe("what reports refuse", () => {
  const refused = async (query: string, path = "company") => {
    const { status, body } = await desk.get(`/v2/reports/${path}?${query}`, ada)
    assert.equal(status, 400, query)
    return body._embedded.errors[0].path
  }

  test("400 names what is missing, upside down, too long or unknown", async () => {
    const start = "start=2026-01-01T00:00:00Z"
    const end = "end=2026-02-01T00:00:00Z"
    assert.equal(await refused(end), "start")
    assert.equal(await refused(start), "end")
    assert.equal(await refused("start=yesterday&end=2026-02-01"), "start")
    assert.equal(await refused("start=2026-02-01&end=2026-01-01"), "end")
    assert.equal(await refused("start=2026-02-01&end=2026-02-01"), "end")
    assert.equal(await refused("start=2010-01-01&end=2026-01-01"), "end")
    assert.equal(await refused(`${start}&${end}&previousStart=2025-01-01`), "previousEnd")
    assert.equal(await refused(`${start}&${end}&previousEnd=2025-01-01`), "previousStart")
    assert.equal(await refused(`${start}&${end}&mailboxes=999999`), "mailboxes")
    assert.equal(await refused(`${start}&${end}&tags=999999`), "tags")
    assert.equal(await refused(`${start}&${end}&folders=999999`), "folders")
    assert.equal(await refused(`${start}&${end}&types=letter`), "types")
    assert.equal(await refused(`${start}&${end}&timezone=Mars/Base`), "timezone")
    assert.equal(await refused(`${start}&${end}&viewBy=year`, "conversations/new"), "viewBy")
    assert.equal(await refused(`${start}&${end}`, "user"), "user")
    assert.equal(await refused(`${start}&${end}&user=999999`, "user/replies"), "user")
    assert.equal(await refused(`${start}&${end}`, "conversations/fields-drilldown"), "field")
  })

  test("400 for an inbox that the viewer may not see, as for one that is not there; 401 for nobody", async () => {
    const query = `?${between(period)}&mailboxes=${ids.inboxes.hidden}`
    assert.equal((await desk.get(`/v2/reports/company${query}`, ada)).status, 200)
    assert.equal((await desk.get(`/v2/reports/company${query}`, limited)).status, 400)
    assert.equal((await desk.get(`/v2/reports/company${query}`)).status, 401)
    const light = await desk.tokenFor(ids.users.light, "read-only")
    assert.equal((await desk.get(`/v2/reports/email?${between(period)}`, light)).status, 200)
  })

  test("an end at 23:59:59 takes in all of the day", async () => {
    const { body } = await desk.get("/v2/reports/company?start=2026-02-01&end=2026-02-28T23:59:59Z", ada)
    assert.deepEqual([body.current.totalDays, body.current.endDate], [28, "2026-03-01T00:00:00Z"])
  })
})
