export interface CreateOptions {
  /** The same key and body within 24 hours give the first answer again. Every call gets one of its own by default. */
  idempotencyKey?: string
}

export interface WriteOptions {
  /** What `etagOf` gives for the version that was read: 412 when it has changed since. */
  ifMatch?: string | undefined
}

/** What a 201 tells of the new thing. */
export interface Created {
  id: number
  location: string | undefined
  /** The answer to an earlier call with the same key. */
  replayed: boolean
}

/** There is always a key, because a 503 does not tell whether the work was done, and a retry must not do it twice. */
export function createHeaders({ idempotencyKey = newKey() }: CreateOptions): Record<string, string> {
  return { [keyHeader]: idempotencyKey }
}

export const keyHeader = "Idempotency-Key"

/** Not `randomUUID`, which browsers have only on pages that came by HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

export function writeHeaders({ ifMatch }: WriteOptions): Record<string, string | undefined> {
  return { "If-Match": ifMatch }
}

export function createdOf({ headers }: Response): Created {
  return {
    id: Number(headers.get("Resource-ID")),
    location: headers.get("Location") ?? undefined,
    replayed: headers.get("Idempotency-Replayed") === "true",
  }
}
