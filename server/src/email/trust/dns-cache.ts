import { LRUCache } from "lru-cache"

/** However long DNS allows: a key or policy that was changed counts within a minute. */
const ttlMs = 60_000

export type Answer = string[][] | string[]

interface CachedAnswer {
  /** What DNS answered, or the code with which it said that there is nothing. */
  result: { answer: Answer } | { code: string }
  expiresAt: number
}

const cache = new LRUCache<string, CachedAnswer>({ max: 2_000 })

/**
 * Many mails come from few domains. That DNS does not answer is not cached. Concurrent questions are not shared: each ends with
 * the time that its own mail has.
 */
export async function resolveCached(
  { key, now }: { key: string; now: number },
  resolve: () => Promise<Answer>,
): Promise<Answer> {
  const cached = cache.get(key)
  const isValid = cached !== undefined && cached.expiresAt > now
  const result = isValid ? cached.result : await resultOf(resolve)
  if (!isValid) cache.set(key, { result, expiresAt: now + ttlMs })
  if ("code" in result) throw Object.assign(new Error("There is no such name"), { code: result.code })
  return result.answer
}

async function resultOf(resolve: () => Promise<Answer>): Promise<CachedAnswer["result"]> {
  try {
    return { answer: await resolve() }
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (code !== "ENOTFOUND" && code !== "ENODATA") throw error
    return { code }
  }
}
