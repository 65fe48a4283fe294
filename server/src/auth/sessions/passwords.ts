import { randomInt } from "node:crypto"
import argon2 from "@node-rs/argon2"
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
const slots = 2
const longestQueue = 100
const mostWaiting = 1_000

let running = 0
let waiting = 0
/** Queues by name. The first of the map is served next, and moves to its end. */
const queues = new Map<string, (() => void)[]>()

/**
 * Waits for one of the slots that hashing may use. Queues are served in turn, so that a flood from one network delays
 * nobody elsewhere by more than one hash. Argon2 itself runs on threads of its own.
 */
export async function inHashSlot<Result>(queueName: string, work: () => Promise<Result>): Promise<Result> {
  await takeSlot(queueName)
  try {
    return await work()
  } finally {
    startNext()
  }
}

async function takeSlot(queueName: string): Promise<void> {
  if (running < slots) {
    running++
    return
  }
  const queue = queues.get(queueName) ?? []
  if (queue.length >= longestQueue || waiting >= mostWaiting)
    throw unavailable("Too many people are signing in at the moment")
  queues.set(queueName, queue)
  waiting++
  await new Promise<void>((resolve) => queue.push(resolve))
}

/** The slot goes straight to whoever is next, so `running` changes only when nobody waits. */
function startNext(): void {
  for (const [name, queue] of queues) {
    queues.delete(name)
    const start = queue.shift()
    if (queue.length > 0) queues.set(name, queue)
    waiting--
    start?.()
    return
  }
  running--
}
