import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { mkdir, open, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Config } from "./config.ts"
import { refusal } from "./errors.ts"

/** Names the row that a secret belongs to. It decrypts for no other, so that nobody gets at it by copying it there. */
export type SecretOwner = readonly (string | number)[]

/** Thrown where there is no key, or it is not the one that a secret was encrypted with. */
export class DecryptionFailure extends Error {}

const version = 1
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM with a key that is not in the database: a copy of the database reveals no secret. */
export async function encryptSecret(config: Config, owner: SecretOwner, secret: string): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const key = (await readKey(config)) ?? (await makeKey(config))
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(dataOf(owner))
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, text, cipher.getAuthTag()])
}

/** Never makes a key: one that was lost can still be brought back. */
export async function decryptSecret(config: Config, owner: SecretOwner, encrypted: Buffer): Promise<string> {
  const key = await readKey(config)
  if (!key) throw new DecryptionFailure(`${keyPath(config)} is missing`)
  try {
    const nonce = encrypted.subarray(1, 1 + nonceBytes)
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(dataOf(owner)).setAuthTag(encrypted.subarray(-tagBytes))
    const text = [decipher.update(encrypted.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]
    return Buffer.concat(text).toString()
  } catch (cause) {
    throw new DecryptionFailure("It was encrypted with another key", { cause })
  }
}

function dataOf(owner: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify(owner))
}

/** The operator's, or the one in the data folder; undefined where there is none yet. */
async function readKey(config: Config): Promise<Buffer | undefined> {
  if (config.secretsKey !== undefined) return Buffer.from(config.secretsKey, "hex")
  const path = keyPath(config)
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error
    return undefined
  })
  return text === undefined ? undefined : parseKey(path, text)
}

function keyPath({ dataDir }: Config): string {
  return join(dataDir, "secrets.key")
}

function parseKey(path: string, text: string): Buffer {
  if (!/^[0-9a-f]{64}\s*$/.test(text)) throw refusal(`${path} holds no key. Bring it back from a backup`)
  return Buffer.from(text.trim(), "hex")
}

async function makeKey(config: Config): Promise<Buffer> {
  const path = keyPath(config)
  await mkdir(config.dataDir, { recursive: true })
  const text = `${randomBytes(32).toString("hex")}\n`
  try {
    const handle = await open(path, "wx", 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    return parseKey(path, text)
  } catch (error) {
    // Another process of this machine was quicker: theirs is the one that counts.
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return parseKey(path, await readFile(path, "utf8"))
    throw error
  }
}
