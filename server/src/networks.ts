import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

export type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface Network {
  first: Address
  bits: number
}

/**
 * `10.0.0.0/8`, or one address. Undefined where it is not written exactly: an address in the middle of a network,
 * an IPv4 address in the clothes of IPv6, zeros in front.
 */
export function parseNetwork(text: string): Network | undefined {
  const [, written = "", prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  if (isIP(written) === 0) return undefined
  const first = ipaddr.parse(written)
  if (first.kind() === "ipv6" && (first as ipaddr.IPv6).isIPv4MappedAddress()) return undefined
  const most = first.toByteArray().length * 8
  const bits = prefix === undefined ? most : Number(prefix)
  if (bits > most || String(bits) !== (prefix ?? String(most))) return undefined
  return hasNothingBehind(first, bits) ? { first, bits } : undefined
}

/** An address is in networks of its own kind only. */
export function isInside(address: Address, { first, bits }: Network): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}

function hasNothingBehind(address: Address, bits: number): boolean {
  return address.toByteArray().every((byte, index) => {
    const own = Math.min(8, Math.max(0, bits - index * 8))
    return (byte & (0xff >> own)) === 0
  })
}
