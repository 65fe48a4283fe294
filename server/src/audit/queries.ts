import type { AuditAct, AuditNoun } from "@deskhand/contract/people/audit"
import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"

export interface AuditRow {
  id: number
  at: Date
  user_id: number | null
  noun: AuditNoun
  subject_id: number | null
  subject_name: string | null
  inbox_id: number | null
  act: AuditAct
  changes: Record<string, [unknown, unknown]>
}

/** All of these; undefined does not ask. */
export interface AuditFilter {
  userId: number | undefined
  noun: AuditNoun | undefined
  since: Date | undefined
  until: Date | undefined
}

/** The newest first. */
export function listAudit(db: Db, filter: AuditFilter, page: PageRequest): Promise<AuditRow[]> {
  return db.many(sql`
    select id, at, user_id, noun, subject_id, subject_name, inbox_id, act, changes from audit_entries
    ${whereOf(filter)} order by at desc, id desc ${rowsOf(page)}`)
}

export async function countAudit(db: Db, filter: AuditFilter): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from audit_entries ${whereOf(filter)}`)
  return total
}

function whereOf({ userId, noun, since, until }: AuditFilter): Sql {
  const conditions: Sql[] = []
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`)
  if (noun !== undefined) conditions.push(sql`noun = ${noun}`)
  if (since) conditions.push(sql`at >= ${since}`)
  if (until) conditions.push(sql`at < ${until}`)
  return conditions.length === 0 ? empty : sql`where ${join(conditions, " and ")}`
}
