import { hmac } from "@noble/hashes/hmac.js"
import { sha1 } from "@noble/hashes/legacy.js"
import { Webhook } from "standardwebhooks"
import type { Arrival } from "./arrivals.ts"

/**
 * Whether the verifier that receivers use accepts it: the library of Standard Webhooks. Secrets are taken as they are
 * written, unless they begin as that library writes its own.
 */
export function isSigned({ headers, body }: Arrival, secret: string): boolean {
  const verifier = secret.startsWith("whsec_") ? new Webhook(secret) : new Webhook(secret, { format: "raw" })
  try {
    verifier.verify(bytesOf(body), headers)
    return true
  } catch {
    return false
  }
}

/**
 * The header of the public interface. No library verifies that one, so it is computed by one that shares nothing with
 * the desk, which has it from OpenSSL.
 */
export function legacySignature({ body }: Pick<Arrival, "body">, secret: string): string {
  return Buffer.from(hmac(sha1, Buffer.from(secret), bytesOf(body))).toString("base64")
}

export function bytesOf(body: string): Buffer {
  return Buffer.from(body, "base64")
}
