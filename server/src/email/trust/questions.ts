import { promises as dns } from "node:dns"
import { type Answer, resolveCached } from "./dns-cache.ts"

/** Whole policies need about thirty. */
const mostQuestions = 60

/** What SPF, DKIM and DMARC ask DNS. */
export type Resolve = (name: string, type: string) => Promise<Answer>

/** Asks until the time is over or too much was asked; then all that is open fails, as if DNS did not answer. */
export async function withinTime<Result>(
  { servers, limitMs, now }: { servers: string[]; limitMs: number; now: number },
  use: (resolve: Resolve) => Promise<Result>,
): Promise<Result> {
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  let left = mostQuestions
  const timer = setTimeout(() => {
    left = 0
    resolver.cancel()
  }, limitMs)
  try {
    return await use(async (name, type) => {
      if (left-- <= 0) throw Object.assign(new Error("Too much was asked"), { code: "ETIMEOUT" })
      const ask = async () => (await resolver.resolve(name, type)) as Answer
      return resolveCached({ key: `${type} ${name.toLowerCase()} ${servers}`, now }, ask)
    })
  } finally {
    clearTimeout(timer)
  }
}
