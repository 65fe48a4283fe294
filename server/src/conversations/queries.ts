import { type Db, join, type Sql, sql } from "../db/db.ts"
import { pageIds, walkToPage } from "../db/page-walk.ts"
import { referenceVersion } from "../db/reference-version.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

export interface ConversationRow {
  id: number
  number: number
  inbox_id: number
  folder_id: number
  type: "chat" | "email" | "phone"
  status: "active" | "pending" | "closed" | "spam"
  state: "published" | "draft" | "deleted"
  subject: string
  preview: string
  thread_count: number
  customer: CustomerPersonRow
  /** Null when a user created it. */
  creator: CustomerPersonRow | null
  created_by_user_id: number | null
  assignee_id: number | null
  closed_by_id: number | null
  closed_at: Date | null
  user_updated_at: Date
  waiting_since: Date | null
  source_type: string
  source_via: "user" | "customer"
  cc: string[]
  bcc: string[]
  snoozed_by_id: number | null
  snoozed_until: Date | null
  unsnooze_on_customer_reply: boolean | null
  scheduled_for: Date | null
  scheduled_by_id: number | null
  unschedule_on_customer_reply: boolean | null
  created_at: Date
  tag_ids: number[]
  fields: { id: number; name: string; value: string; text: string }[]
}

export interface CustomerPersonRow {
  id: number
  first_name: string | null
  last_name: string | null
  email: string | null
  photo_url: string | null
}

export const customerPerson = (alias: "customer" | "creator") => {
  const row = alias === "customer" ? sql`customer` : sql`creator`
  return sql`json_build_object('id', ${row}.id, 'first_name', ${row}.first_name, 'last_name', ${row}.last_name,
    'photo_url', ${row}.photo_url, 'email',
    (select value from customer_emails where customer_id = ${row}.id order by id limit 1))`
}

const columns = sql`c.id, c.number, c.inbox_id, c.type, c.status, c.state, c.subject, c.preview, c.thread_count,
  c.created_by_user_id, c.assignee_id, c.closed_by_id, c.closed_at, c.user_updated_at, c.waiting_since, c.source_type,
  c.source_via, c.cc, c.bcc, c.snoozed_by_id, c.snoozed_until, c.unsnooze_on_customer_reply, c.scheduled_for,
  c.scheduled_by_id, c.unschedule_on_customer_reply, c.created_at,
  (select id from folders where inbox_id = c.inbox_id and type = c.home_folder) as folder_id,
  ${customerPerson("customer")} as customer,
  case when creator.id is not null then ${customerPerson("creator")} end as creator,
  array(select tag_id from conversation_tags where conversation_id = c.id order by tag_id) as tag_ids,
  coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name, 'value', v.value, 'text', coalesce(o.label, v.value))
      order by f.position, f.id)
    from conversation_fields v
    join custom_fields f on f.id = v.field_id and f.deleted_at is null
    left join custom_field_options o on o.field_id = f.id and o.id::text = v.value
    where v.conversation_id = c.id
  ), '[]') as fields`

const tables = sql`conversations c
  join customers customer on customer.id = c.customer_id
  left join customers creator on creator.id = c.created_by_customer_id`

/** Deleted ones can still be read by who may see the inbox; drafts only by their author. */
export function readableBy(viewer: Viewer): Sql {
  return sql`(${visibleTo(viewer, sql`c.inbox_id`)} and (c.state <> 'draft' or c.created_by_user_id = ${viewer.userId}))`
}

/** The same of a row that has been read. */
export function mayRead(
  viewer: Viewer,
  row: Pick<GuardedVersion, "inbox_id" | "state" | "created_by_user_id">,
): boolean {
  if (!viewer.inboxIds.includes(row.inbox_id)) return false
  return row.state !== "draft" || row.created_by_user_id === viewer.userId
}

