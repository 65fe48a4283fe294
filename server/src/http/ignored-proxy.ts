import type { FastifyBaseLogger, FastifyRequest, onRequestHookHandler } from "fastify"
import type { Config } from "../config.ts"
import { type Db, sql } from "../db/db.ts"
import type { Desk } from "./route.ts"

/** A request whose forwarded headers name another origin than links begin with. Anybody can send one. */
export interface IgnoredProxy {
  header: "X-Forwarded-Proto" | "X-Forwarded-Host" | "Forwarded"
  /** Of whoever was connected, which no header decides. */
  address: string
}

const hourMs = 3_600_000
/** Strangers must not fill the memory or the log. */
const mostAddresses = 100

/** Logs such a request once for each address, and stores it once an hour for the doctor and the settings. */
export function noticeIgnoredProxies({ config, db, now }: Desk, log: FastifyBaseLogger): onRequestHookHandler {
  const storedAt = new Map<string, number>()
  return (request, _reply, done) => {
    const header = ignoredHeader(request)
    const address = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, "")
    if (header && address !== undefined) notice({ header, address })
    done()
  }

  function notice(proxy: IgnoredProxy): void {
    const { address } = proxy
    const last = storedAt.get(address)
    const at = now()
    if (last === undefined && storedAt.size >= mostAddresses) return
    if (last !== undefined && at.getTime() - last < hourMs) return
    storedAt.set(address, at.getTime())
    if (last === undefined) log.warn(proxy, adviceOn(proxy, config))
    storeIgnoredProxy(db, proxy, at).catch((error: unknown) =>
      log.warn({ err: error }, "an ignored proxy could not be noted"),
    )
  }
}

/** The first header that disagrees with the request as Fastify understands it, which has read those of trusted proxies. */
function ignoredHeader({ headers, protocol, host }: FastifyRequest): IgnoredProxy["header"] | undefined {
  const last = (given: string | string[] | undefined) =>
    String(given ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? ""
  const differs = (given: string, own: string) => given !== "" && given.toLowerCase() !== own.toLowerCase()
  if (differs(last(headers["x-forwarded-proto"]), protocol)) return "X-Forwarded-Proto"
  if (differs(last(headers["x-forwarded-host"]), host)) return "X-Forwarded-Host"
  const said = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}="?([^";\\s]+)`, "i").exec(last(headers.forwarded))?.[1] ?? ""
  return differs(said("proto"), protocol) || differs(said("host"), host) ? "Forwarded" : undefined
}

/** The value of TRUSTED_PROXIES with which its headers count; undefined for `Forwarded`, which the desk never reads. */
export function trustedWith({ header, address }: IgnoredProxy, { trustedProxies }: Config): string | undefined {
  return header === "Forwarded" ? undefined : [...trustedProxies, address].join(",")
}

/** Says no more than is known. */
export function adviceOn(proxy: IgnoredProxy, config: Config): string {
  const trusted = trustedWith(proxy, config)
  const settings = [
    ...(trusted === undefined ? [] : [`TRUSTED_PROXIES=${trusted}`]),
    "PUBLIC_URL=https://desk.example.com (with the address that people open)",
  ]
  return (
    `A request came with ${proxy.header}, from ${proxy.address}. The desk ignores that header, so its links do not begin ` +
    `with the origin in it. If this is your proxy, set ${settings.join(" or ")}, and restart the desk`
  )
}

async function storeIgnoredProxy(db: Db, { header, address }: IgnoredProxy, at: Date): Promise<void> {
  await db.run(sql`
    insert into ignored_proxies (header, address, seen_at) values (${header}, ${address}, ${at})
    on conflict (id) do update
    set header = excluded.header, address = excluded.address, seen_at = excluded.seen_at`)
}

/** The last one of a day, unless a node has started since: its settings may be others. */
export function findIgnoredProxy(
  db: Db,
  { config, now }: Pick<Desk, "config" | "now">,
): Promise<(IgnoredProxy & { seen_at: Date }) | undefined> {
  if (config.publicUrl !== undefined) return Promise.resolve(undefined)
  return db.maybe(sql`
    select header, address, seen_at from ignored_proxies where seen_at > ${new Date(now().getTime() - 24 * hourMs)}`)
}

export async function forgetIgnoredProxy(db: Db): Promise<void> {
  await db.run(sql`delete from ignored_proxies`)
}
