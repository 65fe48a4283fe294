import type { LookupAddress } from "node:dns"
import { promises as dns } from "node:dns"
import type { Config } from "../../config.ts"
import { OutgoingFailure } from "./failure.ts"

/** For both kinds of addresses together, however slow or many its servers are. */
const limitMs = 2_000

/**
 * The addresses of a name, asked of DNS and of nothing else. Each question has a resolver of its own, so that it ends alone;
 * what the system offers (getaddrinfo) holds one of few threads until it has its answer.
 */
export async function resolveName(name: string, config: Config, signal: AbortSignal): Promise<LookupAddress[]> {
  if (name === "localhost" || name.endsWith(".localhost")) return [{ address: "127.0.0.1", family: 4 }]
  const resolver = new dns.Resolver({ timeout: 600, tries: 2 })
  if (config.outgoingDns.length > 0) resolver.setServers(config.outgoingDns)
  const stop = () => resolver.cancel()
  const timer = setTimeout(stop, limitMs)
  signal.addEventListener("abort", stop)
  try {
    // What is not known of one kind does not keep the other from being used: only what is known is called.
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [
      ...addressesIn(four).map((address) => ({ address, family: 4 })),
      ...addressesIn(six).map((address) => ({ address, family: 6 })),
    ]
    if (found.length === 0) throw nothingFound(name, [four, six])
    return found
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", stop)
  }
}

function addressesIn(answer: PromiseSettledResult<string[]>): string[] {
  return answer.status === "fulfilled" ? answer.value : []
}

function nothingFound(name: string, answers: PromiseSettledResult<string[]>[]): OutgoingFailure {
  const codes = answers.map((answer) => (answer.status === "rejected" ? answer.reason.code : dns.NODATA))
  return codes.every((code) => code === dns.NODATA || code === dns.NOTFOUND)
    ? new OutgoingFailure("dns", `The name ${name} has no address`)
    : new OutgoingFailure("dns", `The addresses of ${name} could not be found out`)
}
