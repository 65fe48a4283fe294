import assert from "node:assert/strict"
import { after, before } from "node:test"
import { sql } from "../../src/db/db.ts"
import { fillReports } from "../../src/reports/facts/fill.ts"
import type { ScenarioIds } from "../../src/seed/scenario.ts"
import { scenarioDesk, type TestDesk } from "./desk.ts"
import { answer, type Question, readRows } from "./reports.ts"

export let desk: TestDesk
export let ids: ScenarioIds
export let ada: string
export let limited: string
/** What reports are about, as the tables have it. */
export let rows: Awaited<ReturnType<typeof readRows>>
/** Half of the conversations have it, so that every report has something to tell of it. */
export let tagId: number

/** Neither begins nor ends with a day, nor with an hour. */
export const period = { start: new Date("2025-12-20T07:20:00Z"), end: new Date("2026-03-01T11:45:00Z") }
export const earlier = { start: new Date("2025-06-01T00:00:00Z"), end: new Date("2025-12-20T07:20:00Z") }
export const days = 72

/** A desk whose reports are filled, for the tests of a file. */
export function useReportedDesk(): void {
  before(async () => {
    ;({ desk, ids } = await scenarioDesk())
    ada = await desk.tokenFor(ids.users.ada)
    limited = await desk.tokenFor(ids.users.limited)
    tagId = ids.tags.vip
    await desk.db.run(sql`
      insert into conversation_tags (conversation_id, tag_id, created_at)
      select id, ${tagId}, created_at from conversations where id % 2 = 0 or id = ${ids.conversations.rated}
      on conflict do nothing`)
    await fillReports({ db: desk.db })
    rows = await readRows(desk.db)
  })
  after(() => desk.close())
}

/** Of all conversations, and of those with a tag. */
export function filters(): [more: string, question: Partial<Question>][] {
  return [
    ["", {}],
    [`&tags=${tagId}`, { tagIds: [tagId] }],
  ]
}

export function between(given: { start: Date; end: Date }, name = ""): string {
  return name === ""
    ? `start=${given.start.toISOString()}&end=${given.end.toISOString()}`
    : `previousStart=${given.start.toISOString()}&previousEnd=${given.end.toISOString()}`
}

export async function read(path: string, more = "", token = ada) {
  const { status, body } = await desk.get(`/v2/reports/${path}?${between(period)}${more}`, token)
  assert.equal(status, 200, `${path}${more}: ${JSON.stringify(body)}`)
  return body
}

export function expected(more: Partial<Question> = {}): ReturnType<typeof answer> {
  return answer(rows, { ...period, ...more })
}

export function near(one: number, other: number, what: string): void {
  assert.ok(Math.abs(one - other) < 1e-6, `${what}: ${one} instead of ${other}`)
}

export const responseBounds = [900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800]
