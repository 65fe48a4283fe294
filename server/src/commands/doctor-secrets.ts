import type { Config } from "../config.ts"
import { type Database, sql } from "../db/db.ts"
import { openSecret, type SecretOwner } from "../email/connections/secrets.ts"
import { decryptWebhookSecret } from "../webhooks/secrets.ts"
import type { Finding } from "./finding.ts"

/** Whether the key of this node decrypts every secret in the database. */
export async function checkSecrets(db: Database, config: Config): Promise<Finding> {
  const about = "Secrets"
  const { exists } = await db.one<{ exists: boolean }>(sql`
    select exists (select from information_schema.columns
      where table_schema = current_schema and table_name = 'webhooks' and column_name = 'plain_secret') as exists`)
  if (!exists) return { about, well: "are checked once the schema is up to date" }
  const webhooks = await db.many<{ id: number; secret: Buffer | null; plain_secret: string | null }>(
    sql`select id, secret, plain_secret from webhooks order by id`,
  )
  const connections = await db.many<SecretOwner & { secret: Buffer }>(
    sql`select inbox_id, kind, secret from mail_connections where secret is not null order by inbox_id, kind`,
  )
  const unreadable: string[] = []
  for (const { id, secret, plain_secret: plain } of webhooks) {
    const isReadable = plain !== null || (await succeeds(decryptWebhookSecret(config, id, secret)))
    if (!isReadable) unreadable.push(`webhook ${id}`)
  }
  for (const row of connections)
    if (!(await succeeds(openSecret(config, row))))
      unreadable.push(`${row.kind.toUpperCase()} of inbox ${row.inbox_id}`)
  const total = webhooks.length + connections.length
  if (unreadable.length === 0) return { about, well: total === 0 ? "none yet" : `${total} can be decrypted` }
  const named = unreadable.slice(0, 10).join(", ") + (unreadable.length > 10 ? ", …" : "")
  return {
    about,
    wrong: `${unreadable.length} of ${total} cannot be decrypted (${named}); restore SECRETS_KEY or secrets.key, or set them again`,
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
