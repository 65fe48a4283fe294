import { type Db, type Sql, sql } from "../../db/db.ts"

export interface FirstStepsRow {
  mail_in: boolean
  mail_out: boolean
  teammate: boolean
  reply: boolean
  sample_conversations: number
}

/**
 * From what the desk has now. A reply in a sample conversation counts after the samples are gone, as long as its event
 * is kept: the conversation took the thread with it.
 */
export function findFirstSteps(db: Db): Promise<FirstStepsRow> {
  return db.one(sql`
    select
      exists (select from mail_connections where kind = 'imap' and enabled)
        or exists (select from mail_messages where via <> 'api') as mail_in,
      exists (select from mail_connections where kind = 'smtp' and enabled) as mail_out,
      exists (select from users where type = 'user' and role <> 'owner' and deactivated_at is null
        and not ${isSample("users", sql`users.id`)}) as teammate,
      exists (select from feed where kind = ${replied}) or exists (select from events where kind = ${replied})
        or exists (select from threads where type = 'message' and state = 'published' and source_via = 'user'
          and not ${isSample("conversations", sql`conversation_id`)}) as reply,
      (select count(*) from sample_rows where table_name = 'conversations') as sample_conversations`)
}

const replied = "convo.agent.reply.created"

function isSample(table: string, id: Sql): Sql {
  return sql`exists (select from sample_rows where table_name = ${table} and row_id = ${id})`
}
