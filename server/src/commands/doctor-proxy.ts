import type { Config } from "../config.ts"
import { type Database, sql } from "../db/db.ts"
import { adviceOn, findIgnoredProxy } from "../http/ignored-proxy.ts"
import type { Finding } from "./finding.ts"

/** Whether links begin with what people call the desk by, as far as requests tell. */
export async function checkProxy(db: Database, config: Config, now = () => new Date()): Promise<Finding> {
  const about = "Proxy"
  if (config.publicUrl !== undefined) return { about, well: `links begin with ${config.publicUrl} (PUBLIC_URL)` }
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass('ignored_proxies') is not null as exists`)
  const proxy = exists ? await findIgnoredProxy(db, { config, now }) : undefined
  return proxy ? { about, note: adviceOn(proxy, config) } : { about, well: "no forwarded header was ignored" }
}