export function findConversation(db: Db, viewer: Viewer, id: number): Promise<ConversationRow | undefined> {
  return db.maybe(sql`
    select ${columns} from ${tables}
    where c.id = ${id} and ${readableBy(viewer)}`)
}

/** In the order of the ids. */
export function listConversationRows(db: Db, ids: number[]): Promise<ConversationRow[]> {
  return db.many(sql`
    select ${columns} from unnest(${ids}::bigint[]) with ordinality as page (id, position)
    join ${tables} on c.id = page.id order by page.position`)
}

/** What a text that was made of a conversation is compared with, to see whether it is still right. */
export interface VersionRow {
  id: number
  version: string
}

/**
 * The database's own version of a conversation's row. Whatever a conversation shows of tags, fields and customers changes
 * with that row (db/schema/09-conversations.sql); the rest touches the row of reference changes.
 */
const versionText = sql`concat_ws(' ', c.id, c.xmin)`

/** Of many conversations in one row, which the driver reads sooner than a row for each. */
export interface VersionTexts {
  versions: string | null
  reference: string
}

export function versionTexts(order: Sql, text = versionText): Sql {
  return sql`string_agg(${text}, ',' order by ${order}) as versions, ${referenceVersion} as reference`
}

/** The same of rows that a statement has already read, each with `id` and with its `xmin` as `version`. */
export const versionRead = sql`concat_ws(' ', id, version)`

export function readVersions({ versions, reference }: VersionTexts): VersionRow[] {
  if (versions === null) return []
  return versions.split(",").map((text) => ({ id: Number.parseInt(text, 10), version: `${text} ${reference}` }))
}

/** In the order of the ids. */
export async function listVersions(db: Db, ids: number[]): Promise<VersionRow[]> {
  return readVersions(
    await db.one<VersionTexts>(sql`
      select ${versionTexts(sql`page.position`)} from unnest(${ids}::bigint[]) with ordinality as page (id, position)
      join conversations c on c.id = page.id`),
  )
}

/** The same, with who may read it. */
export interface GuardedVersion extends VersionRow {
  inbox_id: number
  state: ConversationRow["state"]
  created_by_user_id: number | null
}

export async function listGuardedVersions(db: Db, ids: number[]): Promise<Map<number, GuardedVersion>> {
  const rows = await db.many<GuardedVersion>(sql`
    select c.id, c.inbox_id, c.state, c.created_by_user_id, ${versionText} || ' ' || ${referenceVersion} as version
    from unnest((select ${ids}::bigint[])) as wanted (id) join conversations c on c.id = wanted.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface MergedRow {
  into_id: number
  merged_at: Date
}

/** Where a merged id went, if the viewer may see both the old inbox and the new one. */
export function findMerged(db: Db, viewer: Viewer, id: number): Promise<MergedRow | undefined> {
  return db.maybe(sql`
    select into_id, merged_at from merged_conversations m join conversations c on c.id = m.into_id
    where m.id = ${id} and ${visibleTo(viewer, sql`m.inbox_id`)} and ${visibleTo(viewer, sql`c.inbox_id`)}`)
}

/** Published ones of every status, newest first: one walk per inbox, merged. */
export async function listOrganizationConversationIds(
  db: Db,
  viewer: Viewer,
  page: { organizationId: number; total: number; skip: number; size: number },
): Promise<number[]> {
  if (viewer.inboxIds.length === 0) return []
  const rows = await walkToPage(db, page, (walk) =>
    db.many<{ id: number }>(
      pageIds(walk, true, ({ direction, limit }) => {
        const walks = viewer.inboxIds.map(
          (inboxId) => sql`(select id, created_at from conversations
            where organization_id = ${page.organizationId} and inbox_id = ${inboxId} and state = 'published'
            order by created_at ${direction}, id ${direction} limit ${limit})`,
        )
        return sql`select id from (${join(walks, " union all ")}) as merged
          order by created_at ${direction}, id ${direction} limit ${limit}`
      }),
    ),
  )
  return rows.map(({ id }) => id)
}
