import { type Db, join, raw, type Sql, sql } from "../../db/db.ts"
import { tellReports } from "../insert/reports.ts"
import { type SampleTable, sampleTables } from "./record.ts"

export interface Removal {
  removed: number
  /** Still in use by what people made; a later removal looks at them again. */
  kept: number
}

/**
 * Takes the sample desk away. What people wrote inside its conversations goes with them; everything else of theirs stays,
 * and so does each sample row that it refers to.
 */
export async function removeSample(db: Db): Promise<Removal> {
  return db.transaction(async (db) => {
    let removed = 0
    const { first } = await db.one<{ first: number | null }>(
      sql`select min(row_id) as first from sample_rows where table_name = 'conversations'`,
    )
    if (first !== null) await tellReports(db, { firstId: first })
    for (const table of sampleTables) {
      removed += await removeUnused(db, table)
      await forgetGone(db, table)
    }
    const { kept } = await db.one<{ kept: number }>(sql`select count(*) as kept from sample_rows`)
    return { removed, kept }
  })
}

async function removeUnused(db: Db, table: SampleTable): Promise<number> {
  // Counting what a tag loses needs its conversation, so tags come off first.
  if (table === "conversations")
    await db.run(sql`delete from conversation_tags where conversation_id in (${recorded(table)})`)
  const uses = [...(await listUses(db, table)), ...(usesWithoutReference[table] ?? [])]
  const conditions = [sql`id in (${recorded(table)})`, ...uses.map((use) => sql`not exists (${use})`)]
  return db.run(sql`delete from ${raw(table)} sampled where ${join(conditions, " and ")}`)
}

function recorded(table: SampleTable): Sql {
  return sql`select row_id from sample_rows where table_name = ${table}`
}

/**
 * Asks the database itself what may refer to a row, so that a table which is added later counts as a use
 * until somebody lists it as a part.
 */
async function listUses(db: Db, table: SampleTable): Promise<Sql[]> {
  const references = await db.many<{ table: string; column: string }>(sql`
    select conrelid::regclass::text as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass
    order by 1, 2`)
  const owners = new Map(parts[table].map((part) => part.split(".") as [string, string]))
  return references
    .filter((reference) => !parts[table].includes(`${reference.table}.${reference.column}`))
    .map((reference) => {
      const use = sql`select from ${raw(reference.table)} other where other.${raw(reference.column)} = sampled.id`
      const owner = owners.get(reference.table)
      return owner === undefined ? use : sql`${use} and other.${raw(owner)} <> sampled.id`
    })
}

/** What belongs to a row and goes with it. */
const parts: Record<SampleTable, string[]> = {
  conversations: [
    "threads.conversation_id",
    "conversation_tags.conversation_id",
    "conversation_fields.conversation_id",
    "merged_conversations.into_id",
    "ratings.conversation_id",
    "search_entries.conversation_id",
    "search_documents.conversation_id",
  ],
  tags: ["tag_counts.tag_id", "tag_count_changes.tag_id"],
  customers: [
    "customer_emails.customer_id",
    "customer_phones.customer_id",
    "customer_chats.customer_id",
    "customer_social_profiles.customer_id",
    "customer_websites.customer_id",
    "customer_addresses.customer_id",
    "customer_property_values.customer_id",
    "customer_inboxes.customer_id",
  ],
  organizations: [
    "organization_domains.organization_id",
    "organization_property_values.organization_id",
    "organization_inboxes.organization_id",
  ],
  saved_replies: [],
  custom_fields: ["custom_field_options.field_id"],
  inboxes: [
    "folders.inbox_id",
    "inbox_users.inbox_id",
    "routing.inbox_id",
    "conversation_counts.inbox_id",
    "conversation_count_changes.inbox_id",
    "cell_counts.inbox_id",
    "tag_counts.inbox_id",
    "tag_count_changes.inbox_id",
    "customer_inboxes.inbox_id",
    "organization_inboxes.inbox_id",
  ],
  users: [
    "user_statuses.user_id",
    "team_members.user_id",
    "inbox_users.user_id",
    "routing_users.user_id",
    "password_resets.user_id",
  ],
}

/** The standard folders are part of an inbox; those that somebody added are not. */
const usesWithoutReference: Partial<Record<SampleTable, Sql[]>> = {
  inboxes: [
    sql`select from folders where inbox_id = sampled.id and type in ('team', 'custom')`,
    sql`select from webhooks where sampled.id = any (inbox_ids)`,
  ],
}

/** Also those that somebody had removed by hand before. */
async function forgetGone(db: Db, table: SampleTable): Promise<void> {
  await db.run(sql`delete from sample_rows
    where table_name = ${table} and not exists (select from ${raw(table)} where id = row_id)`)
}
