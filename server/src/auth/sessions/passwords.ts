import { randomInt } from "node:crypto"
import argon2 from "@node-rs/argon2"
import PQueue from "p-queue"
import { invalid, unavailable } from "../../errors.ts"

/** OWASP's recommendation for argon2id: 19 MiB and two passes, about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Made with the same cost from random bytes that nobody kept: what an account without a password is checked against. */
const decoy = "$argon2id$v=19$m=19456,t=2,p=1$VADcLN5zoEOzYvc/PIeOdw$8WpSPc0a3UAPOkdaJvfH8Sf1lJdcnp+ukkU8ddFwjxs"

const longestBytes = 1_024
const shortestCharacters = 10

export function hashPassword(password: string): Promise<string> {
  return inHashSlot("new passwords", () => argon2.hash(bytesOf(password), cost))
}

/**
 * To be called inside `inHashSlot`. An account without a password, or no account at all, costs the same time as a
 * wrong password, so that answers do not tell who is registered.
 */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const right = await argon2.verify(hash ?? decoy, bytesOf(password))
  return right && hash != null
}

/** Composed and decomposed accents are the same password, whatever the keyboard made of them. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"))
}

/** Before anything is done with a password that somebody sends. */
export function refuseHugePassword(password: string, path: string): void {
  if (Buffer.byteLength(password) > longestBytes || bytesOf(password).length > longestBytes)
    throw invalid({ path, message: `must have at most ${longestBytes} bytes`, source: "JSON" })
}

export function refuseWeakPassword(password: string, path: string): void {
  refuseHugePassword(password, path)
  if ([...password].length < shortestCharacters)
    throw invalid({ path, message: `must have at least ${shortestCharacters} characters`, source: "JSON" })
}

/** Four groups of five without look-alikes, 97 random bits: easy to type from a terminal once. */
export function newOneTimePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789"
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("")
  return [group(), group(), group(), group()].join("-")
}

/** Two hashes hold 38 MiB; more at once would let a burst of sign-ins exhaust the memory of a small machine. */
const hashing = new PQueue({ concurrency: 2 })
const maxWaiting = 1_000
const maxWaitingPerName = 100

/** The round of the hash that began last, and of each name with waiting hashes the round of its last one. */
let round = 0
const waiting = new Map<string, { count: number; round: number }>()

/**
 * Hashes of one name, such as a network, wait in rounds: each round serves one of every name. So a flood from one network delays
 * nobody elsewhere by more than one hash. Argon2 itself runs on threads of its own.
 */
export function inHashSlot<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const own = waiting.get(name) ?? { count: 0, round }
  if (own.count >= maxWaitingPerName || hashing.size >= maxWaiting)
    return Promise.reject(unavailable("Too many people are signing in at the moment"))
  own.count++
  own.round = Math.max(own.round + 1, round)
  waiting.set(name, own)
  const mine = own.round
  const start = () => {
    round = mine
    if (--own.count === 0) waiting.delete(name)
    return work()
  }
  return hashing.add(start, { priority: -mine })
}
