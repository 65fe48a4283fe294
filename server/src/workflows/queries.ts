import type {
  WorkflowAction,
  WorkflowConditions,
  WorkflowQuery,
  WorkflowType,
} from "@deskhand/contract/inboxes/workflow"
import type { WorkflowOccasion } from "@deskhand/contract/inboxes/workflow-run"
import { type Db, empty, type Sql, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

export type Since = NonNullable<WorkflowConditions["after"]>["since"]

/** What keeps one from running, by the field that it is in. */
export interface Problem {
  path: string
  message: string
}

export interface WorkflowRow {
  id: number
  inbox_id: number
  type: WorkflowType
  status: "active" | "inactive" | "invalid"
  position: number
  name: string
  occasions: WorkflowOccasion[]
  query: string
  since: Since | null
  after_minutes: number | null
  actions: WorkflowAction[]
  problem: Problem | null
  done_count: number
  failed_count: number
  stopped_count: number
  last_run_at: Date | null
  active_since: Date
  created_at: Date
  updated_at: Date
}

const columns = sql`id, inbox_id, type, status, position, name, occasions, query, since, after_minutes, actions, problem,
  done_count, failed_count, stopped_count, last_run_at, active_since, created_at, updated_at`

/** Part of an update. By the clock of the database, like the time of events. */
const restartIfInactive = sql`active_since = case when status = 'active' then active_since else now() end`

export function listWorkflows(
  db: Db,
  viewer: Viewer,
  { query, page }: { query: WorkflowQuery; page: PageRequest },
): Promise<WorkflowRow[]> {
  return db.many(sql`select ${columns} from workflows where ${asked(viewer, query)}
    order by inbox_id, position, id ${rowsOf(page)}`)
}

export async function countWorkflows(db: Db, viewer: Viewer, query: WorkflowQuery): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from workflows where ${asked(viewer, query)}`)
  return total
}

function asked(viewer: Viewer, { mailboxId, mailbox = mailboxId, type, status }: WorkflowQuery): Sql {
  return sql`${visibleTo(viewer, sql`inbox_id`)} ${mailbox === undefined ? empty : sql`and inbox_id = ${mailbox}`}
    ${type === undefined ? empty : sql`and type = ${type}`} ${status === undefined ? empty : sql`and status = ${status}`}`
}

export function findWorkflow(db: Db, viewer: Viewer, id: number): Promise<WorkflowRow | undefined> {
  return db.maybe(sql`select ${columns} from workflows where id = ${id} and ${visibleTo(viewer, sql`inbox_id`)}`)
}

export function lockWorkflow(db: Db, viewer: Viewer, id: number): Promise<WorkflowRow | undefined> {
  return db.maybe(sql`select ${columns} from workflows where id = ${id} and ${visibleTo(viewer, sql`inbox_id`)}
    for no key update`)
}

export function listAutomatic(db: Db, inboxIds: number[]): Promise<WorkflowRow[]> {
  return db.many(sql`select ${columns} from workflows
    where inbox_id = any(${inboxIds}::bigint[]) and type = 'automatic' and status = 'active'
    order by inbox_id, position, id`)
}

/**
 * Those of them that are still active, before the conversations that they run on: who runs the same ones waits here, and
 * nobody deletes or changes them meanwhile.
 */
export function holdActive(db: Db, ids: number[]): Promise<WorkflowRow[]> {
  return db.many(sql`select ${columns} from workflows where id = any(${ids}::bigint[]) and status = 'active'
    order by id for no key update`)
}

/** All of the desk that could run. */
export function listActive(db: Db): Promise<WorkflowRow[]> {
  return db.many(sql`select ${columns} from workflows where status = 'active' order by id`)
}

/** Whether they could run or not; by words of the query, or in actions. */
export function holdNamingTags(db: Db): Promise<WorkflowRow[]> {
  return db.many(sql`select ${columns} from workflows where query ilike '%tag%' or actions @> '[{"type": "tag"}]'
    order by id for no key update`)
}

export type WrittenWorkflow = Pick<
  WorkflowRow,
  "inbox_id" | "type" | "status" | "name" | "occasions" | "query" | "since" | "after_minutes" | "actions"
> & { position: number | undefined; now: Date }

/** Without a position behind the others of its inbox. */
export async function insertWorkflow(db: Db, row: WrittenWorkflow): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into workflows (inbox_id, type, status, position, name, occasions, query, since, after_minutes, actions,
      created_at, updated_at)
    values (${row.inbox_id}, ${row.type}, ${row.status}, ${placeOf(row)}, ${row.name}, ${row.occasions}, ${row.query},
      ${row.since}, ${row.after_minutes}, ${JSON.stringify(row.actions)}, ${row.now}, ${row.now}) returning id`)
  return id
}

function placeOf({ position, inbox_id }: WrittenWorkflow): Sql {
  if (position !== undefined) return sql`${position}`
  return sql`(select coalesce(max(position) + 1, 0) from workflows where inbox_id = ${inbox_id})`
}

export async function updateWorkflow(db: Db, row: WrittenWorkflow & { id: number }): Promise<void> {
  await db.run(sql`update workflows set inbox_id = ${row.inbox_id}, type = ${row.type}, status = ${row.status},
      position = ${placeOf(row)}, name = ${row.name}, occasions = ${row.occasions}, query = ${row.query},
      since = ${row.since}, after_minutes = ${row.after_minutes}, actions = ${JSON.stringify(row.actions)},
      problem = null, ${restartIfInactive}, updated_at = ${row.now}
    where id = ${row.id}`)
}

export async function updateNamedTags(
  db: Db,
  row: Pick<WorkflowRow, "id" | "query" | "actions"> & { isMended: boolean; now: Date },
): Promise<void> {
  await db.run(sql`update workflows set query = ${row.query}, actions = ${JSON.stringify(row.actions)},
      status = case when ${row.isMended} then 'active' else status end, ${restartIfInactive},
      problem = case when ${row.isMended} then null else problem end, updated_at = ${row.now}
    where id = ${row.id}`)
}

export async function updateStatus(
  db: Db,
  row: { id: number; status: WorkflowRow["status"]; problem: Problem | null; now: Date },
): Promise<void> {
  await db.run(sql`update workflows set status = ${row.status}, ${restartIfInactive}, updated_at = ${row.now},
      problem = ${row.problem && JSON.stringify(row.problem)}
    where id = ${row.id}`)
}

export async function updatePosition(
  db: Db,
  { id, position, now }: { id: number; position: number; now: Date },
): Promise<void> {
  await db.run(sql`update workflows set position = ${position}, updated_at = ${now} where id = ${id}`)
}

export async function deleteWorkflow(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from workflows where id = ${id}`)
}
