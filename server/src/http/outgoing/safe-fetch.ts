import type { LookupAddress } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import type { Config } from "../../config.ts"
import { addressRule } from "./addresses.ts"
import { openAgents } from "./agents.ts"
import { Deadline, exchange, type OutgoingAnswer, type OutgoingRequest, StaleConnection } from "./exchange.ts"
import { OutgoingFailure, OutgoingRefusal } from "./failure.ts"
import { resolveName } from "./resolve.ts"
import { hostIn, hostOf, refusePort, type Target, targetOf } from "./target.ts"

export { OutgoingFailure, OutgoingRefusal }

/** Everything that the desk calls by a URL that somebody gave goes through here. */
export interface Outgoing {
  /** The canonical form; throws OutgoingRefusal where it may not be called as far as can be told now (a name that does not resolve is accepted). */
  check(url: string): Promise<string>
  /** One request, never a redirect; resolves as soon as the status and at most `mostBytes` of the body are there. Throws OutgoingFailure. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>
  /**
   * For what speaks another protocol than HTTP by itself: the addresses of a host, to connect to and to no other. Throws
   * OutgoingFailure.
   */
  locate(place: Place, signal?: AbortSignal): Promise<Located>
  /** Ends what is under way. */
  close(): void
}

export interface Place {
  host: string
  port: number
  /** Ports beside those that any call may go to. */
  ports: readonly number[]
}

export interface Located {
  /** As certificates have it. */
  host: string
  addresses: LookupAddress[]
  /** The operator has named all of them as ones that may be called. */
  allowed: boolean
}

/** More would be a way to let the desk knock at many doors with one call. */
const mostAddresses = 8

export function openOutgoing(config: Config): Outgoing {
  const rule = addressRule(config)
  const agents = openAgents()
  const closing = new AbortController()
  const ownHost = config.publicUrl === undefined ? undefined : hostOf(new URL(config.publicUrl))

  const refuse = (host: string, addresses: string[]): void => {
    const isOwn = host === ownHost && !addresses.every(rule.isAllowed)
    if (isOwn || !addresses.every(rule.mayCall)) throw refusedHost(host)
  }
  const resolve = async (host: string, signal: AbortSignal): Promise<LookupAddress[]> => {
    if (host === ownHost && config.outgoingAllow.length === 0) throw refusedHost(host)
    const found = await resolveName(host, config, signal)
    // Every one, since whoever answers for the name chooses which of them is taken.
    refuse(
      host,
      found.map(({ address }) => address),
    )
    return found.slice(0, mostAddresses)
  }
  const aimAt = (url: string): Target => {
    const target = targetOf(url, config)
    if (target.literal !== undefined) refuse(target.host, [target.literal])
    return target
  }

  return {
    async check(url) {
      const { href, host, literal } = aimAt(url)
      if (literal === undefined)
        await resolve(host, closing.signal).catch((error) => {
          if (!(error instanceof OutgoingFailure) || error.reason !== "dns") throw error
        })
      return href
    },

    async send(request) {
      const target = aimAt(request.url)
      const ending = endingOf(request, closing.signal)
      const lookup = lookupBy(() => resolve(target.host, ending.over))
      const { kept, fresh } = agents[target.secure ? "https" : "http"]
      try {
        return await exchange(request, { target, agent: kept, lookup, over: ending.over }).catch((error) => {
          if (!(error instanceof StaleConnection)) throw error
          return exchange(request, { target, agent: fresh, lookup, over: ending.over })
        })
      } finally {
        ending.forget()
      }
    },

    async locate({ host: given, port, ports }, signal = closing.signal) {
      const host = hostIn(given)
      refusePort(port, { outgoingPorts: [...ports.map(String), ...config.outgoingPorts] })
      const isLiteral = isIP(host) !== 0
      if (isLiteral) refuse(host, [host])
      const over = AbortSignal.any([closing.signal, signal])
      const addresses = isLiteral ? [{ address: host, family: isIP(host) }] : await resolve(host, over)
      return { host, addresses, allowed: addresses.every(({ address }) => rule.isAllowed(address)) }
    },

    close() {
      closing.abort(new OutgoingFailure("connect", "The desk is being stopped"))
      agents.close()
    },
  }
}

/** Says nothing of the addresses that were found: they may be known inside a network only. */
function refusedHost(host: string): OutgoingRefusal {
  return new OutgoingRefusal(
    `${host} is inside a private network, or this desk itself, or denied. Give a public address, or ask the operator of this desk to allow it (OUTGOING_ALLOW)`,
  )
}

/** What is checked is what is connected to: Node takes its addresses from here, and asks nobody else. */
function lookupBy(resolve: () => Promise<LookupAddress[]>): LookupFunction {
  return (_name, { all }, callback) => {
    resolve().then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? "", found[0]?.family)),
      (error) => callback(error, ""),
    )
  }
}

/** One signal for whatever ends a call before its answer does. */
function endingOf({ limitMs, signal }: OutgoingRequest, closing: AbortSignal) {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new Deadline()), limitMs)
  const others = signal === undefined ? [closing] : [closing, signal]
  const stop = () => ending.abort(others.find(({ aborted }) => aborted)?.reason)
  for (const other of others) other.addEventListener("abort", stop)
  if (others.some(({ aborted }) => aborted)) stop()
  return {
    over: ending.signal,
    forget() {
      clearTimeout(timer)
      for (const other of others) other.removeEventListener("abort", stop)
    },
  }
}
