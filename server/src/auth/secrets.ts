import { hash, randomBytes, timingSafeEqual } from "node:crypto"

/** Tells people and secret scanners what they have found; the 256 random bits behind it are the secret. */
const prefixes = {
  personal: "dh_pat_",
  access: "dh_at_",
  refresh: "dh_rt_",
  code: "dh_ac_",
  client: "dh_cs_",
  session: "dh_ss_",
  reset: "dh_pr_",
} as const

export function newSecret(kind: keyof typeof prefixes): string {
  return prefixes[kind] + randomBytes(32).toString("base64url")
}

/** Names an app in public; unlike a secret it may be guessed without harm. */
export function newClientId(): string {
  return randomBytes(16).toString("hex")
}

/** All that is kept of a secret. Nobody can search 256 bits, so it needs neither salt nor a slow hash. */
export function hashOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer")
}

/** Compares in constant time. Against nothing it is false after the same work. */
export function isSecretOf(secret: string, stored: Buffer | null | undefined): boolean {
  return timingSafeEqual(hashOf(secret), stored ?? nobody) && stored != null
}

const nobody = randomBytes(32)
