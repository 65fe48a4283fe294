/** How long the secret before a new one signs beside it. */
const overlapMs = 24 * 3_600_000

export interface Secrets {
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
}

/** The same secret again rotates nothing. One that is rotated twice within a day signs no longer. */
export function rotated(current: Secrets, given: string | undefined, now: Date): Secrets {
  if (given === undefined || given === current.secret) return current
  return {
    secret: given,
    previous_secret: current.secret,
    previous_secret_until: new Date(now.getTime() + overlapMs),
  }
}
