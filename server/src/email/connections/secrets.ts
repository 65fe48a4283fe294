import type { Config } from "../../config.ts"
import { DecryptionFailure, decryptSecret, encryptSecret } from "../../encryption.ts"

/** What a connection signs in with. */
export interface Secret {
  password?: string
  clientSecret?: string
  refreshToken?: string
  /** Stored apart from the others, because it changes every hour. */
  accessToken?: string
}

/** Whose a secret is: it opens for nobody else, so that nobody gets at one by moving it to another row. */
export interface SecretOwner {
  inbox_id: number
  kind: "imap" | "smtp"
}

/** Thrown where the key of this node is not the one that it was sealed with. */
export class SecretUnreadable extends Error {
  constructor(cause: unknown) {
    super("The password that is kept cannot be read with the key of this node (SECRETS_KEY). Give it again", { cause })
  }
}

export function sealSecret(config: Config, owner: SecretOwner, secret: Secret): Promise<Buffer> {
  return encryptSecret(config, factsOf(owner), JSON.stringify(secret))
}

export async function openSecret(config: Config, row: SecretOwner & { secret: Buffer | null }): Promise<Secret> {
  if (row.secret === null) return {}
  try {
    return JSON.parse(await decryptSecret(config, factsOf(row), row.secret)) as Secret
  } catch (error) {
    if (error instanceof DecryptionFailure || error instanceof SyntaxError) throw new SecretUnreadable(error)
    throw error
  }
}

function factsOf({ inbox_id, kind }: SecretOwner): [string, number, string] {
  return ["mail_connections", inbox_id, kind]
}
