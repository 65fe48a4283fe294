/** Before each further attempt, in seconds; after the last one the delivery is given up. */
const waitsSeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200]

/** Up to a fifth more or less, so that what failed together is not tried together. */
const jitter = 0.2

/** `chance` is from 0 to 1. Undefined when so many attempts were all. */
export function retrySeconds(tries: number, chance: number): number | undefined {
  const wait = waitsSeconds[tries - 1]
  return wait === undefined ? undefined : wait * (1 - jitter + 2 * jitter * chance)
}

const longestAskedSeconds = 86_400

/** How long a receiver wants to be left alone, as seconds or a date; undefined where it says nothing that can be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const given = header?.trim() ?? ""
  const seconds = /^-?\d{1,15}$/.test(given) ? Number(given) : secondsUntil(given, now)
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, 1), longestAskedSeconds)
}

function secondsUntil(date: string, now: Date): number | undefined {
  // Only as HTTP writes it: a guess at anything else could be off by days.
  const moment = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date) ? Date.parse(date) : NaN
  return Number.isNaN(moment) ? undefined : (moment - now.getTime()) / 1_000
}

/** From so many failed attempts in a row on, a receiver is asked by one delivery at a time. */
export const mostFailing = 5

const longestPauseSeconds = 60

/** How long a receiver is left alone after so many failed attempts in a row. */
export function pauseSeconds(failing: number): number {
  return failing < mostFailing ? 0 : Math.min(2 ** Math.min(failing - mostFailing, 10), longestPauseSeconds)
}

/** So many deliveries given up in a row disable a webhook. */
export const mostGivenUp = 10
