import type { Config } from "../config.ts"
import { type Db, sql } from "../db/db.ts"
import { decryptSecret, encryptSecret } from "../encryption.ts"

/** How long the secret before a new one signs beside it. */
const overlapMs = 24 * 3_600_000

/** As they are stored: encrypted. */
export interface EncryptedSecrets {
  /** Null only between the migration that renamed the plain column and the start of the first node. */
  secret: Buffer | null
  previous_secret: Buffer | null
  previous_secret_until: Date | null
}

export class WebhookSecretUnreadable extends Error {
  constructor(cause?: unknown) {
    super(
      "Nothing was sent: the secret of this webhook cannot be decrypted with the key of this node. Restore SECRETS_KEY or secrets.key, or set the secret again",
      { cause },
    )
  }
}

export function encryptWebhookSecret(config: Config, webhookId: number, secret: string): Promise<Buffer> {
  return encryptSecret(config, ownerOf(webhookId), secret)
}

export async function decryptWebhookSecret(config: Config, webhookId: number, secret: Buffer | null): Promise<string> {
  if (secret === null) throw new WebhookSecretUnreadable()
  try {
    return await decryptSecret(config, ownerOf(webhookId), secret)
  } catch (error) {
    throw new WebhookSecretUnreadable(error)
  }
}

function ownerOf(webhookId: number): [string, number] {
  return ["webhooks", webhookId]
}

/**
 * The same secret again rotates nothing. One that is rotated twice within a day signs no longer, and neither does one
 * that cannot be decrypted.
 */
export async function rotateSecret(
  config: Config,
  current: EncryptedSecrets & { id: number },
  { given, now }: { given: string | undefined; now: Date },
): Promise<EncryptedSecrets> {
  if (given === undefined) return current
  const former = await decryptWebhookSecret(config, current.id, current.secret).catch((error: unknown) => {
    if (error instanceof WebhookSecretUnreadable) return undefined
    throw error
  })
  if (former === given) return current
  const secret = await encryptWebhookSecret(config, current.id, given)
  if (former === undefined) return { secret, previous_secret: null, previous_secret_until: null }
  return {
    secret,
    previous_secret: current.secret,
    previous_secret_until: new Date(now.getTime() + overlapMs),
  }
}

interface PlainRow {
  id: number
  plain_secret: string
  plain_previous_secret: string | null
}

/** Encrypts what an earlier version stored in plain text. Several nodes may do so at once: the later ones find nothing. */
export function encryptPlainSecrets(db: Db, config: Config): Promise<void> {
  return db.transaction(async (db) => {
    const rows = await db.many<PlainRow>(sql`
      select id, plain_secret, plain_previous_secret from webhooks where plain_secret is not null order by id for update`)
    for (const { id, plain_secret: secret, plain_previous_secret: previous } of rows) {
      const encrypted = await encryptWebhookSecret(config, id, secret)
      const encryptedPrevious = previous === null ? null : await encryptWebhookSecret(config, id, previous)
      await db.run(sql`
        update webhooks set secret = ${encrypted}, previous_secret = ${encryptedPrevious}, plain_secret = null,
          plain_previous_secret = null
        where id = ${id}`)
    }
  })
}
