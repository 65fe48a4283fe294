import { createHmac } from "node:crypto"

export interface Signed {
  /** What the names of our own headers begin with; they are sent under each. */
  prefixes: readonly string[]
  kind: string
  /** What receivers know the message by. */
  token: string
  body: string
  at: Date
  secret: string
  /** Still good, because receivers may not have the new one yet. */
  previousSecret: string | undefined
}

/** Both signatures: base64 HMAC-SHA1 of the body, and those of Standard Webhooks. */
export function signedHeaders({
  prefixes,
  kind,
  token,
  body,
  at,
  secret,
  previousSecret,
}: Signed): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000)
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  const content = `${token}.${timestamp}.${body}`
  const own: [name: string, value: string][] = [
    ["Event", kind],
    ["Signature", sha1(secret, body)],
    // A header that is compared as a whole cannot carry two.
    ...(previousSecret === undefined ? [] : [["Signature-Previous", sha1(previousSecret, body)] as [string, string]]),
  ]
  return {
    ...Object.fromEntries(prefixes.flatMap((prefix) => own.map(([name, value]) => [`${prefix}-${name}`, value]))),
    "webhook-id": token,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((key) => `v1,${sha256(key, content)}`).join(" "),
  }
}

function sha1(secret: string, body: string): string {
  return createHmac("sha1", secret).update(body).digest("base64")
}

function sha256(secret: string, content: string): string {
  return createHmac("sha256", keyOf(secret)).update(content).digest("base64")
}

/** Secrets made for Standard Webhooks say in base64 what the key is; of any other, its bytes are the key. */
function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, "base64")
}
