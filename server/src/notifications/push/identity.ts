import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { type Db, sql } from "../../db/db.ts"

/** By this, services that pass notifications on know that they come from the desk which was subscribed to (RFC 8292). */
export interface Identity {
  key: KeyObject
  publicKey: string
}

/** One for the desk and for good: with another one every browser would have to subscribe anew. */
export async function loadIdentity(db: Db): Promise<Identity> {
  const bytes = (await findKey(db)) ?? (await makeKey(db))
  const key = createPrivateKey({ key: bytes, format: "der", type: "pkcs8" })
  return { key, publicKey: pointOf(key).toString("base64url") }
}

async function findKey(db: Db): Promise<Buffer | undefined> {
  return (await db.maybe<{ private_key: Buffer }>(sql`select private_key from push_keys`))?.private_key
}

async function makeKey(db: Db): Promise<Buffer> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  const bytes = privateKey.export({ format: "der", type: "pkcs8" })
  await db.run(sql`insert into push_keys (private_key) values (${bytes}) on conflict do nothing`)
  return (await findKey(db)) ?? bytes
}

function pointOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = createPublicKey(key).export({ format: "jwk" })
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")])
}

/** For one service, and half of the day that it may last at most. */
const validSeconds = 12 * 3_600

/** The header that says who sends it; `contact` is whom the service writes to where something is wrong. */
export function authorization(
  { key, publicKey }: Identity,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const exp = Math.floor(now.getTime() / 1_000) + validSeconds
  const claim = `${part({ typ: "JWT", alg: "ES256" })}.${part({ aud: new URL(endpoint).origin, exp, sub: contact })}`
  const signature = sign("sha256", Buffer.from(claim), { key, dsaEncoding: "ieee-p1363" })
  return `vapid t=${claim}.${signature.toString("base64url")}, k=${publicKey}`
}
