import { networkInterfaces } from "node:os"
import ipaddr from "ipaddr.js"
import type { Config } from "../../config.ts"
import { type Address, isInside, type Network, parseNetwork } from "../../networks.ts"

/** Says of an address whether the desk may call it, and whether the operator has named it for that. */
export interface AddressRule {
  mayCall(address: string): boolean
  isAllowed(address: string): boolean
}

/**
 * What the operator denies beats everything; what they allow beats the rest: private and special networks, and the
 * addresses of this machine.
 */
export function addressRule(config: Config): AddressRule {
  const denied = config.outgoingDeny.map(network)
  const allowed = config.outgoingAllow.map(network)
  const isDenied = (address: Address) => denied.some((network) => isInside(address, network))
  const isAllowed = (address: Address) => allowed.some((network) => isInside(address, network))
  const mayCall = (address: Address): boolean => {
    if (isDenied(address) || disguises.has(address.range())) return false
    if (address.range() === "rfc6052") return isAllowed(address) && isInside(address, nat64) && mayCall(ipv4In(address))
    return isAllowed(address) || (isPublic(address) && !isOwn(address))
  }
  return {
    mayCall: (address) => mayCall(ipaddr.parse(address)),
    isAllowed: (address) => isAllowed(ipaddr.parse(address)),
  }
}

/** For those who look after the desk: what it may call beside public addresses. */
export function reachOf({ outgoingAllow }: Config): string {
  return outgoingAllow.length === 0
    ? "public addresses only"
    : `public addresses, and private ones in ${outgoingAllow.join(", ")} (OUTGOING_ALLOW)`
}

function network(text: string): Network {
  const parsed = parseNetwork(text)
  if (parsed === undefined) throw new Error(`${text} is no network`)
  return parsed
}

/** IPv4 addresses written as IPv6. Nobody needs them, and rules about the one would be evaded by the other. */
const disguises = new Set<string>(["ipv4Mapped", "rfc6145", "6to4", "teredo"])

/** What DNS gives for IPv4 where a network has IPv6 alone. Who allows the gateway does not allow all that lies behind it. */
const nat64 = network("64:ff9b::/96")

function ipv4In(address: Address): Address {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

const globalUnicast = network("2000::/3")

/** The platform service of Azure, which answers every machine there. Its address looks like any other. */
const azurePlatform = network("168.63.129.16")

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || isInside(address, azurePlatform)) return false
  return address.kind() === "ipv4" || isInside(address, globalUnicast)
}

/** Asked anew each time: interfaces come and go. */
function isOwn(address: Address): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some((entry) => ipaddr.parse(entry.address).toString() === address.toString())
}
