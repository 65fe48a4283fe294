import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { mkdir, open, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Config } from "../../config.ts"
import { refusal } from "../../errors.ts"

/** What a connection signs in with. */
export interface Secret {
  password?: string
  clientSecret?: string
  refreshToken?: string
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

const version = 1
const nonceBytes = 12
const tagBytes = 16

export async function sealSecret(config: Config, owner: SecretOwner, secret: Secret): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", await secretsKey(config), nonce).setAAD(factsOf(owner))
  const text = Buffer.concat([cipher.update(JSON.stringify(secret), "utf8"), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, text, cipher.getAuthTag()])
}

export async function openSecret(config: Config, row: SecretOwner & { secret: Buffer | null }): Promise<Secret> {
  if (row.secret === null) return {}
  const key = await secretsKey(config)
  try {
    const nonce = row.secret.subarray(1, 1 + nonceBytes)
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(factsOf(row)).setAuthTag(row.secret.subarray(-tagBytes))
    const text = [decipher.update(row.secret.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]
    return JSON.parse(Buffer.concat(text).toString()) as Secret
  } catch (error) {
    throw new SecretUnreadable(error)
  }
}

function factsOf({ inbox_id, kind }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify(["mail_connections", inbox_id, kind]))
}

/** The operator's, or one in the data folder, which whoever needs it first makes. */
async function secretsKey(config: Config): Promise<Buffer> {
  if (config.secretsKey !== undefined) return Buffer.from(config.secretsKey, "hex")
  const path = join(config.dataDir, "secrets.key")
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error
    return makeKey(config.dataDir, path)
  })
  if (!/^[0-9a-f]{64}\s*$/.test(text)) throw refusal(`${path} holds no key. Bring it back from a backup`)
  return Buffer.from(text.trim(), "hex")
}

async function makeKey(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const text = `${randomBytes(32).toString("hex")}\n`
  try {
    const handle = await open(path, "wx", 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return text
  } catch (error) {
    // Another process of this machine was quicker: theirs is the one that counts.
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return readFile(path, "utf8")
    throw error
  }
}
