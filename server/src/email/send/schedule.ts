/** Before each further attempt, in seconds; the last one repeats. */
const waitsSeconds = [60, 300, 900, 1_800, 3_600, 7_200, 14_400]

/** A relay that is away over a long weekend is waited for; whoever wrote should learn of it within a week. */
const giveUpMs = 5 * 86_400_000

/** Up to a fifth more or less, so that what failed together is not tried together. */
const jitter = 0.2

export interface Trying {
  /** Those that ended, this one included. */
  attempts: number
  /** When it was first to be sent, or somebody asked for it again. */
  since: Date
  now: Date
  /** From 0 to 1. */
  chance: number
}

/** When to try again; undefined where it was tried for long enough. The last attempt comes at the very end. */
export function nextAttempt({ attempts, since, now, chance }: Trying): Date | undefined {
  const end = since.getTime() + giveUpMs
  if (now.getTime() >= end) return undefined
  const wait = waitsSeconds[Math.min(attempts, waitsSeconds.length) - 1] ?? 60
  const next = now.getTime() + wait * (1 - jitter + 2 * jitter * chance) * 1_000
  return new Date(Math.min(next, end))
}

/** From then on people are told that it takes longer. */
export const delayedMs = 15 * 60_000

/** Mail that was held for longer has failed: it goes out only when somebody says so. */
export const longestHeldMs = giveUpMs
