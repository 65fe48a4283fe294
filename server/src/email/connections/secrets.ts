import { createDecipheriv } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Config } from "../../config.ts"

/** What a connection signs in with. */
export interface Secret {
  password?: string
}

/** Encrypted with AES-256-GCM: a byte for the version, the nonce, the text, the tag. */
export async function openSecret(
  config: Config,
  row: { inbox_id: number; kind: "imap" | "smtp"; secret: Buffer | null },
): Promise<Secret> {
  if (row.secret === null) return {}
  const key = Buffer.from((await readFile(join(config.dataDir, "secrets.key"), "utf8")).trim(), "hex")
  const decipher = createDecipheriv("aes-256-gcm", key, row.secret.subarray(1, 13), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(JSON.stringify(["mail_connections", row.inbox_id, row.kind])))
  decipher.setAuthTag(row.secret.subarray(-16))
  const text = Buffer.concat([decipher.update(row.secret.subarray(13, -16)), decipher.final()])
  return JSON.parse(text.toString()) as Secret
}
