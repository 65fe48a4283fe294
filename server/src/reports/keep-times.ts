import { type Db, sql } from "../db/db.ts"
import type { Difference, FactRow } from "./fact-rows.ts"
import { startOfWeek } from "./members.ts"
import { notchCount, notchOf } from "./notches.ts"

/** What percentiles are told of, by the clock and by office hours. */
export const timeMeasures = ["first", "response", "resolution"] as const
export type TimeMeasure = (typeof timeMeasures)[number]

export function keyOfTimes(measure: TimeMeasure, office: boolean): string {
  return office ? `${measure}.office` : measure
}

function measuresOf({ kind, amount }: FactRow): TimeMeasure[] {
  if (kind === "resolved") return ["resolution"]
  if (kind !== "reply") return []
  return amount === 1 ? ["response", "first"] : ["response"]
}

/** How many times of each week are about as long. */
export async function keepTimes(db: Db, { gone, came }: Difference): Promise<void> {
  const changed = new Map<string, { fact: FactRow; measure: string; week: Date; counts: number[] }>()
  const note = (fact: FactRow, sign: 1 | -1) => {
    for (const measure of measuresOf(fact))
      for (const office of [false, true]) {
        const seconds = office ? fact.officeSeconds : fact.seconds
        if (seconds === null) continue
        const week = startOfWeek(fact.at.getTime())
        const name = keyOfTimes(measure, office)
        const key = `${name} ${week} ${fact.inboxId} ${fact.type}`
        const found = changed.get(key) ?? { fact, measure: name, week: new Date(week), counts: empty() }
        changed.set(key, found)
        found.counts[notchOf(seconds)] = (found.counts[notchOf(seconds)] ?? 0) + sign
      }
  }
  for (const fact of gone) note(fact, -1)
  for (const fact of came) note(fact, 1)
  const rows = [...changed.values()].filter(({ counts }) => counts.some((count) => count !== 0))
  if (rows.length === 0) return
  await db.run(sql`
    insert into report_times as kept (period, inbox_id, type, measure, counts)
    select period, inbox_id, type, measure, counts::bigint[] from unnest(${rows.map(({ week }) => week)}::timestamptz[],
      ${rows.map(({ fact }) => fact.inboxId)}::bigint[], ${rows.map(({ fact }) => fact.type)}::text[],
      ${rows.map(({ measure }) => measure)}::text[], ${rows.map(({ counts }) => `{${counts.join(",")}}`)}::text[])
      as changed (period, inbox_id, type, measure, counts)
    on conflict (measure, period, inbox_id, type) do update set counts = added(kept.counts, excluded.counts)`)
}

function empty(): number[] {
  return Array.from({ length: notchCount }, () => 0)
}
